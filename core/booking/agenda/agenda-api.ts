import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Day, Id, Moment, Reason } from '../../kit/shapes.ts'
import { OVERLAP_REFUSALS } from '../cart/api.ts'

/** "HH:MM", up to "24:00", on the clinician's clock. */
const Time = v.pipe(v.string(), v.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/))
const Hours = v.object({ starts: Time, ends: Time })
const SlotHold = v.object({
  startTime: Moment,
  endTime: Moment,
  state: v.picklist(['held', 'paying', 'booked']),
  /** Of a booked one that waits for its time and may be moved. */
  consultationId: v.nullable(Id),
  /** Of a booked one: who comes, and for what. */
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
  /** Not the weekly hours: somebody changed this day. */
  isException: v.boolean(),
  holds: v.array(SlotHold),
})
export type AgendaDay = v.InferOutput<typeof AgendaDay>

/** Away from its start to its end, with as many booked hours in it of which nobody has decided what becomes. */
const Absence = v.object({ id: Id, startTime: Moment, endTime: Moment, undecided: v.number() })
export type Absence = v.InferOutput<typeof Absence>

const ClinicianAgenda = v.object({
  id: Id,
  name: v.string(),
  timeZone: v.string(),
  days: v.array(AgendaDay),
  /** Those of this week, and those to come. */
  absences: v.array(Absence),
})
export type ClinicianAgenda = v.InferOutput<typeof ClinicianAgenda>

/** Seven days from `from`: a clinician's own, or everybody's for a clinical manager. */
export const getAgenda = call({
  method: 'GET',
  path: '/desk/agenda',
  access: 'staff',
  query: v.object({ from: Day }),
  reply: v.object({ clinicians: v.array(ClinicianAgenda) }),
})

/**
 * The hours of one day, or with `weekly` of that weekday from now on; none is a day off, and null gives a day its weekly
 * hours back. What is booked outside of them is told (HAS_BOOKINGS), and stays booked when it is sent `anyway`.
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

/** The free times of one day to which a booked consultation may be moved, on the clock of whoever gives them. */
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
 * Moves a booked consultation, all or nothing: a clinician their own within their calendar, a manager everybody's. No
 * notice is needed, but a time that has begun stays. The patient is told; nothing is paid or given back.
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
