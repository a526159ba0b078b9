import type { ClientSignal, RelayedSignal, ServerSignal } from '@cuida/core/care/call/call-signal.ts'
import type { QualitySample } from '../monitor.ts'
import type { CallOver, CallView } from '../view.ts'
import type {
  Description,
  Joined,
  Negotiation,
  PeerConnection,
  PeerConnectionEffect,
  PeerConnectionEvent,
  Step,
} from './peer-connection.ts'

/** After this long without media the page stops reconnecting and says so. The call goes on without this page. */
export const GIVE_UP_MS = 180_000
/**
 * Guests may come and go: after this long the page shows that it waits for the guest, and removes their frozen video.
 */
export const GUEST_AWAY_MS = 30_000
/** After the user switches video back on, video is not given up automatically for this long. */
export const KEEP_VIDEO_MS = 60_000

/**
 * The state machine of one peer connection. `over` is final; only the own camera and microphone can still be switched
 * off.
 */
export function reduce(connection: PeerConnection, event: PeerConnectionEvent): Step {
  if (connection.view.phase !== 'over') return withGiveUpTimer(connection, follow(connection, event))
  if (event.type !== 'shown') return still(connection)
  const { media } = event
  return { connection: { ...connection, media }, effects: [{ do: 'show', media, pictures: false }] }
}

function follow(connection: PeerConnection, event: PeerConnectionEvent): Step {
  switch (event.type) {
    case 'ticketBought':
      return still({ ...connection, ticket: event.ticket })
    case 'signalArrived':
      return still(arrived(connection, event.signal))
    case 'said':
      return obey(connection, event.signal)
    case 'signatureVerified':
      return event.isTheirs ? pass(connection, event.signal) : unsafe(connection)
    case 'lineBroke':
      return lineBroke({ ...connection, lineIsUp: false })
    case 'sentAway':
      return finish(connection, event.why)
    case 'woken':
      return { connection, effects: [{ do: 'probeLine' }] }
    case 'negotiated':
      return { connection, effects: [{ do: 'say', signal: withSignature(connection, event.signal) }] }
    case 'remoteCame':
      return still(change(connection, { remote: event.remote }))
    case 'mediaMoved':
      return mediaMoved(connection, event.state)
    case 'mediaStuck':
      return connection.lineIsUp && !connection.theirSocketIsDown ? renew(connection) : still(connection)
    case 'looked':
      return looked(connection, event.look, event.at)
    case 'giveUpTimerEnded':
      return connection.peer === 'guest'
        ? wait({ ...connection, isTimed: false })
        : finish({ ...connection, isTimed: false }, 'lost')
    case 'shown':
      return showAndTell({ ...connection, media: event.media })
    case 'soundOnlyChosen':
      return event.isOn
        ? soundOnly(connection, 'chosen')
        : soundOnly({ ...connection, picturesWanted: event.at }, 'off')
    case 'reconnectAsked':
      return then(disconnect(connection), renew)
    case 'left':
      return then({ connection, effects: [{ do: 'say', signal: { type: 'leave' } }] }, (connection) =>
        finish(connection, 'left'),
      )
  }
}

const still = (connection: PeerConnection): Step => ({ connection, effects: [] })
const change = (connection: PeerConnection, next: Partial<CallView>): PeerConnection => ({
  ...connection,
  view: { ...connection.view, ...next },
})
function then({ connection, effects }: Step, next: (connection: PeerConnection) => Step): Step {
  const after = next(connection)
  return { connection: after.connection, effects: [...effects, ...after.effects] }
}

/** Connecting and reconnecting have a time limit; waiting for the other side has none. */
function withGiveUpTimer(before: PeerConnection, step: Step): Step {
  const { connection, effects } = step
  const { phase } = connection.view
  const isTrying = phase === 'connecting' || phase === 'reconnecting'
  if (connection.view === before.view || isTrying === connection.isTimed) return step
  const forMs = connection.peer === 'guest' ? GUEST_AWAY_MS : GIVE_UP_MS
  const clock: PeerConnectionEffect = isTrying ? { do: 'startGiveUpTimer', forMs } : { do: 'stopGiveUpTimer' }
  return { connection: { ...connection, isTimed: isTrying }, effects: [...effects, clock] }
}

