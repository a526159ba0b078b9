import { notifying } from '../db/changes.ts'
import type { Sql } from '../db/db.ts'

/** Every durable job and what it needs to know: ids only, so that no health data lies in the queue. */
export interface Jobs {
  /** Sends a notification of the outbox. Safe to run at any time, any number of times. */
  sendNotification: { notificationId: string }
  /** Tells the messages vendor that the code of a verification was used. */
  reportCodeUsed: { verificationId: string }
  /** Takes an order one step further: charge, look up, settle. Safe to run at any time, any number of times. */
  processOrder: { orderId: string }
  /** Ends a Pix code at the provider whose booking was cancelled, as soon as the provider can be reached. */
  cancelPixCode: { attemptId: string }
  /** Asks the provider about a payment that was set aside, now that a person has looked. */
  syncPayment: { attemptId: string }
  /** Gives back money of an attempt: what was promised, each refund once. */
  refundAttempt: { attemptId: string }
  /** Gives back money of a subscription's month, the same way, and settles what has gone. */
  refundSubscriptionCharge: { chargeId: string }
  /** Asks the provider about a month before its refund, which was refused, is sent again. */
  syncSubscriptionCharge: { chargeId: string }
  /** Keeps the card that a payment was made with, as its patient asked. */
  keepCard: { attemptId: string }
  /** Tells the provider to forget a card that its patient removed. */
  forgetCard: { cardId: string }
  /** Deletes what the law no longer asks to keep. Comes by the clock (server/worker.ts). */
  purgeLocked: Record<string, unknown>
  /** Takes a subscription one step further. Safe to run at any time, any number of times. */
  processSubscription: { subscriptionId: string }
  /** Compares the payment provider's books with ours. Comes by the clock (server/worker.ts). */
  reconcile: Record<string, unknown>
  /** Takes a prescription to its provider, or back from there. Safe to run at any time, any number of times. */
  sendPrescription: { prescriptionId: string }
  /** Removes the bytes of a document that is gone. */
  forgetFile: { file: string }
  /** Asks the scanner, which was away, about a document that waits for its verdict. */
  scanDocument: { documentId: string }
  applyWebhook: { provider: string; eventId: string }
  /** Rings a clinician's phone, then their patient's. Safe to run again. */
  placeCall: { id: string; locale: string }
  /** Asks the voice vendor how a call stands. Safe to run at any time, any number of times. */
  followCall: { id: string }
  /** Hangs up a line whose call is over in the record. */
  hangUpCall: { reference: string }
}
export type JobName = keyof Jobs

/**
 * Adds a job in the caller's transaction: the promise and the work commit together. The same `key` replaces a job that
 * waits, so that a thing is queued once however often it is asked for. `tells`: who hears that something changed, by the
 * same statement.
 */
export async function enqueue<N extends JobName>(
  sql: Sql,
  name: N,
  payload: Jobs[N],
  { tells, ...options }: JobOptions & { tells?: string[] } = {},
): Promise<void> {
  const telling = tells ? sql`, ${notifying(sql, sql`${tells.join(' ')}`)}` : sql``
  await sql`select ${adding(sql, name, payload, options)}${telling}`
}

interface JobOptions {
  key?: string
  runAt?: Date
  maxAttempts?: number
}

/** The same as part of another statement, which adds the job for each of its rows. */
export const adding = <N extends JobName>(
  sql: Sql,
  name: N,
  payload: Jobs[N],
  { key, runAt, maxAttempts = 25 }: JobOptions,
) => sql`graphile_worker.add_job(
    ${name}, payload => ${sql.json(payload as never)}::json, job_key => ${key ?? null}, run_at => ${runAt ?? null},
    max_attempts => ${maxAttempts})`

export type JobHandlers = { [N in JobName]: (payload: Jobs[N]) => Promise<void> }
