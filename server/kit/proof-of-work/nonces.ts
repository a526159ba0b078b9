import { randomUUID } from 'node:crypto'
import { type Secrets, sameBytes } from '../crypto/secrets.ts'

/** Something that we gave out and know again without having kept it: `<kind>.<id>.<end>.<mac>`. */
export interface Nonce {
  id: string
  endsAt: Date
}

/** `about` is what a ticket is good for: it is sealed into it and must be said again, but does not stand in it. */
interface Wanted {
  kind: 'page' | 'work'
  about?: string
}

export function issueNonce(secrets: Secrets, { kind, about }: Wanted, seconds: number, now: Date): string {
  const end = Math.floor(now.getTime() / 1_000) + seconds
  const text = `${kind}.${randomUUID()}.${end}`
  return `${text}.${macOf(secrets, text, about)}`
}

/** undefined for what is not ours, of another kind, about something else, or over. */
export function verifyNonce(secrets: Secrets, { kind, about }: Wanted, ticket: string, now: Date): Nonce | undefined {
  const text = ticket.slice(0, ticket.lastIndexOf('.'))
  const mac = ticket.slice(ticket.lastIndexOf('.') + 1)
  const [given, id = '', end] = text.split('.')
  if (given !== kind || !sameBytes(Buffer.from(mac), Buffer.from(macOf(secrets, text, about)))) return undefined
  const endsAt = new Date(Number(end) * 1_000)
  return endsAt > now ? { id, endsAt } : undefined
}

const macOf = (secrets: Secrets, text: string, about = ''): string =>
  secrets.hmac('work', `${text} ${about}`).toString('base64url')
