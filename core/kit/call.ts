import type * as v from 'valibot'
import type { Capability } from './capability.ts'

type Schema = v.GenericSchema
type ObjectSchema = v.GenericSchema<Record<string, unknown>>

/**
 * What a bearer token may be for (product 3.1). Each purpose is refused everywhere but where a call names it:
 * `phone` waits for the code of a registration, `social` is introduced by a provider of identities and has proved no
 * phone, `registration` has proved its phone, `recovery` waits for the code of somebody who forgot their password,
 * `reset` has entered it, `mfa` owes a code by SMS or call, `totp` one of the authenticator, `max-sessions` may force a
 * sign-in, `staff-totp` owes a clinician's second factor. `access` and `staff` are sessions. `email` opens nothing by
 * itself: it names, in a body beside a session, the address that waits for its code.
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

/**
 * Who may call: anybody (`public`), anybody but a patient's token counts when there is one (`guest`), the holder of a
 * refresh token (`refresh`), or the bearer of a token of one of these purposes.
 */
export type Access = 'public' | 'guest' | 'refresh' | TokenPurpose | readonly TokenPurpose[]

/** What is open to clinical managers alone. */
export const manager = { access: 'staff', role: 'clinical-manager' } as const

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/v1`, with `:name` for parameters. */
  path: `/${string}`
  access: Access
  /** Of staff, only those whose role holds this one may call; the others hear NOT_ALLOWED before anything is read. */
  role?: 'clinical-manager' | 'clinician'
  params?: ObjectSchema
  query?: ObjectSchema
  body?: ObjectSchema
  /** Absent: the call answers 204 without a body. */
  reply?: Schema
  /** Takes a file of at most so many bytes as its body, in place of JSON: the handler finds it in `request.body`. */
  upload?: number
  /** Answers a file of this type, or of one of these, in place of JSON. */
  file?: FileType | readonly FileType[]
  /** Success status when it is not 200 (or 204 without a reply). */
  status?: 200 | 201 | 202
  /** Every code that the handler may refuse with, and its HTTP status. `INVALID` 400 and 401 need no mention. */
  refusals?: Readonly<Record<string, RefusalStatus>>
  /** Without a provider for it the call answers NOT_OFFERED, 409, before anything is done (docs/decisions/0080). */
  needs?: Capability
  /** A read that is polled: it carries an ETag, and an unchanged answer is 304. */
  polled?: boolean
  /** Needs the cart's key in the `x-cart-key` header to say what is the caller's own. */
  sessionKey?: boolean
}

export type FileType = 'application/pdf' | 'image/jpeg'
export type RefusalStatus = 400 | 403 | 404 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 503

type In<S> = S extends Schema ? v.InferInput<S> : unknown
type Out<S> = S extends Schema ? v.InferOutput<S> : unknown

/** What the caller gives: path parameters, query and body in one object. */
export type Input<C extends Call> = In<C['params']> & In<C['query']> & In<C['body']>
/** What the handler receives: the same object after validation. */
export type Parsed<C extends Call> = Out<C['params']> & Out<C['query']> & Out<C['body']>
export type Reply<C extends Call> = C['file'] extends FileType | readonly FileType[]
  ? FileContent
  : C['reply'] extends Schema
    ? v.InferOutput<C['reply']>
    : null
/** A file as both sides have it: a browser's and Node's `Blob` are ones. */
export interface FileContent {
  readonly size: number
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}
export type RefusalCode<C extends Call> = keyof C['refusals'] & string

/**
 * Declares a call once; `server/kit/http/serve.ts` serves it and `ui/client/send.ts` sends it. What a page never names is
 * left out of its files.
 */
/* @__NO_SIDE_EFFECTS__ */
export function call<const C extends Call>(declaration: C): C {
  return declaration
}
