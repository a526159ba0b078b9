import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Moment, Reason } from '../../kit/shapes.ts'
import { ReassignmentResults } from '../reassignment/reassignment-api.ts'

/** Upper limit of appointments in one request: several weeks of a full agenda. */
export const MAX_RESOLUTIONS = 400
/** Longest absence, in days. A clinician who leaves for good is blocked instead. */
export const MAX_ABSENCE_DAYS = 370

/** What happens to an appointment that the absence makes impossible (C10.3). */
export const Resolution = v.picklist(['reassign', 'offer', 'cancel'])
export type Resolution = v.InferOutput<typeof Resolution>

const AppointmentResolution = v.object({
  id: Id,
  /** The start that the manager saw. An appointment that has moved since is left unchanged. */
  startTime: Moment,
  resolution: Resolution,
  /** Required for `reassign`: the clinician who takes the appointment. */
  clinicianId: v.optional(Id),
})
export type AppointmentResolution = v.InferOutput<typeof AppointmentResolution>
const Resolutions = v.pipe(v.array(AppointmentResolution), v.maxLength(MAX_RESOLUTIONS))

/** An appointment within an absence: patient and time, never the reason for the visit. */
export const AbsenceAppointment = v.object({
  id: Id,
  startTime: Moment,
  endTime: Moment,
  product: v.object({ id: v.string(), name: v.string() }),
  patient: v.object({ firstName: v.string(), lastName: v.string() }),
  areTimesOffered: v.boolean(),
  /** Ids of colleagues who offer the same product, work at that time and are free. */
  free: v.array(Id),
})
export type AbsenceAppointment = v.InferOutput<typeof AbsenceAppointment>

/**
 * Lists the appointments in a period before anything is decided: a clinician's own, or any clinician's for a manager.
 */
export const listAbsenceAppointments = call({
  method: 'GET',
  path: '/desk/agenda/:id/absence-hours',
  list: { boundedBy: 'the appointments of one absence' },
  access: 'staff',
  params: v.object({ id: Id }),
  query: v.object({ startTime: Moment, endTime: Moment }),
  reply: v.object({
    items: v.array(AbsenceAppointment),
    colleagues: v.array(v.object({ id: Id, name: v.string() })),
  }),
  refusals: { CLINICIAN_NOT_FOUND: 404, NOT_A_STRETCH: 400 },
})

/**
 * Closes the clinician's calendar for the period and applies the resolution of each appointment in it.
 * An appointment without a resolution (for example, one booked meanwhile) refuses the whole request with
 * HAS_BOOKINGS.
 */
export const enterAbsence = call({
  method: 'POST',
  path: '/desk/agenda/:id/absences',
  repeat: 'replay',
  access: 'staff',
  params: v.object({ id: Id }),
  body: v.object({ startTime: Moment, endTime: Moment, reason: Reason, resolutions: Resolutions }),
  reply: v.object({ id: Id, ...ReassignmentResults.entries }),
  refusals: { CLINICIAN_NOT_FOUND: 404, NOT_A_STRETCH: 400, ABSENCE_OVERLAPS: 409, HAS_BOOKINGS: 409 },
})

/** Applies resolutions to the appointments that are undecided or whose resolution failed. */
export const resolveAbsence = call({
  method: 'POST',
  path: '/desk/absences/:id/resolutions',
  repeat: 'safe',
  access: 'staff',
  params: v.object({ id: Id }),
  body: v.object({ resolutions: v.pipe(Resolutions, v.minLength(1)) }),
  reply: ReassignmentResults,
  refusals: { ABSENCE_NOT_FOUND: 404 },
})

/**
 * Moves the end of an absence forward; `null` ends it now, or removes it when it has not begun. Resolutions already
 * applied stay.
 */
export const shortenAbsence = call({
  method: 'PATCH',
  path: '/desk/absences/:id',
  access: 'staff',
  params: v.object({ id: Id }),
  body: v.object({ endTime: v.nullable(Moment), reason: Reason }),
  refusals: { ABSENCE_NOT_FOUND: 404, NOT_SHORTER: 409 },
})
