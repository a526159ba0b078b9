import { createHash, createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { readSecretKeys } from './keys.ts'

/** An opaque random token of `bits` bits, base64url. */
export const randomKey = (bits: number): string => randomBytes(bits / 8).toString('base64url')

/** The stored form of such a token: it is random, so a plain SHA-256 suffices. */
export const hashOf = (capability: string): Buffer => createHash('sha256').update(capability).digest()

// What a purpose needs when a new key is put in front decides which function takes it (docs/keys.md).

export const PURPOSES = {
  /** A MAC that comes back with its text. */
  signature: ['device', 'handle', 'reminder', 'work', 'audit', 'health-link'],
  /** A value that is computed again later: to be compared, found by its hash, or sent once more. */
  derivation: [
    'code',
    'refresh',
    'recovery-code',
    'idempotency',
    'offer',
    'invitation',
    'company-link',
    'call-signature',
  ],
  /** A value that may change: a limit starts again, and a network gets another label. */
  label: ['rate', 'source'],
  encryption: ['connect', 'totp', 'file', 'wrap'],
} as const

/**
 * Purposes whose values stay for years and cannot be made again under another key: when a key is replaced, the key that
 * was derived from it for these purposes stays, encrypted, in the table `retained_key`.
 */
export const RETAINED = ['audit', 'recovery-code'] as const
export type RetainedPurpose = (typeof RETAINED)[number]

export interface RetainedKey {
  purpose: RetainedPurpose
  id: string
  key: Buffer
}

type PurposeOf<Use extends keyof typeof PURPOSES> = (typeof PURPOSES)[Use][number]
type Purpose = PurposeOf<keyof typeof PURPOSES>

/** One for every known key, the current key's first. */
export type PerKey<T> = readonly [T, ...T[]]

export interface EncryptionKey {
  id: string
  key: Buffer
}

/** Keys derived from the application secrets, one for each purpose. The secrets themselves sign nothing. */
export interface Secrets {
  /** Signs with the current key. */
  sign(purpose: PurposeOf<'signature'>, text: string): Buffer
  /** Whether any known key signed this text; `bytes` is the length to which the caller's MACs are cut. */
  isSigned(purpose: PurposeOf<'signature'>, text: string, mac: Buffer, bytes?: number): boolean
  /** The first one is for new values; the others find or accept values made under an earlier key. */
  derive(purpose: PurposeOf<'derivation'>, text: string): PerKey<Buffer>
  label(purpose: PurposeOf<'label'>, text: string): Buffer
  /** The first one encrypts; the id, stored beside the content, tells which one decrypts. */
  encryptionKeys(purpose: PurposeOf<'encryption'>, text: string): PerKey<EncryptionKey>
  /** The id of the current key. */
  keyId: string
  /** What must be kept of the earlier keys. */
  retainedKeys(): RetainedKey[]
}

export function createSecrets(appSecret: string, retained: readonly RetainedKey[] = []): Secrets {
  const known = readSecretKeys(appSecret)
  if (!known) throw new Error('APP_SECRET is malformed')
  const roots = mapKeys(known, ({ id, value }) => {
    const root = Buffer.from(value, 'base64url')
    return { id, root, hmac: hmacOf(root) }
  })
  const [current, ...earlier] = roots
  const retainedFor = (purpose: Purpose, text: string) =>
    retained
      .filter((each) => each.purpose === purpose)
      .map(({ key }) => createHmac('sha256', key).update(text).digest())
  return {
    sign: current.hmac,
    isSigned: (purpose, text, mac, bytes = 32) =>
      roots.some(({ hmac }) => sameBytes(mac, hmac(purpose, text).subarray(0, bytes))) ||
      retainedFor(purpose, text).some((value) => sameBytes(mac, value.subarray(0, bytes))),
    derive: (purpose, text) => [...mapKeys(roots, ({ hmac }) => hmac(purpose, text)), ...retainedFor(purpose, text)],
    label: current.hmac,
    encryptionKeys: (purpose, text) => mapKeys(roots, ({ id, hmac }) => ({ id, key: hmac(purpose, text) })),
    keyId: current.id,
    retainedKeys() {
      const ofEarlier = earlier.flatMap(({ id, root }) =>
        RETAINED.map((purpose) => ({ purpose, id, key: derivedKey(root, purpose) })),
      )
      const isKnown = ({ id }: RetainedKey) => roots.some((root) => root.id === id)
      return [...ofEarlier, ...retained.filter((each) => !isKnown(each))]
    },
  }
}

const derivedKey = (root: Buffer, purpose: Purpose): Buffer => createHmac('sha256', root).update(purpose).digest()

function hmacOf(root: Buffer): (purpose: Purpose, text: string) => Buffer {
  const keys = new Map<Purpose, KeyObject>()
  const keyFor = (purpose: Purpose): KeyObject => {
    const key = keys.get(purpose) ?? createSecretKey(derivedKey(root, purpose))
    keys.set(purpose, key)
    return key
  }
  return (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest()
}

export const mapKeys = <T, R>([current, ...others]: PerKey<T>, change: (value: T, at: number) => R): PerKey<R> => [
  change(current, 0),
  ...others.map((value, at) => change(value, at + 1)),
]

export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
