import type { SealKey, sealText as SealText } from '@cuida/core/care/call/call-seal.ts'
import type { CallRole, ClientSignal, RelayedSignal, ServerSignal } from '@cuida/core/care/call/call-signal.ts'
import { makeCertificate, type OwnCertificate } from './certificate.ts'
import { type Join, openLine } from './line.ts'
import { type Look, watchQuality } from './monitor.ts'
import { createPeer, type Peer } from './peer.ts'
import { isSealed } from './seal.ts'
import type { TextTalk } from './text.ts'
import { type CallOver, type CallView, START } from './view.ts'

export interface Ticket {
  ticket: string
  seal: string
  sealKey: SealKey
}

/** Buys a ticket, good once and for a minute; undefined when there is no call to join. Rejects when nobody answers. */
export type BuyTicket = (fingerprint: string, signal: AbortSignal) => Promise<Ticket | undefined>

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
  media: { mic: boolean; camera: boolean }
  /** Pictures are neither sent nor asked for: it was chosen before this leg was there. */
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
  show(media: { mic: boolean; camera: boolean }): void
  soundOnly(on: boolean): void
  reconnect(): void
  leave(): void
}

/** Without media for this long, the page stops trying by itself and says so. The call goes on without it. */
const GIVE_UP_MS = 180_000
/** A guest may come and go: who has not come back within this long is waited for, and their frozen picture goes. */
const GUEST_AWAY_MS = 30_000
/** A person who turns pictures on again knows what they do: they are not given up again for so long. */
const AGAIN_MS = 60_000

type Joined = Extract<ServerSignal, { type: 'joined' }>

/**
 * One end of one leg of a video call: the line to the server, which is brought back when it breaks, and the media on top
 * of it. With a guest, every page has two legs (docs/decisions/0050).
 */
