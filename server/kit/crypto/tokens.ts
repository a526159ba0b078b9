import { createPrivateKey, createPublicKey, randomUUID } from 'node:crypto'
import type { TokenPurpose } from '@cuida/core/kit/call.ts'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'

/** What a token says once its signature, age and purpose are known to be good. */
export interface Claims {
  purpose: TokenPurpose
  /** Account, staff member or verification, by purpose. */
  subject: string
  sessionId: string | undefined
  /** `PENDING` while a second factor is due; carried by forced and recovered sign-ins too. */
  mfa: 'PENDING' | 'DONE' | undefined
  id: string
  issuedAt: Date
  expiresAt: Date
}

export interface Tokens {
  sign(purpose: TokenPurpose, claims: { subject: string; sessionId?: string; mfa?: Claims['mfa'] }): Promise<string>
  /** undefined for anything that is not a live token of ours; never throws. */
  read(token: string): Promise<Claims | undefined>
  /** The claims of a live token that this process has read before, without waiting; undefined says nothing. */
  known(token: string): Claims | undefined
}

/**
 * Seconds (product 3.1). Those that wait for a code outlive it: "expired, ask for another" must still
 * be able to ask.
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

/** EdDSA only. A signature is checked once a process; what was good stays good until it expires. */
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

/** A map hashes its whole key at each look, and a token has 300 letters; the last of its signature tell tokens apart. */
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

/** What goes to the database as the id of a row must be able to be one. */
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
