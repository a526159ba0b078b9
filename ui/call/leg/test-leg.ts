import type { RelayedSignal, ServerSignal } from '@cuida/core/care/call/call-signal.ts'
import type { Joined, Leg, LegEffect, LegEvent, Negotiation } from './leg.ts'
import { newLeg } from './leg.ts'
import { reduce } from './reduce.ts'

export const CALL = '5f0c2c4e-6d0e-4f53-9c6e-0f4d6a1a2b3c'
export const TICKET = { ticket: 'first', seal: 'mine', sealKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } as const }
export const REMOTE = {} as MediaStream

export const said = (signal: ServerSignal): LegEvent => ({ type: 'said', signal })
export const joined = (more: Partial<Joined> = {}): Joined => ({
  type: 'joined',
  callId: CALL,
  role: 'patient',
  polite: true,
  pairing: 1,
  peerPresent: true,
  iceServers: [],
  ...more,
})
export const description = (pairing: number, type: 'offer' | 'answer' = 'offer') =>
  ({ type: 'description', pairing, description: { type, sdp: 'sdp' }, seal: 'theirs' }) satisfies RelayedSignal
export const candidate = (pairing: number) =>
  ({ type: 'candidate', pairing, candidate: { candidate: 'way' } }) satisfies RelayedSignal
export const arrives = (signal: ServerSignal): LegEvent[] => [{ type: 'signalArrived', signal }, said(signal)]
/** In with the other side there, seen and heard. */
export const LIVE: LegEvent[] = [
  { type: 'ticketBought', ticket: TICKET },
  ...arrives(joined()),
  { type: 'remoteCame', remote: REMOTE },
  { type: 'mediaMoved', state: 'connected' },
]

/** One leg, and what its effects have opened so far. */
export interface World {
  leg: Leg
  /** The pairing of the connection to the other side. */
  connection: number | undefined
  isClockOn: boolean
  isClosed: boolean
  effects: readonly LegEffect[]
}

export const newWorld = (peer: Leg['peer'] = 'clinician', soundOnly = false): World => ({
  leg: newLeg(peer, { mic: true, camera: true }, soundOnly),
  connection: undefined,
  isClockOn: false,
  isClosed: false,
  effects: [],
})
export const play = (world: World, events: readonly LegEvent[]): World => events.reduce(happens, world)

/** The next moment of a world. Throws when it does what no call may do. */
export function happens(before: World, event: LegEvent): World {
  const { leg, effects } = reduce(before.leg, event)
  // A clock that has run down runs no more.
  const isClockOn = before.isClockOn && event.type !== 'patienceEnded'
  const begun = { ...before, isClockOn, leg, effects }
  const after = effects.reduce((world, effect) => done(world, effect, leg, event), begun)
  const { phase } = leg.view
  const isOver = phase === 'over'
  must(after.isClosed === isOver, 'what is over is closed, and nothing else')
  must(before.leg.view.phase !== 'over' || leg.view === before.leg.view, 'what is over stays as it is')
  must(after.connection === (leg.isPaired ? leg.pairing : undefined), 'it knows its connection')
  must(after.isClockOn === leg.isTimed, 'it knows its clock')
  must(!leg.isTimed || phase === 'connecting' || phase === 'reconnecting', 'patience is for those who try')
  must(
    leg.isTimed || leg.view === before.leg.view || phase === 'live' || phase === 'waiting' || isOver,
    'nobody tries for ever',
  )
  must(
    !isOver || (!leg.isPaired && !leg.view.remote && leg.view.end !== undefined),
    'what is over shows nobody and says why',
  )
  must(phase !== 'waiting' || (!leg.isPaired && !leg.view.remote), 'who is waited for is not shown')
  must(leg.heard >= before.leg.heard, 'what was heard stays heard')
  return after
}

function done(world: World, effect: LegEffect, leg: Leg, event: LegEvent): World {
  must(!world.isClosed || effect.do === 'show' || effect.do === 'endPatience', `no ${effect.do} once it is closed`)
  switch (effect.do) {
    case 'meet':
      must(world.connection === undefined, 'one connection at a time')
      return { ...world, connection: effect.pairing }
    case 'part':
      must(world.connection !== undefined, 'only what is open is closed')
      return { ...world, connection: undefined }
    case 'beginPatience':
      must(!world.isClockOn, 'one clock at a time')
      return { ...world, isClockOn: true }
    case 'endPatience':
      must(world.isClockOn, 'only a clock that runs is stopped')
      return { ...world, isClockOn: false }
    case 'close':
      return { ...world, isClosed: true }
    case 'say':
      if (effect.signal.type === 'description') must(effect.signal.seal === leg.ticket?.seal, 'an offer is sealed')
      return world
    case 'give':
      must(effect.signal.pairing === world.connection, 'it is given to the connection that it was said to')
      must(effect.signal.type === 'candidate' || isTheirs(event), 'no description is taken unsealed')
      return world
    case 'show':
      must(!effect.pictures || (leg.view.soundOnly === 'off' && !leg.view.peer.soundOnly), 'no pictures unasked')
      return world
    default:
      return world
  }
}
const isTheirs = (event: LegEvent) => event.type === 'sealChecked' && event.isTheirs

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`does not hold: ${what}`)
}

