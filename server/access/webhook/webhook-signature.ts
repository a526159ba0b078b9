import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

export const newWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64')

export interface SignedMessage {
  id: string
  /** When it is sent, in seconds. */
  timestamp: number
  body: string
}

/** The headers of Standard Webhooks: a signature for each secret, so that a receiver can change over. */
export function signMessage(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}
