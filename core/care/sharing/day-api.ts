import * as v from 'valibot'
import { ContactMethod } from '../../booking/cart/cart.ts'
import { CallFailure, CloseOutcome } from '../../consultation/status/closing.ts'
import { ConsultationStatus } from '../../consultation/status/status.ts'
import { call } from '../../kit/call.ts'
import { Day, Id, Moment } from '../../kit/shapes.ts'

const Stretch = v.object({ startTime: Moment, endTime: Moment })

/** An appointment of the day in any state except cancelled, which frees its time. */
const DayEntry = v.object({
  ...Stretch.entries,
  /** Id of the consultation. */
  id: Id,
  status: ConsultationStatus,
  /** Outcome, and reason of the last failed call attempt. */
  closedFor: v.nullable(CloseOutcome),
  failedFor: v.nullable(CallFailure),
  contactMethod: ContactMethod,
  patient: v.object({ firstName: v.string(), lastName: v.string(), age: v.number() }),
  missedCalls: v.number(),
  isConfirmed: v.boolean(),
})
export type DayEntry = v.InferOutput<typeof DayEntry>

/** A clinician's own day, in the clinician's time zone. */
const OwnDay = v.object({
  date: Day,
  timeZone: v.string(),
  /** Working hours in order; the gaps between them are breaks. Empty on a day off. */
  hours: v.array(Stretch),
  /** Sorted by start. */
  entries: v.array(DayEntry),
  /** Slots held by a booking or payment in progress: neither booked nor free. */
  pending: v.array(Stretch),
})
export type OwnDay = v.InferOutput<typeof OwnDay>

/** null for a manager who is not a clinician and so has no hours. */
export const getOwnDay = call({
  method: 'GET',
  path: '/desk/day',
  access: 'staff',
  polled: true,
  reply: v.object({ day: v.nullable(OwnDay) }),
})
