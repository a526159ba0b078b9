import type { ClientSignal, RelayedSignal, ServerSignal } from '@cuida/core/care/call/call-signal.ts'
import type { Look } from '../monitor.ts'
import type { CallOver, CallView } from '../view.ts'
import type { Description, Joined, Leg, LegEffect, LegEvent, Negotiation, Step } from './leg.ts'

/** Without media for this long, the page stops trying by itself and says so. The call goes on without it. */
export const GIVE_UP_MS = 180_000
/** A guest may come and go: who has not come back within this long is waited for, and their frozen picture goes. */
export const GUEST_AWAY_MS = 30_000
/** A person who turns pictures on again knows what they do: they are not given up again for so long. */
export const AGAIN_MS = 60_000

/** How one leg goes on. What is over stays over, and only our own camera and microphone can still be switched off. */
export function reduce(leg: Leg, event: LegEvent): Step {
  if (leg.view.phase !== 'over') return withPatience(leg, follow(leg, event))
  if (event.type !== 'shown') return still(leg)
  const { media } = event
  return { leg: { ...leg, media }, effects: [{ do: 'show', media, pictures: false }] }
}

function follow(leg: Leg, event: LegEvent): Step {
  switch (event.type) {
    case 'ticketBought':
      return still({ ...leg, ticket: event.ticket })
    case 'signalArrived':
      return still(arrived(leg, event.signal))
    case 'said':
      return obey(leg, event.signal)
    case 'sealChecked':
      return event.isTheirs ? pass(leg, event.signal) : unsafe(leg)
    case 'lineBroke':
      return lineBroke({ ...leg, lineIsUp: false })
    case 'sentAway':
      return finish(leg, event.why)
    case 'woken':
      return { leg, effects: [{ do: 'probeLine' }] }
    case 'negotiated':
      return { leg, effects: [{ do: 'say', signal: sealed(leg, event.signal) }] }
    case 'remoteCame':
      return still(change(leg, { remote: event.remote }))
    case 'mediaMoved':
      return mediaMoved(leg, event.state)
    case 'mediaStuck':
      return leg.lineIsUp && !leg.theirSocketIsDown ? renew(leg) : still(leg)
    case 'looked':
      return looked(leg, event.look, event.at)
    case 'patienceEnded':
      return leg.peer === 'guest' ? wait({ ...leg, isTimed: false }) : finish({ ...leg, isTimed: false }, 'lost')
    case 'shown':
      return showAndTell({ ...leg, media: event.media })
    case 'soundOnlyChosen':
      return event.isOn ? soundOnly(leg, 'chosen') : soundOnly({ ...leg, picturesWanted: event.at }, 'off')
    case 'reconnectAsked':
      return then(part(leg), renew)
    case 'left':
      return then({ leg, effects: [{ do: 'say', signal: { type: 'leave' } }] }, (leg) => finish(leg, 'left'))
  }
}

const still = (leg: Leg): Step => ({ leg, effects: [] })
const change = (leg: Leg, next: Partial<CallView>): Leg => ({ ...leg, view: { ...leg.view, ...next } })
function then({ leg, effects }: Step, next: (leg: Leg) => Step): Step {
  const after = next(leg)
  return { leg: after.leg, effects: [...effects, ...after.effects] }
}

/** Whoever neither is seen nor waits for anybody does not try for ever. */
function withPatience(before: Leg, step: Step): Step {
  const { leg, effects } = step
  const { phase } = leg.view
  const isTrying = phase === 'connecting' || phase === 'reconnecting'
  if (leg.view === before.view || isTrying === leg.isTimed) return step
  const forMs = leg.peer === 'guest' ? GUEST_AWAY_MS : GIVE_UP_MS
  const clock: LegEffect = isTrying ? { do: 'beginPatience', forMs } : { do: 'endPatience' }
  return { leg: { ...leg, isTimed: isTrying }, effects: [...effects, clock] }
}

function arrived(leg: Leg, signal: ServerSignal): Leg {
  const heard = 'n' in signal && signal.n ? Math.max(leg.heard, signal.n) : leg.heard
  return { ...leg, heard, lineIsUp: leg.lineIsUp || signal.type === 'joined' }
}

function obey(leg: Leg, signal: ServerSignal): Step {
  switch (signal.type) {
    case 'joined':
      return joined({ ...leg, me: signal }, signal)
    case 'peer-joined':
      return leg.me ? pair(leg, signal.pairing, leg.me) : still(leg)
    case 'peer-back': {
      const there = { ...leg, theirSocketIsDown: false }
      // They think that all is well; we know better.
      return leg.view.phase === 'reconnecting' || !leg.isPaired ? renew(there) : still(there)
    }
    case 'peer-left':
      return peerLeft(leg, signal.reason)
    case 'peer-declined':
      return still(change(leg, { declined: true }))
    case 'media':
    case 'description':
    case 'candidate':
      return receive(leg, signal)
    case 'ended':
      return finish(leg, signal.reason)
    case 'refused':
      return signal.code === 'UNAVAILABLE' ? still(leg) : finish(leg, 'refused')
    case 'pong':
      return still(leg)
  }
}

function joined(leg: Leg, signal: Joined): Step {
  if (signal.resumed) return { leg: { ...leg, theirSocketIsDown: !signal.peerPresent }, effects: [tell(leg)] }
  if (signal.peerPresent) return pair(leg, signal.pairing, signal)
  return wait({ ...leg, pairing: signal.pairing, theirSocketIsDown: false })
}