const pairings = [1, 2] as const
const states = ['new', 'connecting', 'connected', 'disconnected', 'failed', 'closed'] as const
const looks = ['good', 'poor'] as const
const SIGNALS: readonly ServerSignal[] = [
  ...pairings.flatMap((pairing): ServerSignal[] => [
    joined({ pairing }),
    joined({ pairing, peerPresent: false }),
    { type: 'peer-joined', pairing },
    description(pairing),
    candidate(pairing),
  ]),
  { type: 'pong' },
  { type: 'peer-back' },
  ...(['left', 'lost', 'unsafe'] as const).map((reason) => ({ type: 'peer-left', reason }) as const),
  { type: 'peer-declined' },
  ...[true, false].map((soundOnly) => ({ type: 'media', mic: true, camera: true, soundOnly }) as const),
  ...(['completed', 'ended', 'missed', 'switched', 'removed'] as const).map(
    (reason) => ({ type: 'ended', reason }) as const,
  ),
  ...(['TICKET_REFUSED', 'NO_CALL', 'UNAVAILABLE'] as const).map((code) => ({ type: 'refused', code }) as const),
]
const ALWAYS: readonly LegEvent[] = [
  { type: 'shown', media: { mic: true, camera: false } },
  { type: 'shown', media: { mic: true, camera: true } },
  { type: 'soundOnlyChosen', isOn: true, at: 100_000 },
  { type: 'soundOnlyChosen', isOn: false, at: 100_000 },
  { type: 'reconnectAsked' },
  { type: 'left' },
]
const BY_LINE: readonly LegEvent[] = [
  { type: 'ticketBought', ticket: TICKET },
  { type: 'ticketBought', ticket: undefined },
  { type: 'lineBroke' },
  { type: 'woken' },
  ...(['ended', 'replaced', 'refused', 'left'] as const).map((why) => ({ type: 'sentAway', why }) as const),
  ...looks.flatMap((quality) =>
    [true, false].map(
      (giveUpPictures): LegEvent => ({
        type: 'looked',
        look: { quality, speaking: { me: false, them: false }, giveUpPictures },
        at: 100_000,
      }),
    ),
  ),
]
const byConnection = (pairing: number): LegEvent[] => [
  { type: 'remoteCame', remote: REMOTE },
  { type: 'mediaStuck' },
  ...states.map((state) => ({ type: 'mediaMoved', state }) as const),
  ...[description(pairing), candidate(pairing)].map(
    (signal) => ({ type: 'negotiated', signal: unsealed(signal) }) as const,
  ),
]
const unsealed = (signal: Negotiation): Negotiation =>
  signal.type === 'description'
    ? { type: 'description', pairing: signal.pairing, description: signal.description }
    : signal

/** All that can happen next. What was said may be heard late: while it waited for its turn, the line may have gone. */
export function canHappen({ leg, connection, isClockOn, isClosed }: World): LegEvent[] {
  const isIn = leg.me !== undefined
  const resumed = connection
    ? [
        joined({ pairing: connection, resumed: true }),
        joined({ pairing: connection, resumed: true, peerPresent: false }),
      ]
    : []
  const signals = [...SIGNALS, ...resumed].filter(
    ({ type }) => isIn || (leg.ticket && (type === 'joined' || type === 'refused')),
  )
  return [
    ...ALWAYS,
    ...(isClosed ? [] : BY_LINE),
    ...signals.map(said),
    ...(isClosed ? [] : signals.map((signal): LegEvent => ({ type: 'signalArrived', signal }))),
    ...(connection ? byConnection(connection) : []),
    ...(isIn
      ? pairings.flatMap((pairing) =>
          [true, false].map((isTheirs): LegEvent => ({ type: 'sealChecked', signal: description(pairing), isTheirs })),
        )
      : []),
    ...(isClockOn ? [{ type: 'patienceEnded' } as const] : []),
  ]
}
