import type { Sql } from '../kit/db.ts'
import type { WebhookNote } from '../providers/payment/port.ts'

/** Keeps a notification once; false when it was here before. */
export async function insertWebhook(sql: Sql, provider: string, note: WebhookNote): Promise<boolean> {
  const { count } = await sql`
    insert into webhook_inbox (provider, event_id, payment_id, attempt_id, subscription_id)
    values (${provider}, ${note.eventId}, ${note.providerPaymentId}, ${uuidOrNull(note.attemptId)},
      ${uuidOrNull(note.subscriptionId)})
    on conflict do nothing`
  return count === 1
}

interface KeptWebhook {
  paymentId: string
  attemptId: string | null
  subscriptionId: string | null
}

export async function findWebhook(sql: Sql, provider: string, eventId: string): Promise<KeptWebhook | undefined> {
  const [row] = await sql<KeptWebhook[]>`
    select payment_id as "paymentId", attempt_id as "attemptId", subscription_id as "subscriptionId" from webhook_inbox
    where provider = ${provider} and event_id = ${eventId} and applied_at is null`
  return row
}

export async function markApplied(sql: Sql, provider: string, eventId: string): Promise<void> {
  await sql`
    update webhook_inbox set applied_at = clock_timestamp() where provider = ${provider} and event_id = ${eventId}`
}

/** The hint comes from outside and nobody signed it. */
const uuidOrNull = (text: string | undefined): string | null =>
  text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null
