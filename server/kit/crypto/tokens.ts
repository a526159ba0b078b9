import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto'
import type { TokenPurpose } from '@cuida/core/kit/call.ts'
import { SCOPES, type Scope } from '@cuida/core/kit/scope.ts'
import { decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { privateKeyOf, readTokenKeys } from './keys.ts'

/** The claims of a token whose signature, age and purpose are verified. */
export interface Claims {
  purpose: TokenPurpose
  /** Id of an account, a member of staff or a verification, depending on the purpose. */
  subject: string
  sessionId: string | undefined
  /** `PENDING` while a second factor is required; forced and recovered sign-ins carry it too. */
  mfa: 'PENDING' | 'DONE' | undefined
  /** What a program's token allows. */
  scopes: readonly Scope[]
  id: string
  issuedAt: Date
  expiresAt: Date
}

export interface Tokens {
  sign(purpose: TokenPurpose, claims: NewClaims): Promise<string>
  /** Returns undefined for anything but a valid token of ours; never throws. */
  read(token: string): Promise<Claims | undefined>
  /**
   * The claims of a valid token that this process has verified before, synchronously; undefined means unknown, not
   * invalid.
   */
  known(token: string): Claims | undefined
}

export interface NewClaims {
  subject: string
  sessionId?: string
  mfa?: Claims['mfa']
  scopes?: readonly Scope[]
}

/**
 * Lifetime in seconds (product 3.1). Tokens that wait for a code outlive the code, so that the client can still
 * request another one.
 */
const LIFE: Record<TokenPurpose, number> = {
  access: 300,
  staff: 300,
  phone: 1200,
  email: 1200,
  social: 3600,
  registration: 1800,
  recovery: 1200,
  reset: 600,
  mfa: 1200,
  totp: 600,
  'max-sessions': 300,
  'staff-totp': 300,
  machine: 300,
}
const PURPOSES = new Set<string>(Object.keys(LIFE))
const ISSUER = 'cuida'
/** Of each of two generations. */
const REMEMBERED = 5_000
const GENERATION_MS = LIFE.access * 1_000

/**
 * EdDSA only. The first key signs; a token names the key that verifies it. A process remembers for five to ten minutes
 * that it has verified a signature, which is as long as an access token lives, and for less time when there are many.
 */
export function createTokens(tokenKey: string): Tokens {
  const keys = readTokenKeys(tokenKey)
  if (!keys) throw new Error('TOKEN_KEY is malformed')
  const [{ id: kid }] = keys
  const privateKey = privateKeyOf(keys[0])
  const publicKeys = keys.map((key) => ({ id: key.id, publicKey: createPublicKey(privateKeyOf(key)) }))
  let good = new Map<string, { token: string; claims: Claims }>()
  let earlier: typeof good = new Map()
  let since = Date.now()
  const remember = (token: string, claims: Claims) => {
    if (good.size >= REMEMBERED || Date.now() - since > GENERATION_MS) {
      earlier = good
      good = new Map()
      since = Date.now()
    }
    good.set(endOf(token), { token, claims })
  }
  const found = (token: string): Claims | undefined => {
    const one = good.get(endOf(token)) ?? earlier.get(endOf(token))
    return one?.token === token ? one.claims : undefined
  }
  const known = (token: string): Claims | undefined => {
    const claims = found(token)
    return claims && claims.expiresAt.getTime() > Date.now() ? claims : undefined
  }
  return {
    known,
    sign(purpose, { subject, sessionId, mfa, scopes }) {
      return new SignJWT({ sid: sessionId, mfa, scope: scopes?.join(' ') })
        .setProtectedHeader({ alg: 'EdDSA', typ: purpose, kid })
        .setIssuer(ISSUER)
        .setSubject(subject)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${LIFE[purpose]}s`)
        .sign(privateKey)
    },
    async read(token) {
      if (found(token)) return known(token)
      if (token.length > 2_000) return undefined
      const verified = await verify(token, publicKeys)
      const claims = verified && claimsOf(verified.payload, verified.protectedHeader.typ)
      if (claims) remember(token, claims)
      return claims
    },
  }
}

/** Tokens from before keys had ids name none: every key is tried. */
async function verify(token: string, keys: readonly { id: string; publicKey: KeyObject }[]) {
  const kid = keyIdOf(token)
  for (const { publicKey } of kid === undefined ? keys : keys.filter(({ id }) => id === kid)) {
    const options = { algorithms: ['EdDSA'], issuer: ISSUER }
    const verified = await jwtVerify(token, publicKey, options).catch(() => undefined)
    if (verified) return verified
  }
  return undefined
}

function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    return undefined
  }
}

/**
 * A map hashes the whole key at each access, and a token has 300 characters; the last ones of the signature identify
 * it.
 */
const endOf = (token: string): string => token.slice(-20)

function claimsOf(payload: JWTPayload, typ: string | undefined): Claims | undefined {
  const { sub, jti, iat, exp, sid, mfa, scope } = payload
  if (!typ || !PURPOSES.has(typ) || !sub || !isId(jti) || !iat || !exp) return undefined
  return {
    purpose: typ as TokenPurpose,
    subject: sub,
    sessionId: isId(sid) ? sid : undefined,
    mfa: mfa === 'PENDING' || mfa === 'DONE' ? mfa : undefined,
    scopes: SCOPES.filter((one) =>
      String(scope ?? '')
        .split(' ')
        .includes(one),
    ),
    id: jti,
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(exp * 1000),
  }
}

/** Checked before a query: PostgreSQL refuses text that is no UUID. */
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
