import * as v from 'valibot'
import { Reason } from '../access/people-api.ts'
import { call } from '../kit/call.ts'
import { Day, Id, Moment } from '../kit/shapes.ts'

/** "HH:MM", up to "24:00", on the clinician's clock. */
const Time = v.pipe(v.string(), v.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/))
const Hours = v.object({ starts: Time, ends: Time })
const Claim = v.object({ startTime: Moment, endTime: Moment, state: v.picklist(['held', 'paying', 'booked']) })

const AgendaDay = v.object({
  date: Day,
  hours: v.array(Hours),
  /** Not the weekly hours: somebody changed this day. */
  isException: v.boolean(),
  claims: v.array(Claim),
})
export type AgendaDay = v.InferOutput<typeof AgendaDay>

const ClinicianAgenda = v.object({ id: Id, name: v.string(), timeZone: v.string(), days: v.array(AgendaDay) })
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
