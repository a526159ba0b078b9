import { notifySql } from '../db/changes.ts'
import type { Sql } from '../db/db.ts'

/** All durable jobs and their payloads: ids only, so that the queue holds no health data. */
export interface Jobs {
  /** Sends a notification of the outbox. Idempotent. */
  sendNotification: { notificationId: string }
  /** Reports to the messages provider that a verification's code was used. */
  reportCodeUsed: { verificationId: string }
  /** Takes an order one step further: charge, query, apply the result. Idempotent. */
  processOrder: { orderId: string }
  /** Cancels the Pix code of a cancelled booking at the provider, as soon as the provider can be reached. */
  cancelPixCode: { attemptId: string }
  /** Queries the provider about a payment that was on hold, after a manager released it. */
  syncPayment: { attemptId: string }
  /** Sends the owed refunds of a payment attempt, each once. */
  refundAttempt: { attemptId: string }
  /** Sends the owed refunds of a subscription charge, each once, and records the results. */
  refundSubscriptionCharge: { chargeId: string }
  /** Queries the provider about a subscription charge before its refused refund is sent again. */
  syncSubscriptionCharge: { chargeId: string }
  /** Saves the card of a payment at the provider, as the patient chose. */
  keepCard: { attemptId: string }
  forgetCard: { cardId: string }
  /** Deletes locked data whose legal retention has ended. Scheduled (server/worker.ts). */
  purgeLocked: Record<string, unknown>
  /** Takes a subscription one step further. Idempotent. */
  processSubscription: { subscriptionId: string }
  /** Reconciles our payments of the last days, or since a moment, with the provider's. Scheduled (server/jobs.ts). */
  reconcile: { since?: string }
  /** Sends a prescription to its provider, or cancels it there. Idempotent. */
  sendPrescription: { prescriptionId: string }
  forgetFile: { file: string }
  /** Repeats the scan of a document whose scanner was unreachable. */
  scanDocument: { documentId: string }
  applyWebhook: { provider: string; eventId: string }
  /** Calls a clinician's phone, then the patient's. Idempotent. */
  placeCall: { id: string; locale: string }
  /** Queries the voice provider about a call's status. Idempotent. */
  followCall: { id: string }
  /** Hangs up a phone line whose call has already ended in our record. */
  hangUpCall: { reference: string }
}
export type JobName = keyof Jobs

/**
 * Adds a job in the caller's transaction, so that both commit together. The same `key` replaces a waiting job, so
 * that repeated requests enqueue it once. `topics`: topics of a change notification in the same statement.
 */
export async function enqueue<N extends JobName>(
  sql: Sql,
  name: N,
  payload: Jobs[N],
  { topics, ...options }: JobOptions & { topics?: string[] } = {},
): Promise<void> {
  const telling = topics ? sql`, ${notifySql(sql, sql`${topics.join(' ')}`)}` : sql``
  await sql`select ${addJobSql(sql, name, payload, options)}${telling}`
}

interface JobOptions {
  key?: string
  runAt?: Date
  maxAttempts?: number
}

/** SQL expression that enqueues the job for each row of the surrounding statement. */
export const addJobSql = <N extends JobName>(
  sql: Sql,
  name: N,
  payload: Jobs[N],
  { key, runAt, maxAttempts = 25 }: JobOptions,
) => sql`graphile_worker.add_job(
    ${name}, payload => ${sql.json(payload as never)}::json, job_key => ${key ?? null}, run_at => ${runAt ?? null},
    max_attempts => ${maxAttempts})`

export type JobHandlers = { [N in JobName]: (payload: Jobs[N]) => Promise<void> }
