import type { RelayedSignal, ServerSignal } from '@cuida/core/care/call/call-signal.ts'
import type {
  Joined,
  Negotiation,
  PeerConnection,
  PeerConnectionEffect,
  PeerConnectionEvent,
} from './peer-connection.ts'
import { initialPeerConnection } from './peer-connection.ts'
import { reduce } from './reduce.ts'

export const TEST_CALL_ID = '5f0c2c4e-6d0e-4f53-9c6e-0f4d6a1a2b3c'
export const TEST_TICKET = {
  ticket: 'first',
  signature: 'mine',
  signingKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } as const,
  earlierSigningKeys: [],
}
export const REMOTE_STREAM = {} as MediaStream

export const signalEvent = (signal: ServerSignal): PeerConnectionEvent => ({ type: 'said', signal })
export const joinedEvent = (more: Partial<Joined> = {}): Joined => ({
  type: 'joined',
  callId: TEST_CALL_ID,
  role: 'patient',
  polite: true,
  callSession: 1,
  peerPresent: true,
  iceServers: [],
  ...more,
})
export const descriptionSignal = (callSession: number, type: 'offer' | 'answer' = 'offer') =>
  ({ type: 'description', callSession, description: { type, sdp: 'sdp' }, signature: 'theirs' }) satisfies RelayedSignal
export const candidateSignal = (callSession: number) =>
  ({ type: 'candidate', callSession, candidate: { candidate: 'way' } }) satisfies RelayedSignal
export const signalEvents = (signal: ServerSignal): PeerConnectionEvent[] => [
  { type: 'signalArrived', signal },
  signalEvent(signal),
]
/** The events until both sides are connected with media. */
export const EVENTS_UNTIL_CONNECTED: PeerConnectionEvent[] = [
  { type: 'ticketBought', ticket: TEST_TICKET },
  ...signalEvents(joinedEvent()),
  { type: 'remoteCame', remote: REMOTE_STREAM },
  { type: 'mediaMoved', state: 'connected' },
]

/** A peer connection and what its effects have opened so far. */
export interface TestCall {
  connection: PeerConnection
  /** The call session of the open connection. */
  openSession: number | undefined
  isClockOn: boolean
  isClosed: boolean
  effects: readonly PeerConnectionEffect[]
}

export const createTestCall = (peer: PeerConnection['peer'] = 'clinician', soundOnly = false): TestCall => ({
  connection: initialPeerConnection(peer, { mic: true, camera: true }, soundOnly),
  openSession: undefined,
  isClockOn: false,
  isClosed: false,
  effects: [],
})
export const applyEvents = (testCall: TestCall, events: readonly PeerConnectionEvent[]): TestCall =>
  events.reduce(applyTestEvent, testCall)

/** Applies the next event. Throws when a rule of all calls is broken. */
export function applyTestEvent(before: TestCall, event: PeerConnectionEvent): TestCall {
  const { connection, effects } = reduce(before.connection, event)
  // An expired timer does not run any more.
  const isClockOn = before.isClockOn && event.type !== 'giveUpTimerEnded'
  const nextCall = { ...before, isClockOn, connection, effects }
  const after = effects.reduce((testCall, effect) => done(testCall, effect, connection, event), nextCall)
  const { phase } = connection.view
  const isOver = phase === 'over'
  must(after.isClosed === isOver, 'what is over is closed, and nothing else')
  must(
    before.connection.view.phase !== 'over' || connection.view === before.connection.view,
    'what is over stays as it is',
  )
  must(after.openSession === (connection.isPaired ? connection.callSession : undefined), 'it knows its connection')
  must(after.isClockOn === connection.isTimed, 'it knows its clock')
  must(!connection.isTimed || phase === 'connecting' || phase === 'reconnecting', 'giveUpTimer is for those who try')
  must(
    connection.isTimed ||
      connection.view === before.connection.view ||
      phase === 'live' ||
      phase === 'waiting' ||
      isOver,
    'nobody tries for ever',
  )
  must(
    !isOver || (!connection.isPaired && !connection.view.remote && connection.view.end !== undefined),
    'what is over shows nobody and says why',
  )
  must(phase !== 'waiting' || (!connection.isPaired && !connection.view.remote), 'who is waited for is not shown')
  must(connection.heard >= before.connection.heard, 'what was heard stays heard')
  return after
}

