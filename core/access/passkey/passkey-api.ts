import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Code, Id, Moment, Password, Text } from '../../kit/shapes.ts'
import { RATE_LIMIT_REFUSAL } from '../api.ts'
import { SignedIn } from '../session/session-api.ts'
import { ClientQuery } from '../sign-in/client.ts'

// Passkeys (WebAuthn) of patients and of staff; not in the specification (decision 0204). Bytes are base64url.

/** More than the devices of one person. */
export const MAX_PASSKEYS = 10

const Bytes = (max: number) => v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/), v.maxLength(max))
const CredentialId = Bytes(1_400)
const Transports = v.pipe(v.array(Text(1, 20)), v.maxLength(10))
const DescriptorType = v.literal('public-key')

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn: any passkey of this site, after the device verified its user. */
const RequestOptions = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
})
export type RequestOptions = v.InferOutput<typeof RequestOptions>
/** `AuthenticationResponseJSON` of WebAuthn. */
const Assertion = v.object({
  id: CredentialId,
  response: v.object({
    clientDataJSON: Bytes(4_000),
    authenticatorData: Bytes(4_000),
    signature: Bytes(2_000),
    userHandle: v.optional(Bytes(100)),
  }),
})
export type Assertion = v.InferOutput<typeof Assertion>

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
const CreationOptions = v.object({
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  challenge: v.string(),
  pubKeyCredParams: v.array(v.object({ type: DescriptorType, alg: v.number() })),
  timeout: v.number(),
  excludeCredentials: v.array(v.object({ type: DescriptorType, id: v.string() })),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  attestation: v.literal('none'),
})
export type CreationOptions = v.InferOutput<typeof CreationOptions>
/** `RegistrationResponseJSON` of WebAuthn. */
const Attestation = v.object({
  id: CredentialId,
  response: v.object({
    clientDataJSON: Bytes(4_000),
    attestationObject: Bytes(20_000),
    transports: v.optional(Transports),
  }),
})
export type Attestation = v.InferOutput<typeof Attestation>

export const PasskeyName = Text(1, 60)
const Passkey = v.object({
  id: Id,
  name: v.string(),
  createdAt: Moment,
  lastUsedAt: v.nullable(Moment),
  /** Its signature counter went back: a copy may exist, and it signs in no more. */
  isBlocked: v.boolean(),
})
export type Passkey = v.InferOutput<typeof Passkey>
const Passkeys = v.object({ items: v.array(Passkey) })
const LIST = { boundedBy: 'the passkeys of one person, ten at most' } as const

/**
 * Proves that the owner is here, before an action that a borrowed device must not do: the password, or a passkey, which
 * signs a challenge of `startPasskeySignIn` and needs no authenticator code beside it.
 */
export const OWNER_PROOF = { password: v.optional(Password), passkey: v.optional(Assertion) }
/** `code`: of the authenticator, where one is on; staff always need it with the password. */
export const FULL_PROOF = { ...OWNER_PROOF, code: v.optional(Code) }
export interface OwnerProof {
  password?: string | undefined
  passkey?: Assertion | undefined
  code?: string | undefined
}
/** Not needed within some minutes of a sign-in. */
const Proof = v.object(FULL_PROOF)
const PROOF_REFUSALS = {
  PROOF_REQUIRED: 403,
  WRONG_PASSWORD: 400,
  WRONG_CODE: 400,
  PASSKEY_REFUSED: 400,
  ...RATE_LIMIT_REFUSAL,
} as const
const SIGN_IN_REFUSALS = { PASSKEY_REFUSED: 400, BLOCKED_USER: 403, ...RATE_LIMIT_REFUSAL } as const
const ADD_REFUSALS = { PASSKEY_REFUSED: 400, TOO_MANY_PASSKEYS: 409 } as const
const NOT_FOUND = { PASSKEY_NOT_FOUND: 404 } as const
const OF_ID = v.object({ id: Id })
const NewPasskey = v.object({ credential: Attestation, name: v.optional(PasskeyName) })

export const startPasskeySignIn = call({
  method: 'POST',
  path: '/auth/passkey/options',
  repeat: 'safe',
  access: 'public',
  reply: RequestOptions,
})

/** The passkey counts as both factors. PASSKEY_REFUSED says the same of an unknown passkey and of a wrong signature. */
export const signInWithPasskey = call({
  method: 'POST',
  path: '/auth/passkey',
  repeat: 'safe',
  access: 'public',
  query: ClientQuery,
  body: v.object({ credential: Assertion }),
  reply: SignedIn,
  refusals: { MAX_SESSIONS: 429, ...SIGN_IN_REFUSALS },
})

export const myPasskeys = call({
  method: 'GET',
  path: '/user/passkeys',
  list: LIST,
  access: 'access',
  reply: Passkeys,
})

export const startPasskey = call({
  method: 'POST',
  path: '/user/passkeys/options',
  repeat: 'safe',
  access: 'access',
  body: Proof,
  reply: CreationOptions,
  refusals: { TOO_MANY_PASSKEYS: 409, ...PROOF_REFUSALS },
})

export const addPasskey = call({
  method: 'POST',
  path: '/user/passkeys',
  repeat: 'safe',
  access: 'access',
  body: NewPasskey,
  reply: Passkey,
  status: 201,
  refusals: ADD_REFUSALS,
})

export const renamePasskey = call({
  method: 'PUT',
  path: '/user/passkeys/:id',
  access: 'access',
  params: OF_ID,
  body: v.object({ name: PasskeyName }),
  refusals: NOT_FOUND,
})

export const removePasskey = call({
  method: 'POST',
  path: '/user/passkeys/:id/removal',
  repeat: 'safe',
  access: 'access',
  params: OF_ID,
  body: Proof,
  refusals: { ...NOT_FOUND, ...PROOF_REFUSALS },
})

export const startStaffPasskeySignIn = call({ ...startPasskeySignIn, path: '/desk/auth/passkey/options' })

/** Replaces password and authenticator. `staffId`: accepts the passkeys of this person only, who signs in again. */
export const signInStaffWithPasskey = call({
  method: 'POST',
  path: '/desk/auth/passkey',
  repeat: 'safe',
  access: 'public',
  body: v.object({ credential: Assertion, staffId: v.optional(Id) }),
  reply: SignedIn,
  refusals: { LINK_DUE: 403, ...SIGN_IN_REFUSALS },
})

export const myDeskPasskeys = call({ ...myPasskeys, path: '/desk/me/passkeys', access: 'staff' })
export const startDeskPasskey = call({ ...startPasskey, path: '/desk/me/passkeys/options', access: 'staff' })
export const addDeskPasskey = call({ ...addPasskey, path: '/desk/me/passkeys', access: 'staff' })
export const renameDeskPasskey = call({ ...renamePasskey, path: '/desk/me/passkeys/:id', access: 'staff' })
export const removeDeskPasskey = call({ ...removePasskey, path: '/desk/me/passkeys/:id/removal', access: 'staff' })
