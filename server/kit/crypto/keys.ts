import { createPrivateKey, type KeyObject } from 'node:crypto'

/** A key of APP_SECRET or TOKEN_KEY, named so that what it made says which key verifies or decrypts it. */
export interface Key {
  id: string
  value: string
}

/** The current key first; the others are still accepted (docs/keys.md). */
export type Keys = readonly [Key, ...Key[]]

/** The id of a key that was set without one. */
export const UNNAMED_KEY = '0'

const ID = /^[A-Za-z0-9-]{1,32}$/
/** 32 bytes or more, base64url; Node also reads the other alphabet of base64. */
const SECRET = /^[\w+/-]{43,}={0,2}$/
/** 32 bytes, base64url. */
const SEED = /^[\w-]{43}$/

/** `ID:KEY,ID:KEY` with random bytes as base64url; undefined for anything else. */
export const readSecretKeys = (text: string): Keys | undefined => readKeys(text, SECRET)

/** `ID:SEED,ID:SEED` of Ed25519 keys, or one JWK; undefined for anything else. */
export function readTokenKeys(text: string): Keys | undefined {
  return text.trimStart().startsWith('{') ? keysOfJwk(text) : readKeys(text, SEED)
}

export const formatKeys = (keys: readonly Key[]): string => keys.map(({ id, value }) => `${id}:${value}`).join(',')

function readKeys(text: string, form: RegExp): Keys | undefined {
  const keys = text.split(',').map((entry) => {
    const [id, value] = entry.includes(':') ? entry.trim().split(':') : [UNNAMED_KEY, entry.trim()]
    return { id: String(id), value: String(value) }
  })
  const areValid = keys.every(({ id, value }) => ID.test(id) && form.test(value))
  const [current, ...others] = keys
  if (!current || !areValid || new Set(keys.map(({ id }) => id)).size < keys.length) return undefined
  return [current, ...others]
}

function keysOfJwk(text: string): Keys | undefined {
  try {
    const { d, crv } = JSON.parse(text)
    return crv === 'Ed25519' && SEED.test(d) ? [{ id: UNNAMED_KEY, value: d }] : undefined
  } catch {
    return undefined
  }
}

/** The header of an Ed25519 private key in PKCS #8; the seed follows. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export const privateKeyOf = ({ value }: Key): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, Buffer.from(value, 'base64url')]), format: 'der', type: 'pkcs8' })

/**
 * The key with the first id in the order of the alphabet, wherever it stands: for what must stay the same while another
 * key is added and put in front.
 */
export const oldestKey = ([first, ...others]: Keys): Key =>
  others.reduce((oldest, key) => (key.id < oldest.id ? key : oldest), first)
