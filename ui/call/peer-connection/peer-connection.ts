import type { CallRole, ClientSignal, RelayedSignal, ServerSignal } from '@cuida/core/care/call/call-signal.ts'
import type { QualitySample } from '../monitor.ts'
import type { Quality } from '../quality.ts'
import type { Ticket } from '../ticket.ts'
import { type CallOver, type CallView, INITIAL_CALL_VIEW } from '../view.ts'

export type Joined = Extract<ServerSignal, { type: 'joined' }>
export type Description = Extract<RelayedSignal, { type: 'description' }>
export type Negotiation = Extract<RelayedSignal, { type: 'description' | 'candidate' }>

/** The own devices that are switched on. */
export interface LocalMediaState {
  mic: boolean
  camera: boolean
  /** The device is switched on but does not work. */
  micStopped?: boolean
  cameraStopped?: boolean
}

/** The state of one end of a peer connection. */
export interface PeerConnection {
  /** The role at the other end. */
  peer: CallRole
  view: CallView
  media: LocalMediaState
  /** The identity that the server assigned at the last join. */
  me: Joined | undefined
  ticket: Ticket | undefined
  /** The current call session, and the sequence number of the last received signal. */
  callSession: number
  heard: number
  /** A connection to the other side is open, whether or not media flows. */
  isPaired: boolean
  lineIsUp: boolean
  theirSocketIsDown: boolean
  /** When the user last switched video on. */
  picturesWanted: number
  /** A timeout is running. */
  isTimed: boolean
}

export const initialPeerConnection = (peer: CallRole, media: LocalMediaState, soundOnly: boolean): PeerConnection => ({
  peer,
  view: soundOnly ? { ...INITIAL_CALL_VIEW, soundOnly: 'chosen' } : INITIAL_CALL_VIEW,
  media,
  me: undefined,
  ticket: undefined,
  callSession: 0,
  heard: 0,
  isPaired: false,
  lineIsUp: false,
  theirSocketIsDown: false,
  picturesWanted: 0,
  isTimed: false,
})

/** An event. Times are in milliseconds. */
export type PeerConnectionEvent =
  | { type: 'ticketBought'; ticket: Ticket | undefined }
  /** The signal arrived; it is processed in order, as `said`. */
  | { type: 'signalArrived'; signal: ServerSignal }
  | { type: 'said'; signal: ServerSignal }
  | { type: 'signatureVerified'; signal: Description; isTheirs: boolean }
  | { type: 'lineBroke' }
  /** The server closed the call for this page, or there is no call. */
  | { type: 'sentAway'; why: CallOver }
  /** The network is back, or the page is visible again. */
  | { type: 'woken' }
  | { type: 'negotiated'; signal: Negotiation }
  | { type: 'remoteCame'; remote: MediaStream }
  | { type: 'mediaMoved'; state: RTCPeerConnectionState }
  | { type: 'mediaStuck' }
  | { type: 'looked'; look: QualitySample; at: number }
  | { type: 'giveUpTimerEnded' }
  | { type: 'shown'; media: LocalMediaState }
  | { type: 'soundOnlyChosen'; isOn: boolean; at: number }
  | { type: 'reconnectAsked' }
  | { type: 'left' }

/** Effects, to be run in this order. */
export type PeerConnectionEffect =
  | { do: 'say'; signal: ClientSignal }
  | { do: 'probeLine' }
  | { do: 'renewLine' }
  /** Opens a connection to the other side; the previous one is closed by then. */
  | { do: 'connect'; callSession: number; as: Joined }
  | { do: 'disconnect' }
  /** Results in `signatureVerified`. */
  | { do: 'verifySignature'; signal: Description; callId: string; ticket: Ticket }
  | { do: 'give'; signal: Negotiation }
  /** Switches the own media on and off, and sends it. */
  | { do: 'show'; media: LocalMediaState; pictures: boolean }
  | { do: 'limit'; quality: Quality }
  /** Results in `giveUpTimerEnded`, unless cancelled before. */
  | { do: 'startGiveUpTimer'; forMs: number }
  | { do: 'stopGiveUpTimer' }
  /** Closes everything that is open: the socket, the timer and the listeners. */
  | { do: 'close' }

export interface Step {
  connection: PeerConnection
  effects: readonly PeerConnectionEffect[]
}