function done(
  testCall: TestCall,
  effect: PeerConnectionEffect,
  connection: PeerConnection,
  event: PeerConnectionEvent,
): TestCall {
  must(
    !testCall.isClosed || effect.do === 'show' || effect.do === 'stopGiveUpTimer',
    `no ${effect.do} once it is closed`,
  )
  switch (effect.do) {
    case 'connect':
      must(testCall.openSession === undefined, 'one connection at a time')
      return { ...testCall, openSession: effect.callSession }
    case 'disconnect':
      must(testCall.openSession !== undefined, 'only what is open is closed')
      return { ...testCall, openSession: undefined }
    case 'startGiveUpTimer':
      must(!testCall.isClockOn, 'one clock at a time')
      return { ...testCall, isClockOn: true }
    case 'stopGiveUpTimer':
      must(testCall.isClockOn, 'only a clock that runs is stopped')
      return { ...testCall, isClockOn: false }
    case 'close':
      return { ...testCall, isClosed: true }
    case 'say':
      if (effect.signal.type === 'description')
        must(effect.signal.signature === connection.ticket?.signature, 'an offer is sealed')
      return testCall
    case 'give':
      must(effect.signal.callSession === testCall.openSession, 'it is given to the connection that it was said to')
      must(effect.signal.type === 'candidate' || isTheirs(event), 'no description is taken unsealed')
      return testCall
    case 'show':
      must(
        !effect.pictures || (connection.view.soundOnly === 'off' && !connection.view.peer.soundOnly),
        'no pictures unasked',
      )
      return testCall
    default:
      return testCall
  }
}
const isTheirs = (event: PeerConnectionEvent) => event.type === 'signatureVerified' && event.isTheirs

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`condition was not reached: ${what}`)
}

const callSessions = [1, 2] as const
const states = ['new', 'connecting', 'connected', 'disconnected', 'failed', 'closed'] as const
const qualities = ['good', 'poor'] as const
const SIGNALS: readonly ServerSignal[] = [
  ...callSessions.flatMap((callSession): ServerSignal[] => [
    joinedEvent({ callSession }),
    joinedEvent({ callSession, peerPresent: false }),
    { type: 'peer-joined', callSession },
    descriptionSignal(callSession),
    candidateSignal(callSession),
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
const ALWAYS: readonly PeerConnectionEvent[] = [
  { type: 'shown', media: { mic: true, camera: false } },
  { type: 'shown', media: { mic: true, camera: true } },
  { type: 'soundOnlyChosen', isOn: true, at: 100_000 },
  { type: 'soundOnlyChosen', isOn: false, at: 100_000 },
  { type: 'reconnectAsked' },
  { type: 'left' },
]
const BY_LINE: readonly PeerConnectionEvent[] = [
  { type: 'ticketBought', ticket: TEST_TICKET },
  { type: 'ticketBought', ticket: undefined },
  { type: 'lineBroke' },
  { type: 'woken' },
  ...(['ended', 'replaced', 'refused', 'left'] as const).map((why) => ({ type: 'sentAway', why }) as const),
  ...qualities.flatMap((quality) =>
    [true, false].map(
      (giveUpPictures): PeerConnectionEvent => ({
        type: 'looked',
        look: { quality, speaking: { me: false, them: false }, giveUpPictures },
        at: 100_000,
      }),
    ),
  ),
]
const byConnection = (callSession: number): PeerConnectionEvent[] => [
  { type: 'remoteCame', remote: REMOTE_STREAM },
  { type: 'mediaStuck' },
  ...states.map((state) => ({ type: 'mediaMoved', state }) as const),
  ...[descriptionSignal(callSession), candidateSignal(callSession)].map(
    (signal) => ({ type: 'negotiated', signal: withoutSignature(signal) }) as const,
  ),
]
const withoutSignature = (signal: Negotiation): Negotiation =>
  signal.type === 'description'
    ? { type: 'description', callSession: signal.callSession, description: signal.description }
    : signal

/** All events that are possible next. A received signal may be processed after the socket is gone. */
export function listPossibleEvents({ connection, openSession, isClockOn, isClosed }: TestCall): PeerConnectionEvent[] {
  const isIn = connection.me !== undefined
  const resumed = openSession
    ? [
        joinedEvent({ callSession: openSession, resumed: true }),
        joinedEvent({ callSession: openSession, resumed: true, peerPresent: false }),
      ]
    : []
  const signals = [...SIGNALS, ...resumed].filter(
    ({ type }) => isIn || (connection.ticket && (type === 'joined' || type === 'refused')),
  )
  return [
    ...ALWAYS,
    ...(isClosed ? [] : BY_LINE),
    ...signals.map(signalEvent),
    ...(isClosed ? [] : signals.map((signal): PeerConnectionEvent => ({ type: 'signalArrived', signal }))),
    ...(openSession ? byConnection(openSession) : []),
    ...(isIn
      ? callSessions.flatMap((callSession) =>
          [true, false].map(
            (isTheirs): PeerConnectionEvent => ({
              type: 'signatureVerified',
              signal: descriptionSignal(callSession),
              isTheirs,
            }),
          ),
        )
      : []),
    ...(isClockOn ? [{ type: 'giveUpTimerEnded' } as const] : []),
  ]
}
