import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Day, Id, Moment, Reason } from '../../kit/shapes.ts'
import { OVERLAP_REFUSALS } from '../cart/api.ts'

/** "HH:MM" up to "24:00", in the clinician's time zone. */
const Time = v.pipe(v.string(), v.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/))
const Hours = v.object({ starts: Time, ends: Time })
const SlotHold = v.object({
  startTime: Moment,
  endTime: Moment,
  state: v.picklist(['held', 'paying', 'booked']),
  /** Set for an appointment that has not begun and may be moved. */
  consultationId: v.nullable(Id),
  /** Patient and product of an appointment; null for a hold. */
  booked: v.nullable(
    v.object({
      patient: v.object({ firstName: v.string(), lastName: v.string(), age: v.number(), dateOfBirth: Day }),
      productName: v.string(),
    }),
  ),
})

const AgendaDay = v.object({
  date: Day,
  hours: v.array(Hours),
  /** The day has its own hours instead of the weekly ones. */
  isException: v.boolean(),
  holds: v.array(SlotHold),
})
export type AgendaDay = v.InferOutput<typeof AgendaDay>

/** An absence; `undecided` counts the appointments in it without a resolution. */
const Absence = v.object({ id: Id, startTime: Moment, endTime: Moment, undecided: v.number() })
export type Absence = v.InferOutput<typeof Absence>

const ClinicianAgenda = v.object({
  id: Id,
  name: v.string(),
  timeZone: v.string(),
  days: v.array(AgendaDay),
  /** Absences of this week and later ones. */
  absences: v.array(Absence),
})
export type ClinicianAgenda = v.InferOutput<typeof ClinicianAgenda>

/** Seven days from `from`: the caller's own agenda, or all agendas for a clinical manager. */
export const getAgenda = call({
  method: 'GET',
  path: '/desk/agenda',
  access: 'staff',
  query: v.object({ from: Day }),
  reply: v.object({ clinicians: v.array(ClinicianAgenda) }),
})

/**
 * Sets the hours of one day or, with `weekly`, of that weekday from now on. An empty list is a day off; null restores
 * the weekly hours. Appointments outside the new hours refuse it with HAS_BOOKINGS, unless `anyway` is set: then they
 * stay booked.
 */
export const setHours = call({
  method: 'PUT',
  path: '/desk/agenda/:id/days/:day',
  access: 'staff',
  params: v.object({ id: Id, day: Day }),
  body: v.object({
    hours: v.nullable(v.pipe(v.array(Hours), v.maxLength(6))),
    weekly: v.optional(v.boolean()),
    anyway: v.optional(v.boolean()),
    reason: Reason,
  }),
  refusals: { CLINICIAN_NOT_FOUND: 404, HOURS_OVERLAP: 400, HAS_BOOKINGS: 409 },
})

const MOVE_REFUSALS = {
  CONSULTATION_NOT_FOUND: 404,
  CLINICIAN_NOT_FOUND: 404,
  PRODUCT_NOT_FOUND: 404,
  NOT_RESCHEDULABLE: 409,
} as const

/** Free slots of one day for moving an appointment, in the time zone of the clinician who offers them. */
export const listRescheduleTimes = call({
  method: 'GET',
  path: '/desk/consultations/:id/times',
  access: 'staff',
  params: v.object({ id: Id }),
  query: v.object({ day: Day, clinicianId: v.optional(Id) }),
  reply: v.object({ timeZone: v.string(), slots: v.array(v.object({ startTime: Moment, endTime: Moment })) }),
  refusals: MOVE_REFUSALS,
})

/**
 * Moves an appointment in one transaction: a clinician within their own calendar, a manager between all calendars. No
 * notice period applies, but an appointment that has begun stays. The patient is notified; no payment or refund
 * follows.
 */
export const rescheduleBooked = call({
  method: 'PATCH',
  path: '/desk/consultations/:id/schedule',
  access: 'staff',
  params: v.object({ id: Id }),
  body: v.object({ clinicianId: v.optional(Id), startTime: Moment, endTime: Moment, reason: Reason }),
  reply: v.object({ id: Id, clinicianId: Id, startTime: Moment, endTime: Moment }),
  refusals: { ...MOVE_REFUSALS, SLOT_TAKEN: 409, SLOT_NOT_OFFERED: 409, ...OVERLAP_REFUSALS },
})
