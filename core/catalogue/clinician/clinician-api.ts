import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { pageNumber } from '../../kit/paged-list.ts'
import { Day, Id, listOf, Moment, Slug } from '../../kit/shapes.ts'

/** A clinician in a list of portraits. */
export const ListedClinician = v.object({
  id: Id,
  name: v.string(),
  specialty: v.string(),
  photoUrl: v.nullable(v.string()),
  /** The next free slot of any of the clinician's products; null when they are on demand only or fully booked. */
  nextFree: v.nullable(Moment),
})
export type ListedClinician = v.InferOutput<typeof ListedClinician>

/** All clinicians of the clinic, the soonest free one first. */
export const listClinicians = call({
  method: 'GET',
  path: '/clinicians',
  list: { boundedBy: 'the clinicians of the clinic' },
  access: 'guest',
  query: v.object(pageNumber()),
  reply: listOf(ListedClinician),
})

/** Wall-clock times, HH:MM; 24:00 is the end of the day. */
const Stretch = v.object({ starts: v.string(), ends: v.string() })

/**
 * A clinician's working hours of the seven days from today, in the clinic's time zone, and their bookable products.
 */
export const getClinicianWeek = call({
  method: 'GET',
  path: '/clinicians/:id/week',
  access: 'guest',
  params: v.object({ id: Id }),
  reply: v.object({
    timeZone: v.string(),
    days: v.array(v.object({ day: Day, hours: v.array(Stretch) })),
    /** The soonest free one first. */
    offers: v.array(
      v.object({ slug: Slug, name: v.string(), durationMinutes: v.number(), nextFree: v.nullable(Moment) }),
    ),
  }),
  refusals: { CLINICIAN_NOT_FOUND: 404 },
  polled: true,
})
