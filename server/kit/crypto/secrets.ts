import { createHash, createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'

/** An opaque capability of `bits` random bits, base64url. */
export const randomKey = (bits: number): string => randomBytes(bits / 8).toString('base64url')

/** How capabilities are stored: they are random, so a plain hash is enough. */
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
  | 'call-seal'
  | 'invitation'
  | 'company-link'
  | 'device'

/** Keys derived from the one application secret, one a purpose. The secret itself signs nothing. */
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
