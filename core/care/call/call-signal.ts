import * as v from 'valibot'
import type { Happened } from '../../consultation/status/actions.ts'
import { Id } from '../../kit/shapes.ts'
import { IceServer } from './ice.ts'

/**
 * Messages of the WebSocket `/v1/calls`, one JSON text each, between the two ends of one peer connection. The first message is
 * `join`, within 5 s. The impolite side (on the main connection the clinician) makes the first offer, with a new
 * RTCPeerConnection, whenever it hears `joined` with a peer present or `peer-joined`. `callSession` numbers the present pair of pages: the server names it, both sides copy it onto
 * what they send, and the server drops what was meant for a page before its reload. A page whose line broke while its
 * media went on comes back with `resume`: the call session stays, and it is told what it missed (decision 0044).
 */
const CallSession = v.pipe(v.number(), v.integer(), v.minValue(0))
/** Places what the server passes on in the order in which it was said. */
const Place = v.optional(CallSession)

const DescriptionSignal = v.object({
  type: v.literal('description'),
  callSession: CallSession,
  description: v.object({ type: v.picklist(['offer', 'answer']), sdp: v.pipe(v.string(), v.maxLength(40_000)) }),
  /** The server's word, over the ticket's way, that the sender's certificate is this one (call-seal.ts). */
  seal: v.optional(v.pipe(v.string(), v.maxLength(100))),
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
/** What the sender shows. Who comes later hears it too. `soundOnly`: they do not want to be sent pictures either. */
const MediaSignal = v.object({
  type: v.literal('media'),
  mic: v.boolean(),
  camera: v.boolean(),
  soundOnly: v.optional(v.boolean()),
  /** Off although the sender wants it on: the device stopped, or another app has taken it. */
  micStopped: v.optional(v.boolean()),
  cameraStopped: v.optional(v.boolean()),
})

export const ClientSignal = v.variant('type', [
  v.object({
    type: v.literal('join'),
    ticket: v.pipe(v.string(), v.maxLength(100)),
    /** The call that this page was in: it would rather be refused than be put into the next one. */
    callId: v.optional(Id),
    /** Media still flows: the call session of this page, and the number of the last signal that it received. */
    resume: v.optional(v.object({ callSession: CallSession, heard: CallSession })),
  }),
  /** I hung up; `unsafe`: because what I was told of the other side was not sealed. Closing the socket without it means that the line was lost. */
  v.object({ type: v.literal('leave'), unsafe: v.optional(v.boolean()) }),
  /** Is anybody there? Browsers do not notice a dead line by themselves. */
  v.object({ type: v.literal('ping') }),
  DescriptionSignal,
  CandidateSignal,
  MediaSignal,
])
export type ClientSignal = v.InferOutput<typeof ClientSignal>
/** What passes from one side to the other unchanged. */
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
/** Who is at the other end. */
export const otherEnd = (connection: CallConnection, role: CallRole): CallRole =>
  ENDS[connection][ENDS[connection][0] === role ? 1 : 0]
/** Perfect negotiation (product 12.24): one end of a connection gives way; the other makes the first offer. */
export const isPolite = (connection: CallConnection, role: CallRole): boolean =>
  connection === 'main' ? role === 'patient' : role === 'guest'

/** `switched`: the clinician rings the phone instead. `removed`: the guest's invitation was taken back. */
export const CallEnd = v.picklist(['completed', 'ended', 'missed', 'switched', 'removed'])
export type CallEnd = v.InferOutput<typeof CallEnd>

/** Why a video call is over, from what was done since it started. */
export function callEnd(since: readonly Happened[]): CallEnd {
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
    /** Perfect negotiation: the polite side rolls its own offer back when two collide. */
    polite: v.boolean(),
    callSession: CallSession,
    peerPresent: v.boolean(),
    iceServers: v.array(IceServer),
    /** Only ways through the TURN server: the other side never learns this page's address. */
    relayOnly: v.optional(v.boolean()),
    /** The requested call session goes on; otherwise both sides negotiate anew. */
    resumed: v.optional(v.boolean()),
  }),
  v.object({ type: v.literal('pong') }),
  v.object({ type: v.literal('peer-joined'), callSession: CallSession }),
  /** Their socket is back in the same call session. */
  v.object({ type: v.literal('peer-back'), n: Place }),
  /** `lost`: the socket broke; media may still flow, and the peer is expected back. */
  v.object({ type: v.literal('peer-left'), reason: v.picklist(['left', 'lost', 'unsafe']), n: Place }),
  /** Told to the clinician: the patient answered "not now". */
  v.object({ type: v.literal('peer-declined') }),
  v.object({ ...DescriptionSignal.entries, n: Place }),
  v.object({ ...CandidateSignal.entries, n: Place }),
  v.object({ ...MediaSignal.entries, n: Place }),
  v.object({ type: v.literal('ended'), reason: CallEnd }),
  v.object({ type: v.literal('refused'), code: v.picklist(['TICKET_REFUSED', 'NO_CALL', 'UNAVAILABLE']) }),
])
export type ServerSignal = v.InferOutput<typeof ServerSignal>

/**
 * Why the server closes a socket. Come back with a new ticket, after a moment of chance, on `restart`, on `unavailable`
 * and on 1006 (nobody said goodbye); on the others stay away.
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
/** undefined for what a newer server says and this page does not know. */
export const readServerSignal = (text: string): ServerSignal | undefined => read(ServerSignal, text)

function read<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | undefined {
  try {
    const result = v.safeParse(schema, JSON.parse(text))
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}
