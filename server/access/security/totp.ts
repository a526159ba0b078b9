import { Secret, TOTP } from 'otpauth'
import { decrypt, encrypt, hasKeyId, open } from '../../kit/crypto/encryption.ts'
import { UNNAMED_KEY } from '../../kit/crypto/keys.ts'
import type { EncryptionKey, PerKey, Secrets } from '../../kit/crypto/secrets.ts'

// SHA-1, 6 digits and 30 s: what authenticator apps support everywhere.
const PERIOD = 30
const NONCE = 12
const TAG = 16
/** Authenticated with the content. */
const NAME = 'authenticator'

/** Encrypts a base32 secret with a key outside the database, so that a stolen dump is of no use. */
export const encryptSecret = (secrets: Secrets, base32: string): Buffer =>
  encrypt(keysOf(secrets), NAME, Buffer.from(base32))

/** A new 160-bit secret in base32, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

export const uriOfSecret = (base32: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ secret: Secret.fromBase32(base32), period: PERIOD, issuer, label }).toString()

function decryptSecret(secrets: Secrets, encrypted: Buffer): Secret {
  const keys = keysOf(secrets)
  const text = hasKeyId(encrypted) ? decrypt(keys, NAME, encrypted) : decryptUnnamed(keys, encrypted)
  return Secret.fromBase32(text.toString('utf8'))
}

/** Secrets from before keys had ids: nonce, content, tag. */
function decryptUnnamed(keys: PerKey<EncryptionKey>, stored: Buffer): Buffer {
  const found = keys.find(({ id }) => id === UNNAMED_KEY)
  if (!found) throw new Error('the key of the authenticator is not known')
  const [nonce, tag] = [stored.subarray(0, NONCE), stored.subarray(-TAG)]
  return open(found.key, { name: undefined, nonce, tag, encrypted: stored.subarray(NONCE, -TAG) })
}

/** Decrypts a secret to base32, to show it to its owner. */
export const secretText = (secrets: Secrets, encrypted: Buffer): string => decryptSecret(secrets, encrypted).base32

/** The 30-second step of this code, at most one step away from now; undefined for a wrong code. */
export function stepOfCode(secrets: Secrets, encrypted: Buffer, code: string, now: Date): number | undefined {
  const totp = new TOTP({ secret: decryptSecret(secrets, encrypted), period: PERIOD })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(now.getTime() / 1_000 / PERIOD) + delta
}

const keysOf = (secrets: Secrets) => secrets.encryptionKeys('totp', 'encryption')
