import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Moment } from '../../kit/shapes.ts'

/** Token in the fragment of a reminder's link: signed bytes, valid until the start of the appointment. */
const Token = v.pipe(v.string(), v.regex(/^[\w-]{48}$/))

/** What the link shows without a sign-in: the time, and whether it still stands. It never reveals the subject. */
export const Reminder = v.object({
  consultationId: Id,
  startTime: Moment,
  /** `changed`: the appointment was moved or cancelled; the patient must sign in to see how. */
  state: v.picklist(['booked', 'changed']),
  isConfirmed: v.boolean(),
})
export type Reminder = v.InferOutput<typeof Reminder>

/** Read-only: opening a link changes nothing. POST, so that the token stays out of URLs and logs. */
export const readReminder = call({
  method: 'POST',
  path: '/reminders/reading',
  repeat: 'safe',
  access: 'public',
  body: v.object({ token: Token }),
  reply: Reminder,
  refusals: { REMINDER_OVER: 410, RATE_LIMITED: 429 },
})

/** Confirms that the patient will attend; idempotent. Rescheduling and cancelling require a sign-in. */
export const confirmReminder = call({
  method: 'POST',
  path: '/reminders/confirmation',
  repeat: 'safe',
  access: 'public',
  body: v.object({ token: Token }),
  reply: Reminder,
  refusals: { REMINDER_OVER: 410, REMINDER_CHANGED: 409, RATE_LIMITED: 429 },
})
