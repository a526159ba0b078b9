import * as v from 'valibot'
import { ConsultationType } from '../../consultation/consultation-summary.ts'
import { LateChoice } from '../../consultation/late-choice.ts'
import { ConsultationStatus } from '../../consultation/status/status.ts'
import { call, manager } from '../../kit/call.ts'
import { Day, Id, Moment } from '../../kit/shapes.ts'

/** Why the clinic steps in; staff alone read it. */
export const ReassignmentReason = v.picklist(['ABSENT', 'AWAY', 'LATE', 'GONE', 'BLOCKED', 'MISTAKE', 'OTHER'])
export type ReassignmentReason = v.InferOutput<typeof ReassignmentReason>

/** A consultation of a day that is not over, as a manager sees it: who and when, and nothing of why they come. */
export const OpenConsultation = v.object({
  id: Id,
  type: ConsultationType,
  status: ConsultationStatus,
  product: v.object({ id: v.string(), name: v.string() }),
  patient: v.object({ firstName: v.string(), lastName: v.string() }),
  /** Whose it is: who holds it, or has it booked; null: anybody's. */
  clinician: v.nullable(v.object({ id: Id, name: v.string() })),
  /** Of who holds it: at their desk, away from it for too long, or not allowed to work any more. */
  holder: v.nullable(v.picklist(['there', 'gone', 'blocked'])),
  startTime: v.nullable(Moment),
  /** Waiting since, on demand. */
  queuedAt: v.nullable(Moment),
  /** On demand, while the patient waits: the moment by which they were told that somebody calls. Past it they need somebody. */
  promisedBy: v.nullable(Moment),
  /** Booked, past its start by the partner's minutes, and nobody took it. */
  isLate: v.boolean(),
  lateChoice: v.nullable(LateChoice),
  /** Others were offered for this hour, and its patient has not chosen yet. */
  areTimesOffered: v.boolean(),
})
export type OpenConsultation = v.InferOutput<typeof OpenConsultation>

/**
 * Everything that is open now, and what is booked for the day; what needs somebody first. `staffId`: what one colleague holds
 * or has booked, on whichever day.
 */
export const getOpenConsultations = call({
  method: 'GET',
  path: '/desk/open-consultations',
  ...manager,
  polled: true,
  query: v.object({ day: v.optional(Day), staffId: v.optional(Id) }),
  reply: v.object({ day: Day, timeZone: v.string(), items: v.array(OpenConsultation) }),
  refusals: { NOT_ALLOWED: 403 },
})

/** Clinicians who offer what was booked, whether they are at their desks, and how many they hold. */
export const getReassignmentCandidates = call({
  method: 'GET',
  path: '/desk/consultations/:id/reassignment-candidates',
  ...manager,
  params: v.object({ id: Id }),
  reply: v.object({
    items: v.array(v.object({ clinicianId: Id, name: v.string(), isThere: v.boolean(), attending: v.number() })),
  }),
  refusals: { CONSULTATION_NOT_FOUND: 404, NOT_ALLOWED: 403 },
})

/** At most so many at once: a clinician's day. */
export const MAX_REASSIGNED = 60
const Ids = v.pipe(v.array(Id), v.minLength(1), v.maxLength(MAX_REASSIGNED))
/** Whose each was, and when, as it was asked about: what its patient, or a colleague, has changed meanwhile is left alone. */
const Seen = v.object({ id: Id, clinicianId: v.nullable(Id), startTime: v.nullable(Moment) })
export type Seen = v.InferOutput<typeof Seen>
const reassignmentBody = {
  ids: Ids,
  reason: ReassignmentReason,
  seen: v.optional(v.pipe(v.array(Seen), v.maxLength(MAX_REASSIGNED))),
}

/** What became of each of them: `null`: it is done. */
export const ReassignmentProblem = v.picklist([
  'CONSULTATION_NOT_FOUND',
  'NOT_NOW',
  'NOT_A_CLINICIAN',
  'COLLEAGUE_NOT_AVAILABLE',
  'CHANGED_MEANWHILE',
])
export type ReassignmentProblem = v.InferOutput<typeof ReassignmentProblem>
export const ReassignmentResults = v.object({
  results: v.array(v.object({ id: Id, problem: v.nullable(ReassignmentProblem) })),
})

const managerCall = { ...manager, reply: ReassignmentResults, refusals: { NOT_ALLOWED: 403 } } as const

/** The manager goes on with it, whoever holds it or has it booked. */
export const takeOver = call({
  method: 'POST',
  path: '/desk/reassignment/take-over',
  ...managerCall,
  body: v.object({ ids: Ids, reason: ReassignmentReason }),
})

/** Who waits is a colleague's from now on; of a booked hour that has not begun the colleague's calendar decides. */
export const reassign = call({
  method: 'POST',
  path: '/desk/reassignment/reassign',
  ...managerCall,
  body: v.object({ ...reassignmentBody, clinicianId: Id }),
})

/** Ends each with all the money back, before or after its start, whoever holds it. */
export const cancelForClinic = call({
  method: 'POST',
  path: '/desk/reassignment/cancel',
  ...managerCall,
  body: v.object(reassignmentBody),
})

/**
 * Offers other times to those whose hour the clinic cannot keep: until it begins they choose another time, another clinician,
 * or all their money back, without notice. Nobody takes that back; what is decided for them afterwards ends it.
 */
export const offerTimes = call({
  method: 'POST',
  path: '/desk/reassignment/offer-times',
  ...managerCall,
  body: v.object(reassignmentBody),
})

/** Taken by mistake: back in front of the line, as long as nobody called. */
export const requeue = call({
  method: 'POST',
  path: '/desk/consultations/:id/requeue',
  access: 'staff',
  params: v.object({ id: Id }),
  refusals: { CONSULTATION_NOT_FOUND: 404, NOT_YOURS: 409, NOT_NOW: 409 },
})
