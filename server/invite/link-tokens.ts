import { randomUUID } from 'node:crypto'
import type { Secrets } from '../kit/crypto/secrets.ts'

/**
 * The name of a set of links: for one press of one manager always the same, so that a press that is sent twice makes one.
 * A press that does not say which it is makes its own.
 */
export function setIdOf(secrets: Secrets, staffId: string, press: unknown): string {
  if (typeof press !== 'string') return randomUUID()
  const hex = secrets.hmac('company-link', JSON.stringify([staffId, press])).toString('hex')
  // The marks of a UUID that is made of other things (RFC 9562, version 8).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Its tokens, 128 bits each, which nobody guesses without our secret. Computed, not kept: whoever lost the answer a moment
 * ago is answered again, and the database holds hashes alone.
 */
export const tokensOf = (secrets: Secrets, setId: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    secrets.hmac('company-link', `${setId} ${at}`).subarray(0, 16).toString('base64url'),
  )
