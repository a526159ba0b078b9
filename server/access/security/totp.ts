import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Secrets } from '../../kit/crypto/secrets.ts'

// SHA-1, 6 digits and 30 s: what authenticator apps support everywhere.
const PERIOD = 30
const NONCE = 12
const TAG = 16

/** Encrypts a base32 secret with a key outside the database, so that a stolen dump is of no use. */
export function encryptSecret(secrets: Secrets, base32: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets), nonce)
  return Buffer.concat([nonce, cipher.update(base32, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** A new 160-bit secret in base32, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

export const uriOfSecret = (base32: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ secret: Secret.fromBase32(base32), period: PERIOD, issuer, label }).toString()

function decryptSecret(secrets: Secrets, encrypted: Buffer): Secret {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secrets), encrypted.subarray(0, NONCE))
  decipher.setAuthTag(encrypted.subarray(-TAG))
  const text = Buffer.concat([decipher.update(encrypted.subarray(NONCE, -TAG)), decipher.final()])
  return Secret.fromBase32(text.toString('utf8'))
}

/** Decrypts a secret to base32, to show it to its owner. */
export const secretText = (secrets: Secrets, encrypted: Buffer): string => decryptSecret(secrets, encrypted).base32

/** The 30-second step of this code, at most one step away from now; undefined for a wrong code. */
export function stepOfCode(secrets: Secrets, encrypted: Buffer, code: string, now: Date): number | undefined {
  const totp = new TOTP({ secret: decryptSecret(secrets, encrypted), period: PERIOD })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(now.getTime() / 1_000 / PERIOD) + delta
}

const keyOf = (secrets: Secrets): Buffer => secrets.hmac('totp', 'encryption')
