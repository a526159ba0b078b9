import type { CallRole, ServerSignal } from '@cuida/core/care/call/call-signal.ts'
import type { certificateStatement as CertificateStatement } from '@cuida/core/care/call/certificate-signature.ts'
import { isSigned, type JoinSignal, openCallSocket } from './call-socket.ts'
import { parseFingerprints } from './fingerprints.ts'
import { monitorQuality } from './monitor.ts'
import {
  initialPeerConnection,
  type Joined,
  type LocalMediaState,
  type PeerConnectionEffect,
  type PeerConnectionEvent,
} from './peer-connection/peer-connection.ts'
import { createPeerHandle } from './peer-connection/peer-handle.ts'
import { joinMessage, reduce } from './peer-connection/reduce.ts'
import type { TextTalk } from './text.ts'
import type { BuyTicket } from './ticket.ts'
import type { CallView } from './view.ts'

/** What this folder needs of `core/care`, of which it imports only types. */
export interface CallProtocol {
  read: (text: string) => ServerSignal | undefined
  certificateStatement: typeof CertificateStatement
}

export interface CallSettings {
  local: MediaStream
  /** The role at the other end; its descriptions must be signed for that role. */
  peer: CallRole
  /** The invitation of the guest at the other end. */
  guestId?: string | undefined
  /** Which of the own devices are on at first. */
  media: LocalMediaState
  /** Audio only, chosen before this connection existed: video is neither sent nor requested. */
  soundOnly?: boolean
  /** Origin of the API, if it differs from the page's. */
  origin?: string | undefined
  buyTicket: BuyTicket
  protocol: CallProtocol
  onView: (view: CallView) => void
  /** The text chat, shared by all peer connections of this page. */
  text: TextTalk
}

export interface OngoingCall {
  /** Tells the other side which devices are on, and starts or stops sending their media. */
  show(media: LocalMediaState): void
  soundOnly(on: boolean): void
  reconnect(): void
  leave(): void
}

/**
 * One end of a peer connection of a video call: the signalling socket, which reconnects by itself, and the media.
 * With a guest, every page has two connections (docs/decisions/0050). `peer-connection/reduce.ts` decides; this
 * function runs the effects.
 */
export function joinCall(settings: CallSettings): OngoingCall {
  const { peer: role, guestId, protocol } = settings
  let connection = initialPeerConnection(role, settings.media, settings.soundOnly ?? false)
  let own: Promise<OwnCertificate> | undefined
  let certificate: RTCCertificate | undefined
  let giveUpTimer: ReturnType<typeof setTimeout> | undefined
  const peerHandle = createPeerHandle(settings.local, happen, (channel) => settings.text.use(channel, role))

  /** Resolves when the effects of the event are done. */
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
      case 'verifySignature':
        return verifySignature(effect)
      case 'give':
        return peerHandle.give(effect.signal)
      case 'show':
        return peerHandle.show(effect.media, effect.pictures)
      case 'limit':
        return peerHandle.limit(effect.quality)
      case 'startGiveUpTimer':
        giveUpTimer = setTimeout(happen, effect.forMs, { type: 'giveUpTimerEnded' })
        return
      case 'stopGiveUpTimer':
        return clearTimeout(giveUpTimer)
      case 'close':
        for (const close of open) close()
    }
  }

  async function enter(signal: AbortSignal): Promise<JoinSignal | undefined> {
    own ??= makeCertificate()
    const { certificate: ownCertificate, fingerprint } = await own
    certificate = ownCertificate
    const ticket = await settings.buyTicket(fingerprint, signal)
    signal.throwIfAborted()
    happen({ type: 'ticketBought', ticket })
    return ticket && joinMessage(connection, ticket.ticket, peerHandle.isSettled())
  }
  // Signals are processed one at a time in order, since checking a signature is asynchronous.
  let work: Promise<unknown> = Promise.resolve()
  function handleSignal(signal: ServerSignal): void {
    happen({ type: 'signalArrived', signal })
    work = work.then(() => happen({ type: 'said', signal })).catch(() => {})
  }
  function connect(callSession: number, as: Joined): void {
    // Joining needs a ticket, and a ticket is issued for a certificate.
    if (!certificate) throw new Error('the browser created no call certificate')
    watch.restart()
    peerHandle.connect(callSession, as, certificate)
  }
  async function verifySignature({
    signal,
    callId,
    ticket,
  }: Extract<PeerConnectionEffect, { do: 'verifySignature' }>): Promise<unknown> {
    const { description, signature } = signal
    const signed = { callId, certificateOwner: { role, guestId }, sdp: description.sdp, signature }
    const isTheirs = await isSigned(
      { ...protocol, signingKeys: [ticket.signingKey, ...ticket.earlierSigningKeys] },
      signed,
    )
    return happen({ type: 'signatureVerified', signal, isTheirs })
  }

  const watch = monitorQuality(
    async () => (connection.view.phase === 'live' ? peerHandle.stats() : undefined),
    (sample) => happen({ type: 'looked', look: sample, at: performance.now() }),
    () => connection.view.peer.micStopped,
  )
  const socket = openCallSocket({
    origin: settings.origin || location.origin,
    enter,
    read: protocol.read,
    onSignal: handleSignal,
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

function on(target: EventTarget, event: string, listener: () => void): () => void {
  target.addEventListener(event, listener)
  return () => target.removeEventListener(event, listener)
}

interface OwnCertificate {
  certificate: RTCCertificate
  /** The certificate's hash, as it is in every description of this page. */
  fingerprint: string
}

/** One certificate per page and call, so that the server can sign it before the negotiation (decision 0044). */
async function makeCertificate(): Promise<OwnCertificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const certificate = await RTCPeerConnection.generateCertificate(algorithm)
  // Read from a session description, because not every browser has `getFingerprints` on the certificate.
  const trial = new RTCPeerConnection({ certificates: [certificate] })
  trial.createDataChannel('trial')
  const { sdp = '' } = await trial.createOffer()
  trial.close()
  return { certificate, fingerprint: parseFingerprints(sdp)[0] ?? '' }
}
