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

const lost = new CallFailed(0, 't', { code: OFFLINE })
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

function shown(state: Partial<QueryState<Names>>, looks: Looks = {}): string {
  const markup = renderToString(
    <QueryBoundary query={read(state)} {...looks}>
      {({ items }) => <p>Names: {items.join()}</p>}
    </QueryBoundary>,
  )
  return markup.replaceAll(/<!-- -->|<[^>]*>/g, ' ')
}
const ana = { items: ['Ana'] }

test('a pending query shows the skeleton', () => {
  expect(shown({})).toContain('Loading')
  expect(shown({}, { loading: <p>One moment</p> })).toContain('One moment')
  expect(shown({}, { loading: null }).trim()).toBe('')
})

test('a failed query shows the error and a retry', () => {
  expect(shown({ error: broken })).toMatch(/This could not be loaded.*Try again/s)
  expect(shown({ error: lost })).toMatch(/No connection.*Try again/s)
  expect(shown({ error: broken })).not.toContain('What you see is from')
})

test('a failed query shows the error title of its screen', () => {
  expect(shown({ error: broken }, { errorTitle: () => 'No hours' })).toContain('No hours')
  expect(shown({ error: broken }, { errorTitle: (failure) => `${(failure as CallFailed).status}` })).toContain('500')
})

test('an empty list shows its own text when given', () => {
  expect(shown({ data: { items: [] } }, { empty: 'Nobody yet' })).toContain('Nobody yet')
  expect(shown({ data: { items: [] } })).toContain('Names:')
  expect(shown({ data: ana }, { empty: 'Nobody yet' })).not.toContain('Nobody yet')
})

test('loaded data stays when a refetch fails', () => {
  expect(shown({ data: ana })).toContain('Names:  Ana')
  const later = shown({ data: ana, error: broken })
  expect(later).toContain('Ana')
  expect(later).not.toContain('This could not be loaded')
})

test('stale data shows its age', () => {
  const later = shown({ data: ana, error: broken }, { keepsStale: true })
  expect(later).toContain(`What you see is from ${formatTime(from, DEVICE_ZONE)}`)
  expect(later).toContain('Ana')
  expect(shown({ data: ana }, { keepsStale: true })).not.toContain('What you see is from')
})

test('a refusal with a message of its own is no failure and shows no cached data', () => {
  const notFound = 'No such order'
  expect(shown({ error: notThere }, { notFound }).trim()).toBe(notFound)
  expect(shown({ data: ana, error: notThere }, { notFound }).trim()).toBe(notFound)
  expect(shown({ error: notThere })).toContain('This could not be loaded')
})
