import type { CallRole, ServerSignal } from '@cuida/core/care/call/call-signal.ts'
import type { certificateStatement as SealText } from '@cuida/core/care/call/certificate-signature.ts'
import { isSealed, type Join, openCallSocket } from './call-socket.ts'
import { fingerprintsOf } from './fingerprints.ts'
import { watchQuality } from './monitor.ts'
import {
  initialPeerConnection,
  type Joined,
  type OwnShow,
  type PeerConnectionEffect,
  type PeerConnectionEvent,
} from './peer-connection/peer-connection.ts'
import { createPeerHandle } from './peer-connection/peer-handle.ts'
import { joinOf, reduce } from './peer-connection/reduce.ts'
import type { TextTalk } from './text.ts'
import type { BuyTicket } from './ticket.ts'
import type { CallView } from './view.ts'

/** What this folder needs of `core/care`, of which it knows the types alone. */
export interface CallProtocol {
  read: (text: string) => ServerSignal | undefined
  sealText: typeof SealText
}

export interface CallSettings {
  local: MediaStream
  /** Who is at the other end: what they say must be sealed as theirs. */
  peer: CallRole
  /** The invitation by which a guest at the other end is there. */
  guestId?: string | undefined
  /** What of mine is on at first. */
  media: OwnShow
  /** Pictures are neither sent nor asked for: chosen before this connection existed. */
  soundOnly?: boolean
  /** Origin of the API when it is not the page's. */
  origin?: string | undefined
  buyTicket: BuyTicket
  protocol: CallProtocol
  onView: (view: CallView) => void
  /** One for everybody whom this page talks to. */
  text: TextTalk
}

export interface OngoingCall {
  /** Tells the other side what of mine is on, and stops or sends it. */
  show(media: OwnShow): void
  soundOnly(on: boolean): void
  reconnect(): void
  leave(): void
}

/**
 * One end of a peer connection of a video call: the socket to the server, which is brought back when it breaks, and the media on top
 * of it. With a guest, every page has two connections (docs/decisions/0050). `peer-connection/reduce.ts` decides, this function runs the effects.
 */
export function joinCall(settings: CallSettings): OngoingCall {
  const { peer: role, guestId, protocol } = settings
  let connection = initialPeerConnection(role, settings.media, settings.soundOnly ?? false)
  let own: Promise<OwnCertificate> | undefined
  let certificate: RTCCertificate | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  const peerHandle = createPeerHandle(settings.local, happen, (channel) => settings.text.use(channel, role))

  /** Resolves when what had to be done about it is done. */
  function happen(event: PeerConnectionEvent): Promise<unknown> {
    const step = reduce(connection, event)
    const isSeen = step.connection.view !== connection.view
    connection = step.connection
    if (isSeen) settings.onView(connection.view)
    return Promise.all(step.effects.map(run))
  }
  function run(effect: PeerConnectionEffect): unknown {
    switch (effect.do) {
      case 'say':
        return socket.say(effect.signal)
      case 'probeLine':
        return socket.probe()
      case 'renewLine':
        return socket.renew()
      case 'connect':
        return connect(effect.callSession, effect.as)
      case 'disconnect':
        return peerHandle.disconnect()
      case 'checkSeal':
        return checkSeal(effect)
      case 'give':
        return peerHandle.give(effect.signal)
      case 'show':
        return peerHandle.show(effect.media, effect.pictures)
      case 'limit':
        return peerHandle.limit(effect.quality)
      case 'beginPatience':
        patience = setTimeout(happen, effect.forMs, { type: 'patienceEnded' })
        return
      case 'endPatience':
        return clearTimeout(patience)
      case 'close':
        for (const close of open) close()
    }
  }

  async function enter(signal: AbortSignal): Promise<Join | undefined> {
    own ??= makeCertificate()
    const { certificate: mine, fingerprint } = await own
    certificate = mine
    const ticket = await settings.buyTicket(fingerprint, signal)
    signal.throwIfAborted()
    happen({ type: 'ticketBought', ticket })
    return ticket && joinOf(connection, ticket.ticket, peerHandle.isSettled())
  }
  // One at a time, in the order in which they were said: a check of a seal takes a moment.
  let work: Promise<unknown> = Promise.resolve()
  function hear(signal: ServerSignal): void {
    happen({ type: 'signalArrived', signal })
    work = work.then(() => happen({ type: 'said', signal })).catch(() => {})
  }
  function connect(callSession: number, as: Joined): void {
    // Nobody is let in without a ticket, which is bought for a certificate.
    if (!certificate) throw new Error('no certificate')
    watch.restart()
    peerHandle.connect(callSession, as, certificate)
  }
  async function checkSeal({
    signal,
    callId,
    ticket,
  }: Extract<PeerConnectionEffect, { do: 'checkSeal' }>): Promise<unknown> {
    const { description, seal } = signal
    const sealed = { callId, sealer: { role, guestId }, sdp: description.sdp, seal }
    const isTheirs = await isSealed({ ...protocol, sealKey: ticket.sealKey }, sealed)
    return happen({ type: 'sealChecked', signal, isTheirs })
  }

  const watch = watchQuality(
    async () => (connection.view.phase === 'live' ? peerHandle.stats() : undefined),
    (look) => happen({ type: 'looked', look, at: performance.now() }),
    () => connection.view.peer.micStopped,
  )
  const socket = openCallSocket({
    origin: settings.origin || location.origin,
    enter,
    read: protocol.read,
    onSignal: hear,
    onDown: () => happen({ type: 'lineBroke' }),
    onOver: (why) => happen({ type: 'sentAway', why }),
  })
  const wake = () => happen({ type: 'woken' })
  const open = [
    watch.stop,
    socket.close,
    on(window, 'online', wake),
    on(document, 'visibilitychange', () => document.visibilityState === 'visible' && wake()),
  ]
  return {
    show: (media) => void happen({ type: 'shown', media }),
    soundOnly: (isOn) => void happen({ type: 'soundOnlyChosen', isOn, at: performance.now() }),
    reconnect: () => void happen({ type: 'reconnectAsked' }),
    leave: () => void happen({ type: 'left' }),
  }
}

function on(target: EventTarget, event: string, heard: () => void): () => void {
  target.addEventListener(event, heard)
  return () => target.removeEventListener(event, heard)
}

interface OwnCertificate {
  certificate: RTCCertificate
  /** Its hash, as it will stand in every description of this page. */
  fingerprint: string
}

/** One certificate a page and call, so that it can be sealed before anything is said (decision 0044). */
async function makeCertificate(): Promise<OwnCertificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const certificate = await RTCPeerConnection.generateCertificate(algorithm)
  // Read from a description, because not every browser tells it of the certificate itself.
  const trial = new RTCPeerConnection({ certificates: [certificate] })
  trial.createDataChannel('trial')
  const { sdp = '' } = await trial.createOffer()
  trial.close()
  return { certificate, fingerprint: fingerprintsOf(sdp)[0] ?? '' }
}
