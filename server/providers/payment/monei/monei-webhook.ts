import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { RawWebhook, WebhookNote } from '../port.ts'
import { isRecent, partsOf, signedBy } from '../signature.ts'

const Payment = v.object({ id: v.pipe(v.string(), v.minLength(1)), orderId: v.optional(v.string()) })
// Callbacks contain the payment itself; webhooks configured in the dashboard wrap it in an event (product 12.12).
const Body = v.union([v.object({ object: Payment }), Payment])

/** MONEI signs `<t>.<raw body>` with the API key. Verified before the body is parsed. */
export function readMoneiWebhook(apiKeys: readonly string[], raw: RawWebhook, now: Date): WebhookNote | undefined {
  const { t, v1 } = partsOf(raw.headers['monei-signature']) ?? {}
  if (t === undefined || v1 === undefined || !/^\d{10}$/.test(t)) return undefined
  if (!isRecent(Number(t) * 1000, now)) return undefined
  if (!signedBy(apiKeys, Buffer.concat([Buffer.from(`${t}.`), raw.body]), v1)) return undefined
  const parsed = v.safeParse(Body, parseJson(raw.body))
  if (!parsed.success) return undefined
  const { id, orderId } = 'object' in parsed.output ? parsed.output.object : parsed.output
  // There is no event id. A hash of the body replaces it: it differs when the payment changed and repeats with the
  // notification.
  const eventId = createHash('sha256').update(raw.body).digest('hex')
  const { subscription } = raw.query
  return {
    eventId,
    attemptId: orderId,
    providerPaymentId: id,
    ...(subscription ? { subscriptionId: subscription } : {}),
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
