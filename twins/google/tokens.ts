import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import type { Collection, Store } from '../kit/store.ts'

/** What an authorization code was given for. */
export interface Grant {
  clientId: string
  subject: string
  redirectUri: string
  challenge: string
  nonce: string
  scope: string
  expiresAt: number
}

/** An access token that was issued, to whichever application. */
export interface Issued {
  subject: string
  audience: string
  scope: string
  expiresAt: number
}

export interface GoogleTokens {
  codes: Collection<Grant>
  issued: Collection<Issued>
  /** RS256, as Google signs. */
  idToken(claims: object): string
  jwks(): { keys: object[] }
}

const KEPT = 500

export function createGoogleTokens(store: Store): GoogleTokens {
  const keyOf = keyKeptIn(store)
  const codes = store.collection<Grant>('google-code')
  const issued = store.collection<Issued>('google-token')
  codes.keep(KEPT)
  issued.keep(KEPT)
  return {
    codes,
    issued,
    idToken(claims) {
      const { key, kid } = keyOf()
      const signed = `${part({ alg: 'RS256', kid, typ: 'JWT' })}.${part(claims)}`
      return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`
    },
    jwks() {
      const { jwk, kid } = keyOf()
      return { keys: [{ ...jwk, kid, use: 'sig', alg: 'RS256' }] }
    },
  }
}

interface SigningKey {
  key: KeyObject
  jwk: JsonWebKey
  kid: string
}

/** Made for the first who needs it, since it takes a while, and the same from then on. */
function keyKeptIn(store: Store): () => SigningKey {
  const settings = store.collection<string>('setting')
  let made: SigningKey | undefined
  return () => {
    if (made) return made
    const pem = settings.get('google-key') ?? newKey()
    settings.put('google-key', pem)
    const key = createPrivateKey(pem)
    const jwk = createPublicKey(key).export({ format: 'jwk' })
    made = { key, jwk, kid: createHash('sha256').update(String(jwk.n)).digest('hex').slice(0, 16) }
    return made
  }
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const newKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

export const newSecret = (prefix: string): string => prefix + randomBytes(24).toString('base64url')
