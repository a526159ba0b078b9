import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Day, Id, listOf, Moment, PageQuery, Slug } from '../../kit/shapes.ts'

/** A clinician in a row of faces. */
export const Face = v.object({
  id: Id,
  name: v.string(),
  specialty: v.string(),
  photoUrl: v.nullable(v.string()),
  /** Of whatever they give; null for who gives care at once alone, or is taken as far as the calendar goes. */
  nextFree: v.nullable(Moment),
})
export type Face = v.InferOutput<typeof Face>

/** Everybody who gives care here, soonest first. */
export const listClinicians = call({
  method: 'GET',
  path: '/clinicians',
  access: 'guest',
  query: v.object(PageQuery),
  reply: listOf(Face),
})

/** Hours on a wall clock, HH:MM; 24:00 is the end of the day. */
const Stretch = v.object({ starts: v.string(), ends: v.string() })

/** When somebody works in the seven days from today, on the clinic's clock, and what can be booked with them. */
export const getClinicianWeek = call({
  method: 'GET',
  path: '/clinicians/:id/week',
  access: 'guest',
  params: v.object({ id: Id }),
  reply: v.object({
    timeZone: v.string(),
    days: v.array(v.object({ day: Day, hours: v.array(Stretch) })),
    /** Soonest first. */
    offers: v.array(
      v.object({ slug: Slug, name: v.string(), durationMinutes: v.number(), nextFree: v.nullable(Moment) }),
    ),
  }),
  refusals: { CLINICIAN_NOT_FOUND: 404 },
  polled: true,
})
