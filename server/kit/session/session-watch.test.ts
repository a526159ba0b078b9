import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSessions } from './session-watch.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

function createWatch() {
  const open = new Map([
    ['ana', Number.POSITIVE_INFINITY],
    ['eva', Number.POSITIVE_INFINITY],
  ])
  const line = { hear: (_: string[]) => {}, gap: () => {}, live: true, isAway: false }
  const changes = {
    get live() {
      return line.live
    },
    onChange: (listener: (topics: string[]) => void) => {
      line.hear = listener
      return () => {}
    },
    onGap: (gap: () => void) => {
      line.gap = gap
      return () => {}
    },
    close: async () => {},
  }
  const requestedIds: string[][] = []
  const watch = watchSessions(changes, async (ids) => {
    requestedIds.push(ids)
    if (line.isAway) throw new Error('away')
    const now = Date.now()
    return new Map(ids.flatMap((id) => ((open.get(id) ?? 0) > now ? [[id, (open.get(id) ?? 0) - now] as const] : [])))
  })
  return { watch, open, line, requestedIds }
}

test('a notified end reaches every watcher at once, and once', () => {
  const { watch, line } = createWatch()
  const stream = vi.fn()
  const socket = vi.fn()
  const other = vi.fn()
  for (const ended of [stream, socket]) watch.watch('ana', ended)
  watch.watch('eva', other)
  line.hear(['queue', 'session:ana'])
  line.hear(['session:ana'])
  expect([stream, socket, other].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0])
})

test('an idle session ends within a second, without a notification', async () => {
  const { watch, open } = createWatch()
  open.set('ana', Date.now() + 60_000)
  const ended = vi.fn()
  watch.watch('ana', ended)
  await vi.advanceTimersByTimeAsync(59_900)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ended).toHaveBeenCalledOnce()
})

test('a session that ended before it was watched is reported within a second', async () => {
  const { watch, open } = createWatch()
  open.delete('ana')
  const ended = vi.fn()
  watch.watch('ana', ended)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ended).toHaveBeenCalledOnce()
})

test('a missed notification is made up for: after a gap within a second, otherwise within six', async () => {
  const { watch, open, line } = createWatch()
  const ana = vi.fn()
  const eva = vi.fn()
  watch.watch('ana', ana)
  watch.watch('eva', eva)
  await vi.advanceTimersByTimeAsync(1_000)
  open.delete('ana')
  line.gap()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ana).toHaveBeenCalledOnce()
  open.delete('eva')
  await vi.advanceTimersByTimeAsync(6_000)
  expect(eva).toHaveBeenCalledOnce()
})

test('an unreachable database ends no session', async () => {
  const { watch, open, line } = createWatch()
  const ended = vi.fn()
  watch.watch('ana', ended)
  line.isAway = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect(ended).not.toHaveBeenCalled()
  line.isAway = false
  open.delete('ana')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ended).toHaveBeenCalledOnce()
})

test('ten thousand watchers cost two statements in ten seconds, and none when all have left', async () => {
  const { watch, open, requestedIds } = createWatch()
  const stops = Array.from({ length: 10_000 }, (_, at) => {
    open.set(`${at}`, Number.POSITIVE_INFINITY)
    return watch.watch(`${at}`, () => {})
  })
  await vi.advanceTimersByTimeAsync(1_000)
  requestedIds.length = 0
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requestedIds.length).toBeLessThanOrEqual(2)
  for (const stop of stops) stop()
  requestedIds.length = 0
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requestedIds).toEqual([])
})
