import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import type { BrowserContext } from '@playwright/test'

/** The UDP path of audio and video between browsers, under the test's control. */
export interface MediaWire {
  /** This browser now reaches others through the wire only; call it before its first page. */
  attach(context: BrowserContext): Promise<void>
  /** The same when the others are not attached: they learn this browser's address only through the wire. */
  attachAlone(context: BrowserContext): Promise<void>
  cut(): void
  mend(): void
  /** Share of packets to drop, 0 to 1. */
  lose(share: number): void
  close(): void
}

/**
 * Browsers send media directly to each other, past every HTTP proxy. Here each ICE candidate is replaced by one of
 * ours, which forwards packets or drops them.
 */
export function startMediaWire(): MediaWire {
  const sockets = new Set<Socket>()
  let lossRate = 0
  const open = () => {
    const socket = createSocket('udp4')
    sockets.add(socket)
    return socket
  }
  const pass = (from: Socket, bytes: Buffer, port: number, address: string) => {
    if (Math.random() >= lossRate) from.send(bytes, port, address, () => {})
  }
  /** One local port per remote candidate; each sender gets a socket of its own, so that replies find the way back. */
  async function front(address: string, port: number): Promise<number> {
    const socket = open()
    const socketsByPeer = new Map<string, Socket>()
    const wayOf = (sender: RemoteInfo) => {
      const key = `${sender.address}:${sender.port}`
      const known = socketsByPeer.get(key)
      if (known) return known
      const peerSocket = open().on('message', (bytes) => pass(socket, bytes, sender.port, sender.address))
      socketsByPeer.set(key, peerSocket)
      return peerSocket
    }
    socket.on('message', (bytes, sender) => pass(wayOf(sender), bytes, port, address))
    await new Promise<void>((bound) => socket.bind(0, bound))
    return socket.address().port
  }
  async function route(_: unknown, candidate: string): Promise<string | undefined> {
    const fields = candidate.split(' ')
    const [_foundation, _component, protocol, _priority, address = '', port] = fields
    if (protocol?.toLowerCase() !== 'udp' || !/^[\d.]+$/.test(address)) return undefined
    fields[5] = String(await front(address, Number(port)))
    return fields.join(' ')
  }
  const attach = async (context: BrowserContext) => {
    await context.exposeBinding('routeCandidate', route)
    await context.addInitScript(routeCandidates)
  }
  return {
    attach,
    async attachAlone(context) {
      await attach(context)
      await context.addInitScript(keepCandidates)
    },
    cut() {
      lossRate = 1
    },
    mend() {
      lossRate = 0
    },
    lose(share) {
      lossRate = share
    },
    close() {
      for (const socket of sockets) socket.close()
    },
  }
}

/** Runs in the page. */
function routeCandidates(): void {
  // TypeScript resolves these to their older overloads with callbacks.
  const { addIceCandidate, setRemoteDescription } = RTCPeerConnection.prototype as unknown as {
    addIceCandidate: (candidate: RTCIceCandidateInit) => Promise<void>
    setRemoteDescription: (description: RTCSessionDescriptionInit) => Promise<void>
  }
  const routed = (candidate: string): Promise<string | undefined> => Reflect.get(window, 'routeCandidate')(candidate)
  Object.assign(RTCPeerConnection.prototype, {
    async addIceCandidate(this: RTCPeerConnection, candidateInit: RTCIceCandidateInit) {
      const candidate = candidateInit.candidate && (await routed(candidateInit.candidate))
      if (candidate) await addIceCandidate.call(this, { ...candidateInit, candidate })
    },
    async setRemoteDescription(this: RTCPeerConnection, sessionDescription: RTCSessionDescriptionInit) {
      // Candidates arrive separately too; those in the SDP would bypass the wire.
      const sdp = (sessionDescription.sdp ?? '').replaceAll(/^a=candidate:.*\r\n/gm, '')
      await setRemoteDescription.call(this, { type: sessionDescription.type, sdp })
    },
  })
}

/**
 * Runs in the page: own candidates are not sent. The others see the address that packets come from (peer-reflexive).
 */
function keepCandidates(): void {
  const { send } = WebSocket.prototype
  WebSocket.prototype.send = function (this: WebSocket, data) {
    const signal = JSON.parse(String(data))
    if (signal.type === 'candidate') return
    if (signal.type === 'description')
      signal.description.sdp = signal.description.sdp.replaceAll(/^a=candidate:.*\r\n/gm, '')
    send.call(this, JSON.stringify(signal))
  }
}
