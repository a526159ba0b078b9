import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Moment, Reason } from '../../kit/shapes.ts'
import { ReassignmentResults } from '../reassignment/reassignment-api.ts'

/** At most so many hours are decided at once: some weeks of a full agenda. */
export const MAX_RESOLUTIONS = 400
/** Nobody is away for longer than this at once: who leaves for good is blocked. */
export const LONGEST_ABSENCE_DAYS = 370

/** What becomes of a booked hour that cannot be kept (C10.3). */
export const Resolution = v.picklist(['reassign', 'offer', 'cancel'])
export type Resolution = v.InferOutput<typeof Resolution>

const Decided = v.object({
  id: Id,
  /** As it was asked about: an hour that has another start by now is left alone. */
  startTime: Moment,
  resolution: Resolution,
  /** To whom it is handed on. */
  clinicianId: v.optional(Id),
})
export type Decided = v.InferOutput<typeof Decided>
const Resolutions = v.pipe(v.array(Decided), v.maxLength(MAX_RESOLUTIONS))

/** A booked hour in an absence: who and when, and nothing of why they come. */
export const AbsenceHour = v.object({
  id: Id,
  startTime: Moment,
  endTime: Moment,
  product: v.object({ id: v.string(), name: v.string() }),
  patient: v.object({ firstName: v.string(), lastName: v.string() }),
  areTimesOffered: v.boolean(),
  /** Colleagues who give the same, work then and have nobody. */
  free: v.array(Id),
})
export type AbsenceHour = v.InferOutput<typeof AbsenceHour>

/** What is booked with a clinician in a stretch of time, before anybody decides: a clinician's own, or for a manager everybody's. */
export const listAbsenceHours = call({
  method: 'GET',
  path: '/desk/agenda/:id/absence-hours',
  access: 'staff',
  params: v.object({ id: Id }),
  query: v.object({ startTime: Moment, endTime: Moment }),
  reply: v.object({
    items: v.array(AbsenceHour),
    colleagues: v.array(v.object({ id: Id, name: v.string() })),
  }),
  refusals: { CLINICIAN_NOT_FOUND: 404, NOT_A_STRETCH: 400 },
})

/**
 * A clinician is away: from now on nobody can book that time, and what is booked in it becomes what was decided of each hour.
 * An hour of which nothing was decided, because it was booked meanwhile, is told first (HAS_BOOKINGS), and nothing happens.
 */
export const enterAbsence = call({
  method: 'POST',
  path: '/desk/agenda/:id/absences',
  access: 'staff',
  params: v.object({ id: Id }),
  body: v.object({ startTime: Moment, endTime: Moment, reason: Reason, resolutions: Resolutions }),
  reply: v.object({ id: Id, ...ReassignmentResults.entries }),
  refusals: { CLINICIAN_NOT_FOUND: 404, NOT_A_STRETCH: 400, ABSENCE_OVERLAPS: 409, HAS_BOOKINGS: 409 },
})

/** What was not decided yet, or came to nothing, is decided now. */
export const settleAbsence = call({
  method: 'POST',
  path: '/desk/absences/:id/resolutions',
  access: 'staff',
  params: v.object({ id: Id }),
  body: v.object({ resolutions: v.pipe(Resolutions, v.minLength(1)) }),
  reply: ReassignmentResults,
  refusals: { ABSENCE_NOT_FOUND: 404 },
})

/** Ends earlier than was said; null: now, or before it has begun. What was decided of booked hours stays. */
export const shortenAbsence = call({
  method: 'PATCH',
  path: '/desk/absences/:id',
  access: 'staff',
  params: v.object({ id: Id }),
  body: v.object({ endTime: v.nullable(Moment), reason: Reason }),
  refusals: { ABSENCE_NOT_FOUND: 404, NOT_SHORTER: 409 },
})
