import type { CallEnd, ClientSignal, ServerSignal } from '@cuida/core/care/call-signal.ts'
import { createPeer, type Peer } from './peer.ts'

export interface CallView {
  /** `waiting`: we are in, the other side is not. `reconnecting`: media or line were lost and are being brought back. */
  phase: 'connecting' | 'waiting' | 'live' | 'reconnecting' | 'over'
  remote: MediaStream | undefined
  /** What the other side shows. */
  peer: { mic: boolean; camera: boolean }
  declined: boolean
  /** Why it is over: the call's own end, or that this page may not (or no longer) take part. */
  end: CallEnd | 'left' | 'refused' | 'replaced' | undefined
}

export interface CallSettings {
  local: MediaStream
  /** Origin of the API when it is not the page's. */
  origin?: string | undefined
  /** Buys a ticket, good once and for a minute; undefined when there is no call to join. Rejects when nobody answers. */
  buyTicket: () => Promise<string | undefined>
  read: (text: string) => ServerSignal | undefined
  onView: (view: CallView) => void
}

export interface OngoingCall {
  /** Tells the other side what of mine is on, and stops or sends it. */
  show(media: { mic: boolean; camera: boolean }): void
  replaceTrack(track: MediaStreamTrack): Promise<void>
  reconnect(): void
  leave(): void
  stats(): Promise<RTCStatsReport | undefined>
}

const START: CallView = {
  phase: 'connecting',
  remote: undefined,
  peer: { mic: true, camera: true },
  declined: false,
  end: undefined,
}
/** Close codes after which this page stays away (core/care/call-signal.ts): ended, replaced, refused, signed out, left. */
const OVER: Record<number, CallView['end']> = {
  1008: 'refused',
  4000: 'ended',
  4001: 'replaced',
  4002: 'refused',
  4003: 'refused',
  4004: 'left',
}
const FIRST_WAIT_MS = 400
const LONGEST_WAIT_MS = 5_000

/** One side of a video call: the line to the server, which is brought back when it breaks, and the media on top of it. */
export function joinCall({ local, origin, buyTicket, read, onView }: CallSettings): OngoingCall {
  let view = START
  let socket: WebSocket | undefined
  let peer: Peer | undefined
  let callId: string | undefined
  let me: Extract<ServerSignal, { type: 'joined' }> | undefined
  let pairing = 0
  let wait = FIRST_WAIT_MS
  let media = { mic: true, camera: local.getVideoTracks().length > 0 }

  const change = (next: Partial<CallView>) => {
    if (view.phase === 'over') return
    view = { ...view, ...next }
    onView(view)
  }
  const say = (signal: ClientSignal) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(signal))
  }
  const finish = (end: CallView['end']) => {
    change({ phase: 'over', remote: undefined, end })
    peer?.close()
    socket?.close(1000)
  }

  async function connect(): Promise<void> {
    const ticket = await buyTicket().catch(() => 'nobody answers' as const)
    if (view.phase === 'over') return
    if (ticket === 'nobody answers') return retry()
    if (!ticket) return finish('ended')
    const line = new WebSocket(`${(origin || location.origin).replace('http', 'ws')}/v1/calls`)
    socket = line
    line.onopen = () => say({ type: 'join', ticket, ...(callId ? { callId } : {}) })
    line.onmessage = ({ data }) => {
      const signal = read(String(data))
      if (signal && line === socket) void hear(signal)
    }
    line.onclose = ({ code }) => {
      if (line !== socket) return
      const end = OVER[code]
      if (end) finish(end)
      else retry()
    }
  }
  function retry(): void {
    if (view.phase === 'over') return
    change({ phase: view.remote ? 'live' : 'reconnecting' })
    // A moment of chance, so that both sides and all other calls do not come back in the same instant.
    setTimeout(() => void connect(), wait * (0.5 + Math.random()))
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }

  function pair(number: number): void {
    if (!me) return
    pairing = number
    peer?.close()
    change({ phase: 'connecting', declined: false })
    peer = createPeer({
      pairing,
      polite: me.polite,
      iceServers: me.iceServers as RTCIceServer[],
      local,
      send: say,
      onRemote: (remote) => change({ remote }),
      onState: (state) => {
        if (state === 'connected') change({ phase: 'live' })
        if (state === 'disconnected' || state === 'failed') change({ phase: 'reconnecting' })
      },
    })
    say({ type: 'media', ...media })
  }

  async function hear(signal: ServerSignal): Promise<void> {
    switch (signal.type) {
      case 'joined':
        me = signal
        callId = signal.callId
        wait = FIRST_WAIT_MS
        if (signal.peerPresent) return pair(signal.pairing)
        return change({ phase: 'waiting' })
      case 'peer-joined':
        return pair(signal.pairing)
      case 'peer-left':
        if (signal.reason === 'left') change({ phase: 'waiting', remote: undefined })
        return
      case 'peer-declined':
        return change({ declined: true })
      case 'media':
        return change({ peer: { mic: signal.mic, camera: signal.camera } })
      case 'description':
      case 'candidate':
        if (signal.pairing === pairing) await peer?.receive(signal).catch(() => {})
        return
      case 'ended':
        return finish(signal.reason)
      case 'refused':
        return signal.code === 'UNAVAILABLE' ? undefined : finish('refused')
    }
  }

  void connect()
  return {
    show(next) {
      media = next
      for (const track of local.getAudioTracks()) track.enabled = next.mic
      for (const track of local.getVideoTracks()) track.enabled = next.camera
      say({ type: 'media', ...next })
    },
    replaceTrack: async (track) => peer?.replaceTrack(track),
    reconnect: () => socket?.close(3000),
    leave() {
      say({ type: 'leave' })
      finish('left')
    },
    stats: async () => peer?.stats(),
  }
}