function arrived(connection: PeerConnection, signal: ServerSignal): PeerConnection {
  const lastSignalNumber = 'n' in signal && signal.n ? Math.max(connection.heard, signal.n) : connection.heard
  return { ...connection, heard: lastSignalNumber, lineIsUp: connection.lineIsUp || signal.type === 'joined' }
}

function obey(connection: PeerConnection, signal: ServerSignal): Step {
  switch (signal.type) {
    case 'joined':
      return joined({ ...connection, me: signal }, signal)
    case 'peer-joined':
      return connection.me ? pair(connection, signal.callSession, connection.me) : still(connection)
    case 'peer-back': {
      const onlineConnection = { ...connection, theirSocketIsDown: false }
      // The other side believes that the connection works; this page knows that it does not.
      return connection.view.phase === 'reconnecting' || !connection.isPaired
        ? renew(onlineConnection)
        : still(onlineConnection)
    }
    case 'peer-left':
      return peerLeft(connection, signal.reason)
    case 'peer-declined':
      return still(change(connection, { declined: true }))
    case 'media':
    case 'description':
    case 'candidate':
      return receive(connection, signal)
    case 'ended':
      return finish(connection, signal.reason)
    case 'refused':
      return signal.code === 'UNAVAILABLE' ? still(connection) : finish(connection, 'refused')
    case 'pong':
      return still(connection)
  }
}

function joined(connection: PeerConnection, signal: Joined): Step {
  if (signal.resumed)
    return {
      connection: { ...connection, theirSocketIsDown: !signal.peerPresent },
      effects: [createMediaEffect(connection)],
    }
  if (signal.peerPresent) return pair(connection, signal.callSession, signal)
  return wait({ ...connection, callSession: signal.callSession, theirSocketIsDown: false })
}

function pair(connection: PeerConnection, callSession: number, as: Joined): Step {
  const lastSignalNumber = Math.max(connection.heard, callSession)
  return then(
    disconnect({ ...connection, callSession, heard: lastSignalNumber, theirSocketIsDown: false }),
    (parted) => {
      const { remote } = parted.view
      const phase = remote ? 'reconnecting' : 'connecting'
      const connection = change(
        { ...parted, isPaired: true },
        { phase, declined: false, broken: remote && broken(parted) },
      )
      return {
        connection,
        effects: [{ do: 'connect', callSession, as }, show(connection), createMediaEffect(connection)],
      }
    },
  )
}

function peerLeft(connection: PeerConnection, reason: 'left' | 'lost' | 'unsafe'): Step {
  if (reason === 'unsafe') return finish(connection, 'unsafe')
  if (reason === 'left') return wait(connection)
  const alone = { ...connection, theirSocketIsDown: true }
  return still(connection.view.phase === 'reconnecting' ? change(alone, { broken: broken(alone) }) : alone)
}

function receive(connection: PeerConnection, signal: RelayedSignal): Step {
  if (signal.type === 'media') {
    const { mic, camera, soundOnly = false, micStopped = false, cameraStopped = false } = signal
    const updatedConnection = change(connection, { peer: { mic, camera, soundOnly, micStopped, cameraStopped } })
    return { connection: updatedConnection, effects: [show(updatedConnection)] }
  }
  const { me, ticket, isPaired, callSession } = connection
  if (!isPaired || signal.callSession !== callSession) return still(connection)
  if (signal.type === 'candidate') return pass(connection, signal)
  if (!me || !ticket) return unsafe(connection)
  return { connection, effects: [{ do: 'verifySignature', signal, callId: me.callId, ticket }] }
}
/**
 * Dropped unless it belongs to the current call session: the connection may have been replaced while the signature
 * was checked.
 */
