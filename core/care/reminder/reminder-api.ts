import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Moment } from '../../kit/shapes.ts'

/** What stands behind the `#` of a reminder's link: a few signed bytes, good until the hour that it reminds of. */
const Token = v.pipe(v.string(), v.regex(/^[\w-]{48}$/))

/** What its bearer may see without signing in: when, and whether that still stands. Nothing of what it is about. */
export const Reminder = v.object({
  consultationId: Id,
  startTime: Moment,
  /** `changed`: another hour, or none any more; who signs in sees which. */
  state: v.picklist(['booked', 'changed']),
  isConfirmed: v.boolean(),
})
export type Reminder = v.InferOutput<typeof Reminder>

/** Asks only: opening a link changes nothing. A body, not an address, so that no log has the token. */
export const readReminder = call({
  method: 'POST',
  path: '/reminders/reading',
  access: 'public',
  body: v.object({ token: Token }),
  reply: Reminder,
  refusals: { REMINDER_OVER: 410, RATE_LIMITED: 429 },
})

/** "I'll be there", as often as one likes. Moving and cancelling need who they are. */
export const confirmReminder = call({
  method: 'POST',
  path: '/reminders/confirmation',
  access: 'public',
  body: v.object({ token: Token }),
  reply: Reminder,
  refusals: { REMINDER_OVER: 410, REMINDER_CHANGED: 409, RATE_LIMITED: 429 },
})
