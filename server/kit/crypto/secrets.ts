import { createHash, createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'

/** An opaque random token of `bits` bits, base64url. */
export const randomKey = (bits: number): string => randomBytes(bits / 8).toString('base64url')

/** The stored form of such a token: it is random, so a plain SHA-256 suffices. */
export const hashOf = (capability: string): Buffer => createHash('sha256').update(capability).digest()

type SecretPurpose =
  | 'code'
  | 'refresh'
  | 'handle'
  | 'rate'
  | 'source'
  | 'work'
  | 'totp'
  | 'recovery-code'
  | 'idempotency'
  | 'connect'
  | 'audit'
  | 'offer'
  | 'reminder'
  | 'file'
  | 'call-signature'
  | 'invitation'
  | 'company-link'
  | 'device'

/** Keys derived from the application secret, one for each purpose. The secret itself signs nothing. */
export interface Secrets {
  hmac(purpose: SecretPurpose, text: string): Buffer
}

export function createSecrets(appSecret: string): Secrets {
  const root = Buffer.from(appSecret, 'base64url')
  const keys = new Map<SecretPurpose, KeyObject>()
  const keyFor = (purpose: SecretPurpose): KeyObject => {
    const key = keys.get(purpose) ?? createSecretKey(createHmac('sha256', root).update(purpose).digest())
    keys.set(purpose, key)
    return key
  }
  return { hmac: (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest() }
}

export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