export function joinCall(settings: CallSettings): OngoingCall {
  const { local, origin, buyTicket, protocol, onView } = settings
  let view: CallView = settings.soundOnly ? { ...START, soundOnly: 'chosen' } : START
  let peer: Peer | undefined
  let me: Joined | undefined
  let ticket: Ticket | undefined
  let pairing = 0
  let heard = 0
  let { media } = settings
  let theirLineIsDown = false
  let picturesWanted = 0
  let givingUp: ReturnType<typeof setTimeout> | undefined
  let own: Promise<OwnCertificate> | undefined
  const watch = watchQuality(async () => (view.phase === 'live' ? peer?.stats() : undefined), onLook)

  const change = (next: Partial<CallView>) => {
    if (view.phase === 'over') return
    view = { ...view, ...next }
    onView(view)
    if (view.phase === 'live' || view.phase === 'waiting' || view.phase === 'over') {
      clearTimeout(givingUp)
      givingUp = undefined
    } else
      givingUp ??= settings.peer === 'guest' ? setTimeout(wait, GUEST_AWAY_MS) : setTimeout(finish, GIVE_UP_MS, 'lost')
  }
  const wait = () => {
    peer?.close()
    peer = undefined
    change({ phase: 'waiting', remote: undefined })
  }
  const finish = (end: CallOver) => {
    change({ phase: 'over', remote: undefined, end })
    peer?.close()
    watch.stop()
    line.close()
    for (const stop of listening) stop()
  }
  const broken = () => (line.isUp() && theirLineIsDown ? 'theirs' : 'mine')
  const tell = () => line.say({ type: 'media', ...media, ...(view.soundOnly === 'off' ? {} : { soundOnly: true }) })

  async function enter(signal: AbortSignal): Promise<Join | undefined> {
    own ??= makeCertificate()
    const bought = await buyTicket((await own).fingerprint, signal)
    signal.throwIfAborted()
    ticket = bought
    if (!ticket) return undefined
    const resume = peer?.isSettled() ? { resume: { pairing, heard } } : {}
    return { type: 'join', ticket: ticket.ticket, ...(me ? { callId: me.callId } : {}), ...resume }
  }
  const line = openLine({
    origin: origin || location.origin,
    enter,
    read: protocol.read,
    onSignal: (signal) => void hear(signal),
    onDown: () =>
      view.phase === 'waiting' || view.phase === 'reconnecting'
        ? change({ phase: 'reconnecting', broken: 'mine' })
        : undefined,
    onOver: finish,
  })

  function showMedia(): void {
    for (const track of local.getAudioTracks()) track.enabled = media.mic
    for (const track of local.getVideoTracks()) track.enabled = media.camera
    const pictures = view.soundOnly === 'off' && !view.peer.soundOnly
    const [sound, picture] = [local.getAudioTracks()[0], local.getVideoTracks()[0]]
    if (sound) void peer?.sendTrack('audio', sound).catch(() => {})
    void peer?.sendTrack('video', pictures ? (picture ?? null) : null).catch(() => {})
  }
  function onLook({ quality, speaking, giveUpPictures }: Look): void {
    if (quality !== view.quality || speaking.me !== view.speaking.me || speaking.them !== view.speaking.them)
      change({ quality, speaking })
    void peer?.limit(quality)
    if (giveUpPictures && view.soundOnly === 'off' && Date.now() - picturesWanted > AGAIN_MS) setSoundOnly('self')
  }
  function setSoundOnly(soundOnly: CallView['soundOnly']): void {
    change({ soundOnly })
    showMedia()
    tell()
  }

  async function pair(number: number, { polite, iceServers, relayOnly }: Joined): Promise<void> {
    pairing = number
    heard = Math.max(heard, number)
    theirLineIsDown = false
    peer?.close()
    peer = undefined
    const { certificate } = await (own ?? Promise.reject(new Error('no certificate')))
    if (pairing !== number || view.phase === 'over') return
    change({ phase: view.remote ? 'reconnecting' : 'connecting', declined: false, broken: view.remote && broken() })
    watch.restart()
    const fresh = createPeer({
      pairing,
      polite,
      configuration: {
        iceServers: iceServers as RTCIceServer[],
        certificates: [certificate],
        iceTransportPolicy: relayOnly ? 'relay' : 'all',
      },
      local,
      send,
      onRemote: (remote) => change({ remote }),
      onState: onMediaState,
      onStuck: () => line.isUp() && !theirLineIsDown && line.renew(),
      onText: (channel) => settings.text.use(channel, settings.peer),
    })
    peer = fresh
    showMedia()
    tell()
  }
  const send = (signal: ClientSignal & RelayedSignal) => {
    line.say(signal.type === 'description' && ticket ? { ...signal, seal: ticket.seal } : signal)
  }
  function onMediaState(state: RTCPeerConnectionState): void {
    if (state === 'connected') {
      change({ phase: 'live', broken: undefined })
      showMedia()
    }
    if (state === 'disconnected' || state === 'failed') change({ phase: 'reconnecting', broken: broken() })
  }

  async function receive(signal: RelayedSignal): Promise<void> {
    if (signal.type === 'media') {
      change({ peer: { mic: signal.mic, camera: signal.camera, soundOnly: signal.soundOnly === true } })
      return showMedia()
    }
    const of = peer
    if (signal.pairing !== pairing || !of) return
    if (signal.type === 'description' && !(await isTheirs(signal))) {
      line.say({ type: 'leave', unsafe: true })
      return finish('unsafe')
    }
    await of.receive(signal).catch(() => {})
  }
  async function isTheirs({ description: { sdp }, seal }: Extract<RelayedSignal, { type: 'description' }>) {
    if (!me || !ticket) return false
    const sealer = { role: settings.peer, guestId: settings.guestId }
    const sealed = { callId: me.callId, sealer, sdp, seal }
    return isSealed({ ...protocol, sealKey: ticket.sealKey }, sealed)
  }

  // One at a time, in the order in which they were said: a check of a seal takes a moment.
  let work = Promise.resolve()
  const hear = (signal: ServerSignal) => {
    if ('n' in signal && signal.n) heard = Math.max(heard, signal.n)
    work = work.then(() => obey(signal)).catch(() => {})
  }
  async function obey(signal: ServerSignal): Promise<void> {
    switch (signal.type) {
      case 'joined':
        me = signal
        if (signal.resumed) {
          theirLineIsDown = !signal.peerPresent
          tell()
          return
        }
        if (signal.peerPresent) return pair(signal.pairing, signal)
        pairing = signal.pairing
        theirLineIsDown = false
        return wait()
      case 'peer-joined':
        return me && pair(signal.pairing, me)
      case 'peer-back':
        theirLineIsDown = false
        // They think that all is well; we know better.
        return view.phase === 'reconnecting' || !peer ? line.renew() : undefined
      case 'peer-left':
        return peerLeft(signal.reason)
      case 'peer-declined':
        return change({ declined: true })
      case 'media':
      case 'description':
      case 'candidate':
        return receive(signal)
      case 'ended':
        return finish(signal.reason)
      case 'refused':
        return signal.code === 'UNAVAILABLE' ? undefined : finish('refused')
    }
  }
  function peerLeft(reason: 'left' | 'lost' | 'unsafe'): void {
    if (reason === 'unsafe') finish('unsafe')
    else if (reason === 'lost') {
      theirLineIsDown = true
      if (view.phase === 'reconnecting') change({ broken: broken() })
    } else wait()
  }

  const listening = [
    on(window, 'online', () => line.probe()),
    on(document, 'visibilitychange', () => document.visibilityState === 'visible' && line.probe()),
  ]
  return {
    show(next) {
      media = next
      showMedia()
      tell()
    },
    soundOnly(yes) {
      if (!yes) picturesWanted = Date.now()
      setSoundOnly(yes ? 'chosen' : 'off')
    },
    reconnect: () => {
      peer?.close()
      peer = undefined
      line.renew()
    },
    leave() {
      line.say({ type: 'leave' })
      finish('left')
    },
  }
}

function on(target: EventTarget, event: string, heard: () => void): () => void {
  target.addEventListener(event, heard)
  return () => target.removeEventListener(event, heard)
}
