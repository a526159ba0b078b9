import { randomUUID } from 'node:crypto'
import type { Secrets } from '../crypto/secrets.ts'

/** A signed nonce that is verified without being stored: `<kind>.<id>.<end>.<mac>`. */
export interface Nonce {
  id: string
  endsAt: Date
}

/** `about` is the purpose of the nonce: part of the MAC but not of the text, so the verifier must supply it. */
interface Wanted {
  kind: 'page' | 'work' | 'passkey'
  about?: string
}

export function issueNonce(secrets: Secrets, { kind, about }: Wanted, seconds: number, now: Date): string {
  const end = Math.floor(now.getTime() / 1_000) + seconds
  const text = `${kind}.${randomUUID()}.${end}`
  return `${text}.${secrets.sign('work', signedText(text, about)).toString('base64url')}`
}

/** Undefined when the nonce is forged, expired, or of another kind or purpose. */
export function verifyNonce(secrets: Secrets, { kind, about }: Wanted, ticket: string, now: Date): Nonce | undefined {
  const text = ticket.slice(0, ticket.lastIndexOf('.'))
  const mac = Buffer.from(ticket.slice(ticket.lastIndexOf('.') + 1), 'base64url')
  const [nonceKind, id = '', end] = text.split('.')
  if (nonceKind !== kind || !secrets.isSigned('work', signedText(text, about), mac)) return undefined
  const endsAt = new Date(Number(end) * 1_000)
  return endsAt > now ? { id, endsAt } : undefined
}

const signedText = (text: string, about = ''): string => `${text} ${about}`
