import type { CallRole, ClientSignal, RelayedSignal, ServerSignal } from '@cuida/core/care/call/call-signal.ts'
import type { Look } from '../monitor.ts'
import type { Quality } from '../quality.ts'
import type { Ticket } from '../ticket.ts'
import { type CallOver, type CallView, START } from '../view.ts'

export type Joined = Extract<ServerSignal, { type: 'joined' }>
export type Description = Extract<RelayedSignal, { type: 'description' }>
export type Negotiation = Extract<RelayedSignal, { type: 'description' | 'candidate' }>

/** What of mine is on. */
export interface OwnShow {
  mic: boolean
  camera: boolean
  /** It should be on, and the device does not work. */
  micStopped?: boolean
  cameraStopped?: boolean
}

/** The state of one peer connection of a call, at this end. */
export interface PeerConnection {
  /** Who is at the other end. */
  peer: CallRole
  view: CallView
  media: OwnShow
  /** As whom the server let us in last. */
  me: Joined | undefined
  ticket: Ticket | undefined
  /** The pair of pages that we are one of, and the place of the last thing that was heard. */
  callSession: number
  heard: number
  /** A connection to the other side is open, whether or not media flows. */
  isPaired: boolean
  lineIsUp: boolean
  theirSocketIsDown: boolean
  /** When a person asked for pictures last. */
  picturesWanted: number
  /** It runs out of patience some day. */
  isTimed: boolean
}

export const initialPeerConnection = (peer: CallRole, media: OwnShow, soundOnly: boolean): PeerConnection => ({
  peer,
  view: soundOnly ? { ...START, soundOnly: 'chosen' } : START,
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

/** What happened. Moments are in milliseconds. */
export type PeerConnectionEvent =
  | { type: 'ticketBought'; ticket: Ticket | undefined }
  /** It arrived; what it says is done in its turn, `said`. */
  | { type: 'signalArrived'; signal: ServerSignal }
  | { type: 'said'; signal: ServerSignal }
  | { type: 'sealChecked'; signal: Description; isTheirs: boolean }
  | { type: 'lineBroke' }
  /** The server sent this page away for good, or there is no call. */
  | { type: 'sentAway'; why: CallOver }
  /** The network is back, or somebody looks at this page again. */
  | { type: 'woken' }
  | { type: 'negotiated'; signal: Negotiation }
  | { type: 'remoteCame'; remote: MediaStream }
  | { type: 'mediaMoved'; state: RTCPeerConnectionState }
  | { type: 'mediaStuck' }
  | { type: 'looked'; look: Look; at: number }
  | { type: 'patienceEnded' }
  | { type: 'shown'; media: OwnShow }
  | { type: 'soundOnlyChosen'; isOn: boolean; at: number }
  | { type: 'reconnectAsked' }
  | { type: 'left' }

/** What is to be done about it, in this order. */
export type PeerConnectionEffect =
  | { do: 'say'; signal: ClientSignal }
  | { do: 'probeLine' }
  | { do: 'renewLine' }
  /** Opens a connection to the other side; there is none by then. */
  | { do: 'connect'; callSession: number; as: Joined }
  | { do: 'disconnect' }
  /** Ends with `sealChecked`. */
  | { do: 'checkSeal'; signal: Description; callId: string; ticket: Ticket }
  | { do: 'give'; signal: Negotiation }
  /** Switches what is mine on and off, and sends it. */
  | { do: 'show'; media: OwnShow; pictures: boolean }
  | { do: 'limit'; quality: Quality }
  /** Ends with `patienceEnded`, unless it is ended before. */
  | { do: 'beginPatience'; forMs: number }
  | { do: 'endPatience' }
  /** Whatever is still open: the line, the watch, the listeners. */
  | { do: 'close' }

export interface Step {
  connection: PeerConnection
  effects: readonly PeerConnectionEffect[]
}
