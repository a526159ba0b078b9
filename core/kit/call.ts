import type * as v from 'valibot'
import type { Capability } from './capability.ts'
import type { Scope } from './scope.ts'

type Schema = v.GenericSchema
type ObjectSchema = v.GenericSchema<Record<string, unknown>>

/**
 * Purposes of a bearer token (product 3.1). A token is accepted only by calls that name its purpose: `phone` waits for
 * the code of a registration, `social` comes from an identity provider without a verified phone, `registration` has
 * verified its phone, `recovery` waits for the code of a password reset, `reset` has entered it, `mfa` owes a code by
 * SMS or call, `totp` one of the authenticator, `max-sessions` may force a sign-in, `staff-totp` owes a clinician's
 * second factor. `access` and `staff` are sessions. `email` grants nothing by itself: in the body of a request with a
 * session it names the address that waits for its code. `machine` belongs to a program with an API key.
 */
export type TokenPurpose =
  | 'access'
  | 'staff'
  | 'phone'
  | 'email'
  | 'social'
  | 'registration'
  | 'recovery'
  | 'reset'
  | 'mfa'
  | 'totp'
  | 'max-sessions'
  | 'staff-totp'
  | 'machine'

/**
 * Who may call: anyone (`public`), anyone with an optional patient token (`guest`), the holder of a refresh token
 * (`refresh`), or the bearer of a token of one of these purposes.
 */
export type Access = 'public' | 'guest' | 'refresh' | TokenPurpose | readonly TokenPurpose[]

/** Access for clinical managers only. */
export const manager = { access: 'staff', role: 'clinical-manager' } as const

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below `/v1`, with `:name` for parameters. */
  path: `/${string}`
  access: Access
  /** Restricts a staff call to this role; others get NOT_ALLOWED before anything is read. */
  role?: 'clinical-manager' | 'clinician'
  /** What the API key of a program must allow, for calls that `machine` may make. */
  scope?: Scope
  params?: ObjectSchema
  query?: ObjectSchema
  body?: ObjectSchema
  /** Absent: the call replies 204 without a body. */
  reply?: Schema
  /** The body is a file of at most this many bytes instead of JSON; the handler finds it in `request.body`. */
  upload?: number
  /** The reply is a file of this type, or of one of these, instead of JSON. */
  file?: FileType | readonly FileType[]
  /** The media type of a JSON reply, and of its failures, that have one of their own. */
  contentType?: 'application/fhir+json'
  /** Success status when it is not 200 (or 204 without a reply). */
  status?: 200 | 201 | 202
  /** Every refusal code of the handler with its HTTP status. `INVALID` 400 and 401 are implied. */
  refusals?: Readonly<Record<string, RefusalStatus>>
  /**
   * Without a provider for this capability the call replies NOT_OFFERED, 409, before the handler runs
   * (docs/decisions/0080).
   */
  needs?: Capability
  /**
   * For a read whose answer is a list: pages of a list that grows (`pagedList`), or the whole list, which something
   * bounds.
   */
  list?: 'paged' | { boundedBy: string }
  /** A polled read: the reply has an ETag, and an unchanged one is 304. */
  polled?: boolean
  /**
   * Why a POST that is sent twice, because its answer was lost, does nothing twice. `replay`: with the same
   * `Idempotency-Key` the server sends the first answer again. `handler`: the handler honours the key itself, since its
   * answer is secret or its body a file. `safe`: it makes nothing, or the second finds what the first has made.
   */
  repeat?: 'replay' | 'handler' | 'safe'
  /** Order in which an overloaded server refuses calls. By default reads are low, since a client can repeat them later. */
  priority?: Priority
  /** The `x-cart-key` header identifies the caller's cart, so that the reply can mark the caller's own data. */
  sessionKey?: boolean
}

/** Refusals of a call that takes an `Idempotency-Key`: another body under the same key, and a first request that still runs. */
export const REPEAT_REFUSALS = { IDEMPOTENCY_MISMATCH: 422, STILL_RUNNING: 409 } as const

export const takesKey = ({ repeat }: Call): boolean => repeat === 'replay' || repeat === 'handler'

export type Priority = 'high' | 'low'

/** Renewing a session is a read by its method, and signs people out when it fails. */
export const priorityOf = ({ priority, method, access }: Call): Priority =>
  priority ?? (method === 'GET' && access !== 'refresh' ? 'low' : 'high')

export type FileType = 'application/pdf' | 'image/jpeg'
export type RefusalStatus = 400 | 403 | 404 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 503

type In<S> = S extends Schema ? v.InferInput<S> : unknown
type Out<S> = S extends Schema ? v.InferOutput<S> : unknown

/** Input of the caller: path parameters, query and body in one object. */
export type Input<C extends Call> = In<C['params']> & In<C['query']> & In<C['body']>
/** Input of the handler: the same object after validation. */
export type Parsed<C extends Call> = Out<C['params']> & Out<C['query']> & Out<C['body']>
export type Reply<C extends Call> = C['file'] extends FileType | readonly FileType[]
  ? FileContent
  : C['reply'] extends Schema
    ? v.InferOutput<C['reply']>
    : null
/** A file on both sides: `Blob` of the browser and of Node satisfy it. */
export interface FileContent {
  readonly size: number
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}
export type RefusalCode<C extends Call> = keyof C['refusals'] & string

/**
 * Declares a call once; `server/kit/http/serve.ts` serves it and `ui/client/send.ts` sends it. The bundler drops
 * declarations that a page does not import.
 */
/* @__NO_SIDE_EFFECTS__ */
export function call<const C extends Call>(declaration: C): C {
  return declaration
}