const pass = (connection: PeerConnection, signal: Negotiation): Step =>
  connection.isPaired && signal.callSession === connection.callSession
    ? { connection, effects: [{ do: 'give', signal }] }
    : still(connection)
const unsafe = (connection: PeerConnection): Step =>
  then({ connection, effects: [{ do: 'say', signal: { type: 'leave', unsafe: true } }] }, (connection) =>
    finish(connection, 'unsafe'),
  )

const withSignature = ({ ticket }: PeerConnection, signal: Negotiation): Description | Negotiation =>
  signal.type === 'description' && ticket ? { ...signal, signature: ticket.signature } : signal

function lineBroke(connection: PeerConnection): Step {
  const { phase } = connection.view
  const isChanged = phase === 'waiting' || phase === 'reconnecting'
  return still(isChanged ? change(connection, { phase: 'reconnecting', broken: 'mine' }) : connection)
}

function mediaMoved(connection: PeerConnection, state: RTCPeerConnectionState): Step {
  if (state === 'connected') {
    const live = change(connection, { phase: 'live', broken: undefined })
    return { connection: live, effects: [show(live)] }
  }
  const isLost = state === 'disconnected' || state === 'failed'
  return still(isLost ? change(connection, { phase: 'reconnecting', broken: broken(connection) }) : connection)
}

function looked(connection: PeerConnection, { quality, speaking, giveUpPictures }: QualitySample, at: number): Step {
  const { view } = connection
  const isChanged = quality !== view.quality || speaking.me !== view.speaking.me || speaking.them !== view.speaking.them
  const step: Step = {
    connection: isChanged ? change(connection, { quality, speaking }) : connection,
    effects: [{ do: 'limit', quality }],
  }
  const isEnough = giveUpPictures && view.soundOnly === 'off' && at - connection.picturesWanted > KEEP_VIDEO_MS
  return isEnough ? then(step, (connection) => soundOnly(connection, 'self')) : step
}

const soundOnly = (connection: PeerConnection, how: CallView['soundOnly']): Step =>
  showAndTell(change(connection, { soundOnly: how }))

const broken = ({ lineIsUp, theirSocketIsDown }: PeerConnection) => (lineIsUp && theirSocketIsDown ? 'theirs' : 'mine')

const showAndTell = (connection: PeerConnection): Step => ({
  connection,
  effects: [show(connection), createMediaEffect(connection)],
})
const show = ({ media, view }: PeerConnection): PeerConnectionEffect => ({
  do: 'show',
  media,
  pictures: view.soundOnly === 'off' && !view.peer.soundOnly,
})
function createMediaEffect({ media, view }: PeerConnection): PeerConnectionEffect {
  const signal: ClientSignal = { type: 'media', ...media }
  return { do: 'say', signal: view.soundOnly === 'off' ? signal : { ...signal, soundOnly: true } }
}

const disconnect = (connection: PeerConnection): Step =>
  connection.isPaired
    ? { connection: { ...connection, isPaired: false }, effects: [{ do: 'disconnect' }] }
    : still(connection)
const renew = (connection: PeerConnection): Step => ({
  connection: { ...connection, lineIsUp: false },
  effects: [{ do: 'renewLine' }],
})
const wait = (connection: PeerConnection): Step =>
  then(disconnect(connection), (connection) => still(change(connection, { phase: 'waiting', remote: undefined })))
const finish = (connection: PeerConnection, end: CallOver): Step =>
  then(disconnect(change(connection, { phase: 'over', remote: undefined, end })), (connection) => ({
    connection,
    effects: [{ do: 'close' }],
  }))

/**
 * The join message for this ticket: while media flows the call session stays, and the server repeats missed signals.
 */
export function joinMessage({ me, callSession, heard }: PeerConnection, ticket: string, isSettled: boolean): Join {
  return {
    type: 'join',
    ticket,
    ...(me ? { callId: me.callId } : {}),
    ...(isSettled ? { resume: { callSession, heard } } : {}),
  }
}
type Join = Extract<ClientSignal, { type: 'join' }>