function pair(leg: Leg, pairing: number, as: Joined): Step {
  const heard = Math.max(leg.heard, pairing)
  return then(part({ ...leg, pairing, heard, theirSocketIsDown: false }), (parted) => {
    const { remote } = parted.view
    const phase = remote ? 'reconnecting' : 'connecting'
    const leg = change({ ...parted, isPaired: true }, { phase, declined: false, broken: remote && broken(parted) })
    return { leg, effects: [{ do: 'meet', pairing, as }, show(leg), tell(leg)] }
  })
}

function peerLeft(leg: Leg, reason: 'left' | 'lost' | 'unsafe'): Step {
  if (reason === 'unsafe') return finish(leg, 'unsafe')
  if (reason === 'left') return wait(leg)
  const alone = { ...leg, theirSocketIsDown: true }
  return still(leg.view.phase === 'reconnecting' ? change(alone, { broken: broken(alone) }) : alone)
}

function receive(leg: Leg, signal: RelayedSignal): Step {
  if (signal.type === 'media') {
    const { mic, camera, soundOnly = false, micStopped = false, cameraStopped = false } = signal
    const told = change(leg, { peer: { mic, camera, soundOnly, micStopped, cameraStopped } })
    return { leg: told, effects: [show(told)] }
  }
  const { me, ticket, isPaired, pairing } = leg
  if (!isPaired || signal.pairing !== pairing) return still(leg)
  if (signal.type === 'candidate') return pass(leg, signal)
  if (!me || !ticket) return unsafe(leg)
  return { leg, effects: [{ do: 'checkSeal', signal, callId: me.callId, ticket }] }
}
/** To the connection that it was said to: another may have taken its place while the seal was looked at. */
const pass = (leg: Leg, signal: Negotiation): Step =>
  leg.isPaired && signal.pairing === leg.pairing ? { leg, effects: [{ do: 'give', signal }] } : still(leg)
const unsafe = (leg: Leg): Step =>
  then({ leg, effects: [{ do: 'say', signal: { type: 'leave', unsafe: true } }] }, (leg) => finish(leg, 'unsafe'))

const sealed = ({ ticket }: Leg, signal: Negotiation): Description | Negotiation =>
  signal.type === 'description' && ticket ? { ...signal, seal: ticket.seal } : signal

function lineBroke(leg: Leg): Step {
  const { phase } = leg.view
  const isChanged = phase === 'waiting' || phase === 'reconnecting'
  return still(isChanged ? change(leg, { phase: 'reconnecting', broken: 'mine' }) : leg)
}

function mediaMoved(leg: Leg, state: RTCPeerConnectionState): Step {
  if (state === 'connected') {
    const live = change(leg, { phase: 'live', broken: undefined })
    return { leg: live, effects: [show(live)] }
  }
  const isLost = state === 'disconnected' || state === 'failed'
  return still(isLost ? change(leg, { phase: 'reconnecting', broken: broken(leg) }) : leg)
}

function looked(leg: Leg, { quality, speaking, giveUpPictures }: Look, at: number): Step {
  const { view } = leg
  const isChanged = quality !== view.quality || speaking.me !== view.speaking.me || speaking.them !== view.speaking.them
  const seen: Step = { leg: isChanged ? change(leg, { quality, speaking }) : leg, effects: [{ do: 'limit', quality }] }
  const isEnough = giveUpPictures && view.soundOnly === 'off' && at - leg.picturesWanted > AGAIN_MS
  return isEnough ? then(seen, (leg) => soundOnly(leg, 'self')) : seen
}

const soundOnly = (leg: Leg, how: CallView['soundOnly']): Step => showAndTell(change(leg, { soundOnly: how }))

const broken = ({ lineIsUp, theirSocketIsDown }: Leg) => (lineIsUp && theirSocketIsDown ? 'theirs' : 'mine')

const showAndTell = (leg: Leg): Step => ({ leg, effects: [show(leg), tell(leg)] })
const show = ({ media, view }: Leg): LegEffect => ({
  do: 'show',
  media,
  pictures: view.soundOnly === 'off' && !view.peer.soundOnly,
})
function tell({ media, view }: Leg): LegEffect {
  const said: ClientSignal = { type: 'media', ...media }
  return { do: 'say', signal: view.soundOnly === 'off' ? said : { ...said, soundOnly: true } }
}

const part = (leg: Leg): Step =>
  leg.isPaired ? { leg: { ...leg, isPaired: false }, effects: [{ do: 'part' }] } : still(leg)
const renew = (leg: Leg): Step => ({ leg: { ...leg, lineIsUp: false }, effects: [{ do: 'renewLine' }] })
const wait = (leg: Leg): Step => then(part(leg), (leg) => still(change(leg, { phase: 'waiting', remote: undefined })))
const finish = (leg: Leg, end: CallOver): Step =>
  then(part(change(leg, { phase: 'over', remote: undefined, end })), (leg) => ({ leg, effects: [{ do: 'close' }] }))

/** How we come in, with this ticket: while media flows the pair stays, and we are told what we missed. */
export function joinOf({ me, pairing, heard }: Leg, ticket: string, isSettled: boolean): Join {
  return {
    type: 'join',
    ticket,
    ...(me ? { callId: me.callId } : {}),
    ...(isSettled ? { resume: { pairing, heard } } : {}),
  }
}
type Join = Extract<ClientSignal, { type: 'join' }>
