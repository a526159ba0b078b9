import * as v from 'valibot'
import { ContactMethod } from '../../booking/cart/cart.ts'
import { CallFailure, CloseOutcome } from '../../consultation/status/closing.ts'
import { ConsultationStatus } from '../../consultation/status/status.ts'
import { call } from '../../kit/call.ts'
import { Day, Id, Moment } from '../../kit/shapes.ts'

const Stretch = v.object({ startTime: Moment, endTime: Moment })

/** A booked hour of today, whatever has become of it. What was cancelled is free time again, and not here. */
const DayEntry = v.object({
  ...Stretch.entries,
  /** Of the consultation. */
  id: Id,
  status: ConsultationStatus,
  /** How it ended, and why its last call came to nothing. */
  closedFor: v.nullable(CloseOutcome),
  failedFor: v.nullable(CallFailure),
  contactMethod: ContactMethod,
  patient: v.object({ firstName: v.string(), lastName: v.string(), age: v.number() }),
  missedCalls: v.number(),
  isConfirmed: v.boolean(),
})
export type DayEntry = v.InferOutput<typeof DayEntry>

/** A clinician's own day, on their own calendar. */
const OwnDay = v.object({
  date: Day,
  timeZone: v.string(),
  /** Working hours, in order; the gaps between them are breaks. None: a day off. */
  hours: v.array(Stretch),
  /** In the order of their hours. */
  entries: v.array(DayEntry),
  /** Times that somebody is booking or paying for now: nobody's yet, and not free either. */
  pending: v.array(Stretch),
})
export type OwnDay = v.InferOutput<typeof OwnDay>

/** null: a manager who is no clinician has no hours. */
export const getOwnDay = call({
  method: 'GET',
  path: '/desk/day',
  access: 'staff',
  polled: true,
  reply: v.object({ day: v.nullable(OwnDay) }),
})
