import type { RelayedSignal } from '@cuida/core/care/call-signal.ts'

type Description = Extract<RelayedSignal, { type: 'description' }>
type Candidate = Extract<RelayedSignal, { type: 'candidate' }>

export interface PeerSettings {
  /** Names the present pair of pages: copied onto everything that is sent. */
  pairing: number
  /** The polite side takes its own offer back when two collide; the other makes the first offer. */
  polite: boolean
  iceServers: RTCIceServer[]
  local: MediaStream
  send: (signal: Description | Candidate) => void
  onRemote: (stream: MediaStream) => void
  onState: (state: RTCPeerConnectionState) => void
}

export interface Peer {
  receive(signal: Description | Candidate): Promise<void>
  /** Another camera or microphone in place of the one that is sent. */
  replaceTrack(track: MediaStreamTrack): Promise<void>
  stats(): Promise<RTCStatsReport>
  close(): void
}

/** Media that stands still this long is not coming back by itself. */
const PATIENCE_MS = 3_000

/**
 * One connection between two pages, by the pattern known as perfect negotiation
 * (developer.mozilla.org, "Establishing a connection: The WebRTC perfect negotiation pattern").
 */
export function createPeer(settings: PeerSettings): Peer {
  const { pairing, polite, iceServers, local, send, onRemote, onState } = settings
  const connection = new RTCPeerConnection({ iceServers })
  let makingOffer = false
  let ignoringOffer = false
  let healing: ReturnType<typeof setTimeout> | undefined

  const addTracks = () => {
    const sent = connection.getSenders().map((sender) => sender.track)
    for (const track of local.getTracks()) if (!sent.includes(track)) connection.addTrack(track, local)
  }
  const describe = async () => {
    await connection.setLocalDescription()
    const description = connection.localDescription
    if (description?.type !== 'offer' && description?.type !== 'answer') return
    send({ type: 'description', pairing, description: { type: description.type, sdp: description.sdp } })
  }

  connection.onnegotiationneeded = async () => {
    // The polite side adds its tracks to the first offer that it gets; until then it has nothing to say.
    if (polite && !connection.remoteDescription) return
    makingOffer = true
    await describe().catch(() => {})
    makingOffer = false
  }
  connection.onicecandidate = ({ candidate }) => {
    if (candidate)
      send({ type: 'candidate', pairing, candidate: { ...candidate.toJSON(), candidate: candidate.candidate } })
  }
  connection.ontrack = ({ streams: [stream] }) => stream && onRemote(stream)
  connection.onconnectionstatechange = () => {
    onState(connection.connectionState)
    clearTimeout(healing)
    if (connection.connectionState === 'failed') connection.restartIce()
    if (connection.connectionState === 'disconnected') healing = setTimeout(() => connection.restartIce(), PATIENCE_MS)
  }
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
      // A candidate of an offer that was ignored fits nothing; any other failure is one.
      if (!ignoringOffer) throw error
    }
  }
  return {
    receive: (signal) => (signal.type === 'description' ? onDescription(signal) : onCandidate(signal)),
    async replaceTrack(track) {
      await connection
        .getSenders()
        .find((sender) => sender.track?.kind === track.kind)
        ?.replaceTrack(track)
    },
    stats: () => connection.getStats(),
    close() {
      clearTimeout(healing)
      connection.onconnectionstatechange = null
      connection.close()
    },
  }
}
