import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LegEvent } from './leg.ts'
import { arrives, canHappen, happens, joined, newWorld, play, REMOTE, said, TICKET, type World } from './test-leg.ts'

/** What tells two worlds apart: the rest of what a leg knows is said or shown, and nothing else depends on it. */
function keyOf({ leg, isClosed }: World): string {
  if (isClosed) return 'over'
  const { phase, remote, soundOnly, broken, peer } = leg.view
  const where = [phase, remote !== undefined, broken, leg.isPaired, leg.pairing, leg.isTimed]
  const lines = [leg.lineIsUp, leg.theirSocketIsDown, leg.me !== undefined, leg.ticket !== undefined]
  return [...where, ...lines, soundOnly, peer.soundOnly].join()
}

function reachable(from: World): World[] {
  const found = new Map([[keyOf(from), from]])
  for (const world of found.values()) {
    for (const event of canHappen(world)) {
      const next = happens(world, event)
      const key = keyOf(next)
      if (!found.has(key)) found.set(key, next)
    }
  }
  return [...found.values()]
}
const reached = new Map((['clinician', 'guest'] as const).map((peer) => [peer, reachable(newWorld(peer))] as const))
const ongoing = () => [...reached.values()].flat().filter(({ isClosed }) => !isClosed)

test('in every state that can be reached, everything that can happen leaves a leg whose parts fit', () => {
  const phases = new Set([...reached.values()].flat().map(({ leg }) => leg.view.phase))
  expect([...phases].toSorted()).toEqual(['connecting', 'live', 'over', 'reconnecting', 'waiting'])
  expect(ongoing().length).toBeGreaterThan(500)
  expect(ongoing().every((world) => canHappen(world).length > 0)).toBe(true)
})

test('from every state the network brings it back to life [B2.30]', () => {
  const back: LegEvent[] = [
    { type: 'lineBroke' },
    { type: 'ticketBought', ticket: TICKET },
    ...arrives(joined({ pairing: 3 })),
    { type: 'remoteCame', remote: REMOTE },
    { type: 'mediaMoved', state: 'connected' },
  ]
  for (const world of ongoing())
    expect(play(world, back)).toMatchObject({ connection: 3, leg: { view: { phase: 'live' } } })
})

test.each<[string, LegEvent, string]>([
  ['the clinician completes it', said({ type: 'ended', reason: 'completed' }), 'completed'],
  ['it goes on by phone', said({ type: 'ended', reason: 'switched' }), 'switched'],
  ['it is taken over in another tab', { type: 'sentAway', why: 'replaced' }, 'replaced'],
  ['the session ends', { type: 'sentAway', why: 'refused' }, 'refused'],
  ['somebody in between changes what is said', said({ type: 'peer-left', reason: 'unsafe' }), 'unsafe'],
  ['we hang up', { type: 'left' }, 'left'],
])('from every state it is over when %s, and stays so whatever comes', (_, event, end) => {
  for (const world of ongoing()) {
    const over = happens(world, event)
    expect(over).toMatchObject({ isClosed: true, connection: undefined, isClockOn: false, leg: { view: { end } } })
    const after = play(over, [...canHappen(world), ...canHappen(over)])
    expect(after.leg.view).toBe(over.leg.view)
  }
})

test('however long a call goes on, its parts fit', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('patient', 'clinician', 'guest'),
      fc.boolean(),
      fc.array(fc.nat(), { maxLength: 200, size: 'max' }),
      (peer, soundOnly, choices) => {
        let world = newWorld(peer, soundOnly)
        for (const choice of choices) {
          const events = canHappen(world)
          const event = events[choice % events.length]
          if (event) world = happens(world, event)
        }
      },
    ),
    { numRuns: 500 },
  )
})
