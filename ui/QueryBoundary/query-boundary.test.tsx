import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CallFailed, OFFLINE } from '../client/call-failed.ts'
import { DEVICE_ZONE, formatTime } from '../i18n/format.ts'
import { loadMessages } from '../i18n/messages.ts'
import { QueryBoundary, type QueryState } from './QueryBoundary.tsx'

loadMessages('en', {
  'ui.error.title': ['This could not be loaded'],
  'ui.error.offline': ['No connection'],
  'ui.error.dataFrom': ['What you see is from ', ['time']],
  'ui.loading': ['Loading'],
  'ui.retry': ['Try again'],
  'ui.trace': ['Tell us this code:'],
})

const offlineError = new CallFailed(0, 't', { code: OFFLINE })
const broken = new CallFailed(500, 't', {})
const notThere = new CallFailed(404, 't', { code: 'ORDER_NOT_FOUND' })
const from = Date.parse('2026-11-21T16:20:00Z')

type Names = { items: string[] }
const read = (state: Partial<QueryState<Names>>): QueryState<Names> => ({
  data: undefined,
  error: null,
  isFetching: false,
  dataUpdatedAt: from,
  refetch: () => {},
  ...state,
})
type Looks = Partial<Omit<Parameters<typeof QueryBoundary<Names>>[0], 'query' | 'children'>>

function renderBoundary(state: Partial<QueryState<Names>>, props: Looks = {}): string {
  const markup = renderToString(
    <QueryBoundary query={read(state)} {...props}>
      {({ items }) => <p>Names: {items.join()}</p>}
    </QueryBoundary>,
  )
  return markup.replaceAll(/<!-- -->|<[^>]*>/g, ' ')
}
const ana = { items: ['Ana'] }

test('a pending query shows the skeleton', () => {
  expect(renderBoundary({})).toContain('Loading')
  expect(renderBoundary({}, { loading: <p>One moment</p> })).toContain('One moment')
  expect(renderBoundary({}, { loading: null }).trim()).toBe('')
})

test('a failed query shows the error and a retry', () => {
  expect(renderBoundary({ error: broken })).toMatch(/This could not be loaded.*Try again/s)
  expect(renderBoundary({ error: offlineError })).toMatch(/No connection.*Try again/s)
  expect(renderBoundary({ error: broken })).not.toContain('What you see is from')
})

test('a failed query shows the error title of its screen', () => {
  expect(renderBoundary({ error: broken }, { errorTitle: () => 'No hours' })).toContain('No hours')
  expect(renderBoundary({ error: broken }, { errorTitle: (failure) => `${(failure as CallFailed).status}` })).toContain(
    '500',
  )
})

test('an empty list shows its own text when given', () => {
  expect(renderBoundary({ data: { items: [] } }, { empty: 'Nobody yet' })).toContain('Nobody yet')
  expect(renderBoundary({ data: { items: [] } })).toContain('Names:')
  expect(renderBoundary({ data: ana }, { empty: 'Nobody yet' })).not.toContain('Nobody yet')
})

test('loaded data stays when a refetch fails', () => {
  expect(renderBoundary({ data: ana })).toContain('Names:  Ana')
  const staleText = renderBoundary({ data: ana, error: broken })
  expect(staleText).toContain('Ana')
  expect(staleText).not.toContain('This could not be loaded')
})

test('stale data shows its age', () => {
  const staleText = renderBoundary({ data: ana, error: broken }, { keepsStale: true })
  expect(staleText).toContain(`What you see is from ${formatTime(from, DEVICE_ZONE)}`)
  expect(staleText).toContain('Ana')
  expect(renderBoundary({ data: ana }, { keepsStale: true })).not.toContain('What you see is from')
})

test('a refusal with a message of its own is no failure and shows no cached data', () => {
  const notFound = 'No such order'
  expect(renderBoundary({ error: notThere }, { notFound }).trim()).toBe(notFound)
  expect(renderBoundary({ data: ana, error: notThere }, { notFound }).trim()).toBe(notFound)
  expect(renderBoundary({ error: notThere })).toContain('This could not be loaded')
})
