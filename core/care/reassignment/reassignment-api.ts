import * as v from 'valibot'
import { ConsultationType } from '../../consultation/consultation-summary.ts'
import { LateChoice } from '../../consultation/late-choice.ts'
import { ConsultationStatus } from '../../consultation/status/status.ts'
import { call, manager } from '../../kit/call.ts'
import { Day, Id, Moment } from '../../kit/shapes.ts'

/** Why the clinic intervenes; only staff read it. */
export const ReassignmentReason = v.picklist(['ABSENT', 'AWAY', 'LATE', 'GONE', 'BLOCKED', 'MISTAKE', 'OTHER'])
export type ReassignmentReason = v.InferOutput<typeof ReassignmentReason>

/** An unfinished consultation of the day, as a manager sees it: patient and time, never the reason for the visit. */
export const OpenConsultation = v.object({
  id: Id,
  type: ConsultationType,
  status: ConsultationStatus,
  product: v.object({ id: v.string(), name: v.string() }),
  patient: v.object({ firstName: v.string(), lastName: v.string() }),
  /** The clinician who holds it or has it booked; null when any clinician may take it. */
  clinician: v.nullable(v.object({ id: Id, name: v.string() })),
  /** State of the clinician who holds it: at the desk, away for too long, or blocked. */
  holder: v.nullable(v.picklist(['there', 'gone', 'blocked'])),
  startTime: v.nullable(Moment),
  /** Start of the wait, on demand. */
  queuedAt: v.nullable(Moment),
  /** On demand, while the patient waits: the promised moment of the call. After it the patient needs attention. */
  promisedBy: v.nullable(Moment),
  /** An appointment past its start by the partner's minutes that no clinician has taken. */
  isLate: v.boolean(),
  lateChoice: v.nullable(LateChoice),
  /** The patient was offered other times and has not chosen yet. */
  areTimesOffered: v.boolean(),
})
export type OpenConsultation = v.InferOutput<typeof OpenConsultation>

/**
 * All unfinished consultations and the appointments of the day, the most urgent first. `staffId`: those that one
 * clinician holds or has booked, on any day.
 */
export const getOpenConsultations = call({
  method: 'GET',
  path: '/desk/open-consultations',
  list: { boundedBy: 'the open consultations of one day' },
  ...manager,
  polled: true,
  query: v.object({ day: v.optional(Day), staffId: v.optional(Id) }),
  reply: v.object({ day: Day, timeZone: v.string(), items: v.array(OpenConsultation) }),
  refusals: { NOT_ALLOWED: 403 },
})

/** Clinicians who offer the booked product, with their presence and number of consultations. */
export const getReassignmentCandidates = call({
  method: 'GET',
  path: '/desk/consultations/:id/reassignment-candidates',
  list: { boundedBy: 'the clinicians of the clinic' },
  ...manager,
  params: v.object({ id: Id }),
  reply: v.object({
    items: v.array(v.object({ clinicianId: Id, name: v.string(), isThere: v.boolean(), attending: v.number() })),
  }),
  refusals: { CONSULTATION_NOT_FOUND: 404, NOT_ALLOWED: 403 },
})

/** Largest number of consultations in one request: a clinician's day. */
export const MAX_REASSIGNED = 60
const Ids = v.pipe(v.array(Id), v.minLength(1), v.maxLength(MAX_REASSIGNED))
/**
 * Clinician and start as the manager saw them. A consultation that the patient or a colleague has changed since is left
 * unchanged.
 */
const SeenConsultation = v.object({ id: Id, clinicianId: v.nullable(Id), startTime: v.nullable(Moment) })
export type SeenConsultation = v.InferOutput<typeof SeenConsultation>
const reassignmentBody = {
  ids: Ids,
  reason: ReassignmentReason,
  seen: v.optional(v.pipe(v.array(SeenConsultation), v.maxLength(MAX_REASSIGNED))),
}

/** Result for each consultation; `null`: success. */
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

/** Assigns the consultation to the manager, whichever clinician holds it or has it booked. */
export const takeOver = call({
  method: 'POST',
  path: '/desk/reassignment/take-over',
  repeat: 'safe',
  ...managerCall,
  body: v.object({ ids: Ids, reason: ReassignmentReason }),
})

/**
 * Assigns a waiting patient to a colleague. An appointment that has not begun needs a free slot in the colleague's
 * calendar.
 */
export const reassign = call({
  method: 'POST',
  path: '/desk/reassignment/reassign',
  repeat: 'safe',
  ...managerCall,
  body: v.object({ ...reassignmentBody, clinicianId: Id }),
})

/** Cancels each consultation with a full refund, before or after its start, whichever clinician holds it. */
export const cancelForClinic = call({
  method: 'POST',
  path: '/desk/reassignment/cancel',
  repeat: 'replay',
  ...managerCall,
  body: v.object(reassignmentBody),
})

/**
 * Offers other times to patients whose appointment the clinic cannot keep: until it starts they may choose another
 * time, another clinician or a full refund, without a notice period. The offer cannot be withdrawn; a later decision by
 * the clinic ends it.
 */
export const offerTimes = call({
  method: 'POST',
  path: '/desk/reassignment/offer-times',
  repeat: 'safe',
  ...managerCall,
  body: v.object(reassignmentBody),
})

/** Returns a consultation that was taken by mistake to the front of the queue, as long as no call was made. */
export const requeue = call({
  method: 'POST',
  path: '/desk/consultations/:id/requeue',
  repeat: 'safe',
  access: 'staff',
  params: v.object({ id: Id }),
  refusals: { CONSULTATION_NOT_FOUND: 404, NOT_YOURS: 409, NOT_NOW: 409 },
})
