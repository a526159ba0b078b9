import { notifying } from '../db/changes.ts'
import type { Sql } from '../db/db.ts'

export type OwnerNotice = 'password' | 'authenticatorOn' | 'authenticatorOff' | 'googleOn' | 'googleOff'

/** Every durable job and what it needs to know: ids only, so that no health data lies in the queue. */
export interface Jobs {
  /** Sends what `server/access` left to be sent: a code by SMS, by a spoken call or by e-mail. */
  sendCode: { verificationId: string; channel: 'sms' | 'call' | 'email'; locale: string }
  /** Tells the messages vendor that the code of a verification was used. */
  settleCode: { verificationId: string }
  /** Tells an account's owner, by a channel that a thief of the session does not hold, what changed. One job a channel. */
  tellOwner: { accountId: string; notice: OwnerNotice; by: 'sms' | 'email' }
  /** Sends a colleague the link by which they join the team, unless it is over. */
  sendInvitation: { invitationId: string }
  /** Writes to one manager that an invitation of another's waits for a second yes, unless it was answered. */
  askSecond: { invitationId: string; staffId: string }
  /** Takes an order one step further: charge, look up, settle. Safe to run at any time, any number of times. */
  processOrder: { orderId: string }
  /** Ends a Pix code at the provider whose booking was cancelled, as soon as the provider can be reached. */
  endCode: { attemptId: string }
  /** Asks the provider about a payment that was set aside, now that a person has looked. */
  askHowPaymentStands: { attemptId: string }
  /** Gives back money of an attempt: what was promised, each refund once. */
  refundAttempt: { attemptId: string }
  /** Gives back money of a subscription's month, the same way, and settles what has gone. */
  refundMonth: { monthId: string }
  /** Asks the provider about a month before its refund, which was refused, is sent again. */
  askHowMonthStands: { monthId: string }
  /** Keeps the card that a payment was made with, as its patient asked. */
  keepCard: { attemptId: string }
  /** Tells the provider to forget a card that its patient removed. */
  forgetCard: { cardId: string }
  /** Tells a number, or an address, what happened to the account that it is, or was, of. */
  tellAccount: { noticeId: string }
  /** Deletes what the law no longer asks to keep. Comes by the clock (server/worker.ts). */
  purgeLocked: Record<string, unknown>
  /** Takes a subscription one step further. Safe to run at any time, any number of times. */
  pursueSubscription: { subscriptionId: string }
  /** Tells somebody who waits that a sooner time is held for them. */
  /** `asked`: they asked the desk for a time just now, and did not wait in line. */
  tellOffer: { entryId: string; asked?: true; followUp?: true }
  /** Tells a patient a piece of news, by the ways that they chose. Safe to run at any time, any number of times. */
  tellNews: { newsId: string }
  /** Tells a colleague what became of a booked consultation of theirs. Safe to run at any time, any number of times. */
  tellStaffNews: { newsId: string }
  /** Compares the payment provider's books with ours. Comes by the clock (server/worker.ts). */
  reconcile: Record<string, unknown>
  /** Takes a prescription to its provider, or back from there. Safe to run at any time, any number of times. */
  sendPrescription: { prescriptionId: string }
  /** Removes the bytes of a document that is gone. */
  forgetFile: { file: string }
  /** Asks the scanner, which was away, about a document that waits for its verdict. */
  scanDocument: { documentId: string }
  /** Tells a clinical manager, by e-mail, that somebody opened a record in an emergency. */
  tellManager: { openingId: string; staffId: string }
  /** Tells a patient that their question is answered, and nothing of it; one job a way. */
  tellAnswer: { questionId: string; by: 'email' | 'push' }
  /** Tells somebody that a webinar begins soon that they registered for, and not which; one job a way. */
  remindOfWebinar: { webinarId: string; patientId: string; by: 'email' | 'push' }
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
