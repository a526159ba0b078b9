import type { RelayedSignal } from '@cuida/core/care/call/call-signal.ts'
import { createIceRestarter } from './ice-restart.ts'
import { bitrateCaps, type Quality } from './quality.ts'

type Description = Extract<RelayedSignal, { type: 'description' }>
type Candidate = Extract<RelayedSignal, { type: 'candidate' }>

export interface PeerSettings {
  /** Identifies the current pair of pages, and is part of every signal. */
  callSession: number
  /** In a collision the polite side rolls back its offer; the impolite side makes the first offer. */
  polite: boolean
  configuration: RTCConfiguration
  local: MediaStream
  send: (signal: Description | Candidate) => void
  onRemote: (stream: MediaStream) => void
  onState: (state: RTCPeerConnectionState) => void
  /** Called when neither waiting nor an ICE restart helped: both sides should start a new call session. */
  onStuck: () => void
  onText: (channel: RTCDataChannel) => void
}

export interface Peer {
  receive(signal: Description | Candidate): Promise<void>
  /** The track that is sent from now on; null sends nothing. */
  sendTrack(kind: 'audio' | 'video', track: MediaStreamTrack | null): Promise<void>
  /** Limits the bitrate and frame rate of the video; audio has priority. */
  limit(quality: Quality): Promise<void>
  /** Media flows and no negotiation is in progress: a new socket changes nothing. */
  isSettled(): boolean
  stats(): Promise<RTCStatsReport>
  close(): void
}

/** The id of the negotiated data channel for text. */
const TEXT_CHANNEL = 1

/**
 * One connection between two pages, by the perfect negotiation pattern (developer.mozilla.org, "Establishing a
 * connection: The WebRTC perfect negotiation pattern").
 */
export function createPeer(settings: PeerSettings): Peer {
  const { callSession, polite, configuration, local, send, onRemote, onState } = settings
  const connection = new RTCPeerConnection(configuration)
  const senders = new Map<string, RTCRtpSender>()
  let makingOffer = false
  let ignoringOffer = false
  const iceRestarter = createIceRestarter(connection, settings.onStuck)

  const addTracks = () => {
    for (const track of local.getTracks())
      if (!senders.has(track.kind)) senders.set(track.kind, connection.addTrack(track, local))
  }
  const describe = async () => {
    await connection.setLocalDescription()
    const description = connection.localDescription
    if (description?.type !== 'offer' && description?.type !== 'answer') return
    send({ type: 'description', callSession, description: { type: description.type, sdp: description.sdp } })
  }

  connection.onnegotiationneeded = async () => {
    // The polite side adds its tracks with the answer to the first offer; until then it does not negotiate.
    if (polite && !connection.remoteDescription) return
    makingOffer = true
    await describe().catch(() => {})
    makingOffer = false
  }
  connection.onicecandidate = ({ candidate }) => {
    if (candidate)
      send({ type: 'candidate', callSession, candidate: { ...candidate.toJSON(), candidate: candidate.candidate } })
  }
  connection.ontrack = ({ streams: [stream] }) => stream && onRemote(stream)
  connection.onconnectionstatechange = () => {
    onState(connection.connectionState)
    iceRestarter.look()
  }
  settings.onText(connection.createDataChannel('text', { negotiated: true, id: TEXT_CHANNEL }))
  if (!polite) addTracks()

  async function onDescription({ description }: Description): Promise<void> {
    const collides = description.type === 'offer' && (makingOffer || connection.signalingState !== 'stable')
    ignoringOffer = !polite && collides
    if (ignoringOffer) return
    await connection.setRemoteDescription(description)
    if (description.type !== 'offer') return
    addTracks()
    await describe()
  }
  async function onCandidate({ candidate }: Candidate): Promise<void> {
    try {
      await connection.addIceCandidate(candidate as RTCIceCandidateInit)
    } catch (error) {
      // A candidate of an ignored offer cannot be added; any other failure is real.
      if (!ignoringOffer) throw error
    }
  }
  return {
    receive: (signal) => (signal.type === 'description' ? onDescription(signal) : onCandidate(signal)),
    async sendTrack(kind, track) {
      const sender = senders.get(kind)
      if (sender) return sender.track === track ? undefined : sender.replaceTrack(track)
      // A camera that is switched on later is negotiated like every other change, once there is a peer.
      if (track && (!polite || connection.remoteDescription)) senders.set(kind, connection.addTrack(track, local))
    },
    limit: (quality) => limitSender(senders.get('video'), quality),
    isSettled: () => connection.connectionState === 'connected' && connection.signalingState === 'stable',
    stats: () => connection.getStats(),
    close() {
      iceRestarter.stop()
      connection.onconnectionstatechange = null
      connection.close()
    },
  }
}

async function limitSender(sender: RTCRtpSender | undefined, quality: Quality): Promise<void> {
  const parameters = sender?.getParameters()
  const [encoding] = parameters?.encodings ?? []
  // The sender has no encoding before the negotiation; the next quality sample, in two seconds, tries again.
  if (!sender || !parameters || !encoding) return
  Object.assign(encoding, bitrateCaps(quality))
  await sender.setParameters(parameters).catch(() => {})
}
