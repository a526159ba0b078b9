import type { Sql } from '../../../kit/db/db.ts'
import { addJobSql } from '../../../kit/jobs/jobs.ts'
import type { WebhookNote } from '../../../providers/payment/port.ts'

/**
 * Stores a notification once and enqueues its job in one statement, so that either both exist or neither. An unsigned
 * one is stored only when it names a payment of ours.
 */
export async function keepWebhook(sql: Sql, provider: string, note: WebhookNote): Promise<void> {
  const { eventId, providerPaymentId } = note
  const attemptId = uuidOrNull(note.attemptId)
  await sql`
    with kept as (
      insert into webhook_inbox (provider, event_id, payment_id, attempt_id, subscription_id, dispute_id)
      select ${provider}, ${eventId}, ${providerPaymentId}, ${attemptId}::uuid, ${uuidOrNull(note.subscriptionId)}::uuid,
        ${note.disputeId ?? null}
      where ${!note.isUnsigned} or exists (select 1 from payment_attempt where provider = ${provider}
        and (provider_payment_id = ${providerPaymentId} or (id = ${attemptId} and provider_payment_id is null)))
      on conflict do nothing
      returning event_id
    )
    select ${addJobSql(sql, 'applyWebhook', { provider, eventId }, { key: `webhook:${provider}:${eventId}` })} from kept`
}

export async function markApplied(sql: Sql, provider: string, eventId: string): Promise<void> {
  await sql`
    update webhook_inbox set applied_at = clock_timestamp() where provider = ${provider} and event_id = ${eventId}`
}

/** The reference is unsigned input. */
const uuidOrNull = (text: string | undefined): string | null =>
  text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null
