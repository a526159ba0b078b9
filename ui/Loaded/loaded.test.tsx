import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CallFailed, OFFLINE } from '../client/call-failed.ts'
import { DEVICE_ZONE, formatTime } from '../i18n/format.ts'
import { loadMessages } from '../i18n/messages.ts'
import { Loaded, type Read } from './Loaded.tsx'

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
const read = (state: Partial<Read<Names>>): Read<Names> => ({
  data: undefined,
  error: null,
  isFetching: false,
  dataUpdatedAt: from,
  refetch: () => {},
  ...state,
})
type Looks = Partial<Omit<Parameters<typeof Loaded<Names>>[0], 'of' | 'children'>>

function shown(state: Partial<Read<Names>>, looks: Looks = {}): string {
  const markup = renderToString(
    <Loaded of={read(state)} {...looks}>
      {({ items }) => <p>Names: {items.join()}</p>}
    </Loaded>,
  )
  return markup.replaceAll(/<!-- -->|<[^>]*>/g, ' ')
}
const ana = { items: ['Ana'] }

test('what is on its way is waited for', () => {
  expect(shown({})).toContain('Loading')
  expect(shown({}, { waiting: <p>One moment</p> })).toContain('One moment')
  expect(shown({}, { waiting: null }).trim()).toBe('')
})

test('what failed says so, and can be tried again', () => {
  expect(shown({ error: broken })).toMatch(/This could not be loaded.*Try again/s)
  expect(shown({ error: lost })).toMatch(/No connection.*Try again/s)
  expect(shown({ error: broken })).not.toContain('What you see is from')
})

test('in the words of its screen, where it has some', () => {
  expect(shown({ error: broken }, { failed: () => 'No hours' })).toContain('No hours')
  expect(shown({ error: broken }, { failed: (failure) => `${(failure as CallFailed).status}` })).toContain('500')
})

test('an empty list has words of its own, where they were given', () => {
  expect(shown({ data: { items: [] } }, { empty: 'Nobody yet' })).toContain('Nobody yet')
  expect(shown({ data: { items: [] } })).toContain('Names:')
  expect(shown({ data: ana }, { empty: 'Nobody yet' })).not.toContain('Nobody yet')
})

test('what came is shown, and stays when it could not be asked for again', () => {
  expect(shown({ data: ana })).toContain('Names:  Ana')
  const later = shown({ data: ana, error: broken })
  expect(later).toContain('Ana')
  expect(later).not.toContain('This could not be loaded')
})

test('where it grows old, it is said from when it is', () => {
  const later = shown({ data: ana, error: broken }, { aging: true })
  expect(later).toContain(`What you see is from ${formatTime(from, DEVICE_ZONE)}`)
  expect(later).toContain('Ana')
  expect(shown({ data: ana }, { aging: true })).not.toContain('What you see is from')
})

test('a refusal with a message of its own is no failure and shows no cached data', () => {
  const gone = 'No such order'
  expect(shown({ error: notThere }, { gone }).trim()).toBe(gone)
  expect(shown({ data: ana, error: notThere }, { gone }).trim()).toBe(gone)
  expect(shown({ error: notThere })).toContain('This could not be loaded')
})
