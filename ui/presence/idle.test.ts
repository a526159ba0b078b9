import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TokenStorage } from '../client/session/storage.ts'
import { CALL_ONGOING } from './activity-events.ts'
import { createIdle, type Idle } from './idle.ts'

const MINUTE = 60_000
const idleMs = 13 * MINUTE
const warningMs = 2 * MINUTE

let clock = 0
let disk: Map<string, string>
let tabs: Idle[] = []
const storage: TokenStorage = {
  get: (key) => disk.get(key) ?? null,
  set: (key, value) => void disk.set(key, value),
  remove: (key) => void disk.delete(key),
}
/** As in private windows of some browsers: every tab keeps its own time. */
const noStorage = (): TokenStorage => ({ get: () => null, set: () => {}, remove: () => {} })

function tab({ sessionId = 's-1', of = storage }: { sessionId?: string; of?: TokenStorage } = {}): Idle {
  const idle = createIdle({ sessionId, idleMs, warningMs, storage: of, now: () => clock })
  tabs.push(idle)
  return idle
}
/** Waits for messages between tabs. */
const delivered = () => new Promise((resolve) => setTimeout(resolve, 25))

beforeEach(() => {
  clock = Date.parse('2026-11-26T10:00:00Z')
  disk = new Map()
})
afterEach(() => {
  for (const idle of tabs) idle.close()
  tabs = []
})

test.each([
  [idleMs - 1, 'here'],
  [idleMs, 'away'],
  [idleMs + warningMs - 1, 'away'],
  [idleMs + warningMs, 'gone'],
])('%i ms after the last activity the user is %s [A4.13] [A9.3]', (quiet, expected) => {
  const idle = tab()
  clock += quiet
  expect(idle.check()).toBe(expected)
})

test('activity before the warning restarts the time', () => {
  const idle = tab()
  clock += idleMs - 1
  idle.see('keydown')
  clock += idleMs - 1
  expect(idle.check()).toBe('here')
})

test('the warning says when the session ends', () => {
  const idle = tab()
  const lastActiveAt = clock
  clock += idleMs + 5_000
  idle.check()
  expect(idle.endsAt()).toBe(lastActiveAt + idleMs + warningMs)
})

test.each(['mousemove', 'keydown', 'touchstart', 'wheel', 'resize', 'visibilitychange'] as const)(
  'during the warning %s does not count',
  (sign) => {
    const idle = tab()
    clock += idleMs
    idle.see(sign)
    expect(idle.check()).toBe('away')
  },
)

test('during the warning an ongoing call counts, so that no conversation is interrupted', () => {
  const idle = tab()
  clock += idleMs + MINUTE
  idle.see(CALL_ONGOING)
  expect(idle.check()).toBe('here')
})

test('choosing to stay restarts the whole time, any number of times', () => {
  const idle = tab()
  for (let again = 0; again < 20; again++) {
    clock += idleMs + warningMs - 1
    expect(idle.check()).toBe('away')
    idle.stay()
    expect(idle.check()).toBe('here')
  }
})

test('a laptop that slept too long wakes to an ended session, whatever woke it', () => {
  for (const sign of ['mousemove', 'visibilitychange', CALL_ONGOING] as const) {
    const idle = tab({ sessionId: sign })
    clock += 8 * 60 * MINUTE
    idle.see(sign)
    expect(idle.check()).toBe('gone')
    idle.stay()
    expect(idle.check()).toBe('gone')
  }
})

test('the end is reported once', () => {
  const idle = tab()
  const listener = vi.fn()
  idle.onChange(listener)
  for (const step of [idleMs, 1_000, warningMs, 1_000]) {
    clock += step
    idle.check()
  }
  expect(listener.mock.calls).toEqual([['away'], ['gone']])
})

test('a page that reopens after the time has passed has an ended session', () => {
  tab()
  clock += idleMs + warningMs
  expect(tab().check()).toBe('gone')
})

test('a page that reopens in time counts as activity in every tab', async () => {
  const first = tab()
  clock += idleMs + 1
  expect(first.check()).toBe('away')
  tab()
  await delivered()
  expect(first.check()).toBe('here')
})

test('activity of another session does not count: an old one does not end the current one', () => {
  tab({ sessionId: 's-yesterday' })
  clock += 24 * 60 * MINUTE
  expect(tab({ sessionId: 's-today' }).check()).toBe('here')
})

test('activity in one tab keeps the other [A4.13]', async () => {
  const firstTab = tab()
  const secondTab = tab()
  for (let minute = 0; minute < 30; minute++) {
    clock += MINUTE
    firstTab.see('keydown')
  }
  await delivered()
  expect(secondTab.check()).toBe('here')
})

test('activity is shared without common storage too', async () => {
  const firstTab = tab({ of: noStorage() })
  const secondTab = tab({ of: noStorage() })
  clock += idleMs - 1
  firstTab.see('mousemove')
  await delivered()
  clock += 1
  expect(secondTab.check()).toBe('here')
})

test('a tab that was frozen reads the stored time before it reports inactivity', () => {
  const firstTab = tab()
  const frozen = tab()
  clock += idleMs + warningMs - 1
  firstTab.check()
  firstTab.stay()
  clock += 1
  // No message was delivered, as nothing was awaited.
  expect(frozen.check()).toBe('here')
})

test('staying in one tab closes the warning in all of them [A4.17]', async () => {
  const all = [tab(), tab(), tab()]
  clock += idleMs
  expect(all.map((idle) => idle.check())).toEqual(['away', 'away', 'away'])
  const listener = vi.fn()
  all[2]?.onChange(listener)
  all[0]?.stay()
  await delivered()
  expect(listener).toHaveBeenCalledExactlyOnceWith('here')
})

test('a call in one tab keeps all tabs active for any time', async () => {
  const call = tab()
  const reading = tab()
  for (let half = 0; half < 90; half++) {
    clock += 30_000
    call.see(CALL_ONGOING)
    expect(reading.check()).toBe('here')
  }
})

test('a clock that is set back extends the session by no more than the whole time', () => {
  const idle = tab()
  clock -= 60 * MINUTE
  expect(idle.check()).toBe('here')
  clock += idleMs
  expect(idle.check()).toBe('away')
})

test('an invalid stored value is ignored', () => {
  disk.set('seen', 's-1 tomorrow')
  expect(tab().check()).toBe('here')
})

/** Events in either of two tabs. */
const event = fc.record({
  at: fc.nat(1),
  after: fc.integer({ min: 0, max: idleMs + warningMs + MINUTE }),
  what: fc.constantFrom('keydown', 'mousemove', CALL_ONGOING, 'stay', 'check'),
})

test('no sequence of events ends the session before the whole time since the last activity', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (story) => {
      disk = new Map()
      const two = [tab(), tab()]
      let lastActiveAt = clock
      for (const { at, after, what } of story) {
        clock += after
        const idle = two[at] as Idle
        const before = idle.check()
        if (what === 'stay') idle.stay()
        else if (what !== 'check') idle.see(what as typeof CALL_ONGOING)
        const counts = before === 'here' || (before === 'away' && (what === CALL_ONGOING || what === 'stay'))
        if (counts && what !== 'check') lastActiveAt = clock
        // Activity is shared once a second: the other tab may lack the last second.
        for (const one of two) {
          const quiet = clock - lastActiveAt
          if (quiet < idleMs - 1_000) expect(one.check()).toBe('here')
          if (quiet >= idleMs + warningMs) expect(one.check()).toBe('gone')
        }
        if (idle.check() === 'gone') break
      }
      for (const idle of two) idle.close()
    }),
  )
})
