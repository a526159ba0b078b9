import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Changes } from '../db/changes.ts'
import type { SessionCaller } from './caller.ts'
import { rememberSessions } from './known-sessions.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

function createSessions() {
  const open = new Set(['ana', 'eva'])
  const requestedIds: string[][] = []
  const line: { hear: (topics: string[]) => void; gap: () => void; live: boolean } = {
    hear: () => {},
    gap: () => {},
    live: true,
  }
  const changes: Changes = {
    get live() {
      return line.live
    },
    onChange: (listener) => {
      line.hear = listener
      return () => {}
    },
    onGap: (listener) => {
      line.gap = listener
      return () => {}
    },
    close: async () => {},
  }
  const load = vi.fn(async (ids: string[]): Promise<SessionCaller[]> => {
    requestedIds.push(ids)
    return ids.filter((id) => open.has(id)).map((sessionId) => ({ kind: 'patient', accountId: sessionId, sessionId }))
  })
  return { sessions: rememberSessions(changes, load), open, requestedIds, line, load }
}

test('a session read a moment ago is known synchronously', async () => {
  const { sessions, requestedIds } = createSessions()
  expect(sessions.find('ana')).toBeUndefined()
  expect(await sessions.load('ana')).toMatchObject({ sessionId: 'ana' })
  expect(sessions.find('ana')).toMatchObject({ sessionId: 'ana' })
  expect(requestedIds).toEqual([['ana']])
  sessions.close()
})

test('active sessions are refreshed together, and never wait', async () => {
  const { sessions, requestedIds } = createSessions()
  await Promise.all([sessions.load('ana'), sessions.load('eva')])
  for (let second = 0; second < 60; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sessions.find('ana')).toBeDefined()
    expect(sessions.find('eva')).toBeDefined()
  }
  expect(requestedIds.every((ids) => ids.length === 2)).toBe(true)
  sessions.close()
})

test('concurrent look-ups are one statement, and each gets its own session', async () => {
  const { sessions, requestedIds } = createSessions()
  const found = await Promise.all(['ana', 'eva', 'ana', 'bob'].map((id) => sessions.load(id)))
  expect(found.map((caller) => caller?.sessionId)).toEqual(['ana', 'eva', 'ana', undefined])
  expect(requestedIds).toEqual([['ana', 'eva', 'bob']])
  sessions.close()
})

test('a failed query reaches each caller, and the next look-up repeats it', async () => {
  const { sessions, load } = createSessions()
  load.mockRejectedValueOnce(new Error('away'))
  const result = await Promise.allSettled([sessions.load('ana'), sessions.load('eva')])
  expect(result.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await sessions.load('ana')).toMatchObject({ sessionId: 'ana' })
  sessions.close()
})

test('an inactive session is dropped and not refreshed', async () => {
  const { sessions, requestedIds } = createSessions()
  await sessions.load('ana')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(sessions.find('ana')).toBeUndefined()
  expect(requestedIds.length).toBeLessThanOrEqual(3)
  sessions.close()
})

test('a session ended in the database ends within five seconds, even without a notification', async () => {
  const { sessions, open } = createSessions()
  await sessions.load('ana')
  open.delete('ana')
  let seconds = 0
  while (sessions.find('ana')) {
    await vi.advanceTimersByTimeAsync(100)
    seconds += 0.1
  }
  expect(seconds).toBeLessThanOrEqual(5)
  sessions.close()
})

test('a notified end takes effect at once, also during a read', async () => {
  const { sessions, line, load } = createSessions()
  await sessions.load('ana')
  line.hear(['session:ana'])
  expect(sessions.find('ana')).toBeUndefined()
  load.mockImplementationOnce(async ([id = '']) => {
    line.hear(['session:ana'])
    return [{ kind: 'patient', accountId: id, sessionId: id }]
  })
  await sessions.load('ana')
  expect(sessions.find('ana')).toBeUndefined()
  sessions.close()
})

test('no session is served from the cache while the change connection is lost, and after a gap', async () => {
  const { sessions, line } = createSessions()
  await sessions.load('ana')
  line.live = false
  expect(sessions.find('ana')).toBeUndefined()
  line.live = true
  expect(sessions.find('ana')).toBeDefined()
  line.gap()
  expect(sessions.find('ana')).toBeUndefined()
  sessions.close()
})
