import { createPeer, type Peer, type PeerSettings } from '../peer.ts'
import type { Quality } from '../quality.ts'
import type { Joined, LocalMediaState, Negotiation, PeerConnectionEvent } from './peer-connection.ts'

export interface PeerHandle {
  connect(callSession: number, as: Joined, certificate: RTCCertificate): void
  disconnect(): void
  give(signal: Negotiation): Promise<void>
  show(media: LocalMediaState, pictures: boolean): void
  limit(quality: Quality): void
  stats(): Promise<RTCStatsReport | undefined>
  isSettled(): boolean
}

/** The connection to the other side, at most one at a time, and the media that is sent over it. */
export function createPeerHandle(
  local: MediaStream,
  happen: (event: PeerConnectionEvent) => void,
  onText: PeerSettings['onText'],
): PeerHandle {
  let peer: Peer | undefined
  const send = (kind: 'audio' | 'video', track: MediaStreamTrack | null) =>
    void peer?.sendTrack(kind, track).catch(() => {})
  return {
    connect(callSession, { polite, iceServers, relayOnly }, certificate) {
      peer = createPeer({
        callSession,
        polite,
        configuration: {
          iceServers: iceServers as RTCIceServer[],
          certificates: [certificate],
          iceTransportPolicy: relayOnly ? 'relay' : 'all',
        },
        local,
        send: (signal) => happen({ type: 'negotiated', signal }),
        onRemote: (remote) => happen({ type: 'remoteCame', remote }),
        onState: (state) => happen({ type: 'mediaMoved', state }),
        onStuck: () => happen({ type: 'mediaStuck' }),
        onText,
      })
    },
    disconnect() {
      peer?.close()
      peer = undefined
    },
    give: async (signal) => peer?.receive(signal).catch(() => {}),
    show({ mic, camera }, pictures) {
      for (const track of local.getAudioTracks()) track.enabled = mic
      for (const track of local.getVideoTracks()) track.enabled = camera
      send('audio', local.getAudioTracks()[0] ?? null)
      send('video', (pictures && local.getVideoTracks()[0]) || null)
    },
    limit: (quality) => void peer?.limit(quality),
    stats: async () => peer?.stats(),
    isSettled: () => peer?.isSettled() ?? false,
  }
}
