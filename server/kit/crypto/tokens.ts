import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto'
import type { TokenPurpose } from '@cuida/core/kit/call.ts'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'

/** The claims of a token whose signature, age and purpose are verified. */
export interface Claims {
  purpose: TokenPurpose
  /** Id of an account, a member of staff or a verification, depending on the purpose. */
  subject: string
  sessionId: string | undefined
  /** `PENDING` while a second factor is required; forced and recovered sign-ins carry it too. */
  mfa: 'PENDING' | 'DONE' | undefined
  id: string
  issuedAt: Date
  expiresAt: Date
}

export interface Tokens {
  sign(purpose: TokenPurpose, claims: { subject: string; sessionId?: string; mfa?: Claims['mfa'] }): Promise<string>
  /** Returns undefined for anything but a valid token of ours; never throws. */
  read(token: string): Promise<Claims | undefined>
  /**
   * The claims of a valid token that this process has verified before, synchronously; undefined means unknown, not
   * invalid.
   */
  known(token: string): Claims | undefined
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
}
const PURPOSES = new Set<string>(Object.keys(LIFE))
const ISSUER = 'cuida'
const REMEMBERED = 10_000

/** EdDSA only. A process verifies a signature once and remembers it until the token expires. */
export function createTokens(jwk: string): Tokens {
  const privateKey = createPrivateKey({ key: JSON.parse(jwk), format: 'jwk' })
  const publicKey = createPublicKey(privateKey)
  const good = new Map<string, { token: string; claims: Claims }>()
  const found = (token: string): Claims | undefined => {
    const one = good.get(endOf(token))
    return one?.token === token ? one.claims : undefined
  }
  const known = (token: string): Claims | undefined => {
    const claims = found(token)
    return claims && claims.expiresAt.getTime() > Date.now() ? claims : undefined
  }
  return {
    known,
    sign(purpose, { subject, sessionId, mfa }) {
      return new SignJWT({ sid: sessionId, mfa })
        .setProtectedHeader({ alg: 'EdDSA', typ: purpose })
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
      try {
        const { payload, protectedHeader } = await jwtVerify(token, publicKey, {
          algorithms: ['EdDSA'],
          issuer: ISSUER,
        })
        const claims = claimsOf(payload, protectedHeader.typ)
        if (claims && good.size >= REMEMBERED) good.clear()
        if (claims) good.set(endOf(token), { token, claims })
        return claims
      } catch {
        return undefined
      }
    },
  }
}

/**
 * A map hashes the whole key at each access, and a token has 300 characters; the last ones of the signature identify
 * it.
 */
const endOf = (token: string): string => token.slice(-20)

function claimsOf(payload: JWTPayload, typ: string | undefined): Claims | undefined {
  const { sub, jti, iat, exp, sid, mfa } = payload
  if (!typ || !PURPOSES.has(typ) || !sub || !isId(jti) || !iat || !exp) return undefined
  return {
    purpose: typ as TokenPurpose,
    subject: sub,
    sessionId: isId(sid) ? sid : undefined,
    mfa: mfa === 'PENDING' || mfa === 'DONE' ? mfa : undefined,
    id: jti,
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(exp * 1000),
  }
}

/** Checked before a query: PostgreSQL refuses text that is no UUID. */
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
