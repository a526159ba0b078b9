import * as v from 'valibot'
import type { ActionDraft } from '../../consultation/status/actions.ts'
import { Id } from '../../kit/shapes.ts'
import { IceServer } from './ice.ts'

/**
 * Messages of the WebSocket `/v1/calls`, one JSON text each, between the two ends of one peer connection. The first
 * message is `join`, within 5 s. The impolite side (the clinician on the main connection) makes the first offer, with a
 * new RTCPeerConnection, when it receives `joined` with a peer present or `peer-joined`. `callSession` numbers the
 * present pair of pages: the server assigns it, both sides copy it onto their signals, and the server drops signals for
 * a page before its reload. A page that lost its socket while media still flows reconnects with `resume`: it keeps the
 * call session and receives the signals that it missed (decision 0044).
 */
const CallSession = v.pipe(v.number(), v.integer(), v.minValue(0))
/** Sequence number that the server adds to relayed signals. */
const Place = v.optional(CallSession)

const DescriptionSignal = v.object({
  type: v.literal('description'),
  callSession: CallSession,
  description: v.object({ type: v.picklist(['offer', 'answer']), sdp: v.pipe(v.string(), v.maxLength(40_000)) }),
  /**
   * The server's signature that this certificate belongs to the sender (certificate-signature.ts); it travelled with the ticket.
   */
  signature: v.optional(v.pipe(v.string(), v.maxLength(100))),
})
const CandidateSignal = v.object({
  type: v.literal('candidate'),
  callSession: CallSession,
  candidate: v.object({
    candidate: v.pipe(v.string(), v.maxLength(2_000)),
    sdpMid: v.nullish(v.pipe(v.string(), v.maxLength(64))),
    sdpMLineIndex: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(64))),
    usernameFragment: v.nullish(v.pipe(v.string(), v.maxLength(256))),
  }),
})
/**
 * Which media the sender shows; also sent to a peer that joins later. `soundOnly`: the sender does not want to receive
 * video either.
 */
const MediaSignal = v.object({
  type: v.literal('media'),
  mic: v.boolean(),
  camera: v.boolean(),
  soundOnly: v.optional(v.boolean()),
  /** Off although the sender wants it on: the device stopped, or another app uses it. */
  micStopped: v.optional(v.boolean()),
  cameraStopped: v.optional(v.boolean()),
})

export const ClientSignal = v.variant('type', [
  v.object({
    type: v.literal('join'),
    ticket: v.pipe(v.string(), v.maxLength(100)),
    /**
     * The call that this page was in. The server refuses the join when another call is on, instead of joining that
     * one.
     */
    callId: v.optional(Id),
    /**
     * Sent by a page whose socket broke while media flows: its call session, and the number of the last signal that it
     * received.
     */
    resume: v.optional(v.object({ callSession: CallSession, heard: CallSession })),
  }),
  /**
   * The participant hung up; `unsafe`: the other side's certificate had no valid signature. A socket that closes
   * without `leave` counts as a lost connection.
   */
  v.object({ type: v.literal('leave'), unsafe: v.optional(v.boolean()) }),
  /** Keep-alive: browsers do not notice a dead connection by themselves. */
  v.object({ type: v.literal('ping') }),
  DescriptionSignal,
  CandidateSignal,
  MediaSignal,
])
export type ClientSignal = v.InferOutput<typeof ClientSignal>
/** Signals that the server relays to the other side unchanged. */
export type RelayedSignal = Extract<ClientSignal, { type: 'description' | 'candidate' | 'media' }>

export const CallRole = v.picklist(['patient', 'clinician', 'guest'])
export type CallRole = v.InferOutput<typeof CallRole>

/** A peer connection joins two participants; a third participant has one to each of the others (docs/decisions/0050). */
export type CallConnection = 'main' | 'patient-guest' | 'clinician-guest'
const ENDS: Record<CallConnection, readonly [CallRole, CallRole]> = {
  main: ['patient', 'clinician'],
  'patient-guest': ['patient', 'guest'],
  'clinician-guest': ['clinician', 'guest'],
}
/** The role at the other end of the connection. */
export const otherEnd = (connection: CallConnection, role: CallRole): CallRole =>
  ENDS[connection][ENDS[connection][0] === role ? 1 : 0]
/** Perfect negotiation (product 12.24): the polite end yields, and the impolite end makes the first offer. */
export const isPolite = (connection: CallConnection, role: CallRole): boolean =>
  connection === 'main' ? role === 'patient' : role === 'guest'

/** `switched`: the clinician phones the patient instead. `removed`: the guest's invitation was revoked. */
export const CallEnd = v.picklist(['completed', 'ended', 'missed', 'switched', 'removed'])
export type CallEnd = v.InferOutput<typeof CallEnd>

/** Why a video call is over, from the actions since it started. */
export function callEnd(since: readonly ActionDraft[]): CallEnd {
  const types = since.map(({ type }) => type)
  if (types.includes('VIDEO_CALL_COMPLETED')) return 'completed'
  if (types.includes('VIDEO_CALL_FAILED')) return 'missed'
  return types.includes('PHONE_CALL_STARTED') ? 'switched' : 'ended'
}

export const ServerSignal = v.variant('type', [
  v.object({
    type: v.literal('joined'),
    callId: Id,
    role: CallRole,
    /** Perfect negotiation: the polite side rolls its own offer back when two offers collide. */
    polite: v.boolean(),
    callSession: CallSession,
    peerPresent: v.boolean(),
    iceServers: v.array(IceServer),
    /** Only TURN candidates are used: the other side never learns this page's address. */
    relayOnly: v.optional(v.boolean()),
    /** The requested call session is resumed; otherwise both sides negotiate anew. */
    resumed: v.optional(v.boolean()),
  }),
  v.object({ type: v.literal('pong') }),
  v.object({ type: v.literal('peer-joined'), callSession: CallSession }),
  /** The peer's socket is back in the same call session. */
  v.object({ type: v.literal('peer-back'), n: Place }),
  /** `lost`: the socket closed; media may still flow, and the peer is expected to return. */
  v.object({ type: v.literal('peer-left'), reason: v.picklist(['left', 'lost', 'unsafe']), n: Place }),
  /** Sent to the clinician: the patient answered "not now". */
  v.object({ type: v.literal('peer-declined') }),
  v.object({ ...DescriptionSignal.entries, n: Place }),
  v.object({ ...CandidateSignal.entries, n: Place }),
  v.object({ ...MediaSignal.entries, n: Place }),
  v.object({ type: v.literal('ended'), reason: CallEnd }),
  v.object({ type: v.literal('refused'), code: v.picklist(['TICKET_REFUSED', 'NO_CALL', 'UNAVAILABLE']) }),
])
export type ServerSignal = v.InferOutput<typeof ServerSignal>

/**
 * Close codes of the server. On `restart`, `unavailable` and 1006 (no close frame) the client reconnects with a new
 * ticket after a random delay; after the other codes it does not reconnect.
 */
export const CALL_CLOSE = {
  misbehaved: 1008,
  restart: 1012,
  unavailable: 1013,
  ended: 4000,
  replaced: 4001,
  refused: 4002,
  sessionEnded: 4003,
  left: 4004,
} as const

export const readClientSignal = (text: string): ClientSignal | undefined => read(ClientSignal, text)
/** undefined for a signal of a newer server that this page does not know. */
export const readServerSignal = (text: string): ServerSignal | undefined => read(ServerSignal, text)

function read<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | undefined {
  try {
    const result = v.safeParse(schema, JSON.parse(text))
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}
