import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PeerConnectionEvent } from './peer-connection.ts'
import {
  applyEvents,
  applyTestEvent,
  createTestCall,
  joinedEvent,
  listPossibleEvents,
  REMOTE_STREAM,
  signalEvent,
  signalEvents,
  TEST_TICKET,
  type TestCall,
} from './test-peer-connection.ts'

/** The parts of the state on which transitions depend; everything else is only sent or shown. */
function keyOf({ connection, isClosed }: TestCall): string {
  if (isClosed) return 'over'
  const { phase, remote, soundOnly, broken, peer } = connection.view
  const where = [phase, remote !== undefined, broken, connection.isPaired, connection.callSession, connection.isTimed]
  const lines = [
    connection.lineIsUp,
    connection.theirSocketIsDown,
    connection.me !== undefined,
    connection.ticket !== undefined,
  ]
  return [...where, ...lines, soundOnly, peer.soundOnly].join()
}

function reachable(from: TestCall): TestCall[] {
  const found = new Map([[keyOf(from), from]])
  for (const testCall of found.values()) {
    for (const event of listPossibleEvents(testCall)) {
      const next = applyTestEvent(testCall, event)
      const key = keyOf(next)
      if (!found.has(key)) found.set(key, next)
    }
  }
  return [...found.values()]
}
const reached = new Map(
  (['clinician', 'guest'] as const).map((peer) => [peer, reachable(createTestCall(peer))] as const),
)
const ongoing = () => [...reached.values()].flat().filter(({ isClosed }) => !isClosed)

test('in every reachable state, every event leaves a consistent connection state', () => {
  const phases = new Set([...reached.values()].flat().map(({ connection }) => connection.view.phase))
  expect([...phases].toSorted()).toEqual(['connecting', 'live', 'over', 'reconnecting', 'waiting'])
  expect(ongoing().length).toBeGreaterThan(500)
  expect(ongoing().every((testCall) => listPossibleEvents(testCall).length > 0)).toBe(true)
})

test('from every state the returning network restores the connection [B2.30]', () => {
  const back: PeerConnectionEvent[] = [
    { type: 'lineBroke' },
    { type: 'ticketBought', ticket: TEST_TICKET },
    ...signalEvents(joinedEvent({ callSession: 3 })),
    { type: 'remoteCame', remote: REMOTE_STREAM },
    { type: 'mediaMoved', state: 'connected' },
  ]
  for (const testCall of ongoing())
    expect(applyEvents(testCall, back)).toMatchObject({ openSession: 3, connection: { view: { phase: 'live' } } })
})

test.each<[string, PeerConnectionEvent, string]>([
  ['the clinician completes it', signalEvent({ type: 'ended', reason: 'completed' }), 'completed'],
  ['it continues by phone', signalEvent({ type: 'ended', reason: 'switched' }), 'switched'],
  ['another tab takes over', { type: 'sentAway', why: 'replaced' }, 'replaced'],
  ['the session ends', { type: 'sentAway', why: 'refused' }, 'refused'],
  ['a third party changes the signals', signalEvent({ type: 'peer-left', reason: 'unsafe' }), 'unsafe'],
  ['this page hangs up', { type: 'left' }, 'left'],
])('from every state the call ends when %s, and no event changes that', (_, event, end) => {
  for (const testCall of ongoing()) {
    const over = applyTestEvent(testCall, event)
    expect(over).toMatchObject({
      isClosed: true,
      openSession: undefined,
      isClockOn: false,
      connection: { view: { end } },
    })
    const after = applyEvents(over, [...listPossibleEvents(testCall), ...listPossibleEvents(over)])
    expect(after.connection.view).toBe(over.connection.view)
  }
})

test('the state stays consistent over long sequences of events', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('patient', 'clinician', 'guest'),
      fc.boolean(),
      fc.array(fc.nat(), { maxLength: 200, size: 'max' }),
      (peer, soundOnly, choices) => {
        let testCall = createTestCall(peer, soundOnly)
        for (const choice of choices) {
          const events = listPossibleEvents(testCall)
          const event = events[choice % events.length]
          if (event) testCall = applyTestEvent(testCall, event)
        }
      },
    ),
    { numRuns: 500 },
  )
})
