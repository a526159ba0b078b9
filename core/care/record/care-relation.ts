import type { ConsultationStatus } from '../../consultation/status/status.ts'
import { RECORD_DAYS } from '../../kit/assumptions.ts'

/** Why a clinician may read a record (product 7.8), in order of precedence. */
export type AccessGround = 'attending' | 'booked' | 'attended' | 'edit-request' | 'break-glass'

/** A consultation that connects the patient and this clinician. */
export interface RelatedConsultation {
  consultationId: string
  status: ConsultationStatus
  /** The clinician holds the consultation, or held it until its end. */
  held: boolean
  /** The consultation is or was booked with the clinician. */
  booked: boolean
  /** The start of the appointment, else the time of the request. */
  at: Date
  changedAt: Date
}

export interface CareRelationInput {
  now: Date
  ties: readonly RelatedConsultation[]
  /** The patient has an open edit request. */
  hasOpenRequest: boolean
  /** A manager who is also a clinician answers for patients without a clinician of their own. */
  isManager: boolean
  /** End of the clinician's emergency access. */
  emergencyAccessUntil: Date | undefined
}

export interface Relation {
  because: AccessGround
  consultationId: string | null
  /** Time of the consultation; the end of an emergency access; null for an edit request. */
  at: Date | null
}

const DAY_MS = 86_400_000
const OVER: ReadonlySet<ConsultationStatus> = new Set(['CLOSED', 'CLOSED_WITH_ERROR'])

/**
 * Whether and why a clinician may read this patient's record now: they hold a consultation, have one booked, or held
 * one that ended at most RECORD_DAYS ago. An open edit request admits every clinician who ever attended the patient.
 * Otherwise only emergency access does.
 */
export function careRelation({
  now,
  ties,
  hasOpenRequest,
  isManager,
  emergencyAccessUntil,
}: CareRelationInput): Relation | undefined {
  const holding = ties.find(({ held, status }) => held && (status === 'ACTIVE' || status === 'CLOSING'))
  if (holding) return of('attending', holding)
  const next = first(ties.filter(({ booked, status }) => booked && status === 'QUEUED'))
  if (next) return of('booked', next)
  const past = latest(ties.filter(({ held, booked, status }) => (held || booked) && OVER.has(status)))
  if (past && past.changedAt.getTime() >= now.getTime() - RECORD_DAYS * DAY_MS) return of('attended', past)
  if (hasOpenRequest && (past || isManager))
    return { because: 'edit-request', consultationId: past?.consultationId ?? null, at: null }
  if (emergencyAccessUntil && emergencyAccessUntil > now)
    return { because: 'break-glass', consultationId: null, at: emergencyAccessUntil }
  return undefined
}

/** Emergency access is read-only: the clinician writes in their own notes instead. */
export const mayWrite = ({ because }: Relation): boolean => because !== 'break-glass'

const of = (because: AccessGround, { consultationId, at }: RelatedConsultation): Relation => ({
  because,
  consultationId,
  at,
})
const first = (ties: readonly RelatedConsultation[]): RelatedConsultation | undefined =>
  [...ties].sort((a, b) => a.at.getTime() - b.at.getTime())[0]
const latest = (ties: readonly RelatedConsultation[]): RelatedConsultation | undefined =>
  [...ties].sort((a, b) => b.changedAt.getTime() - a.changedAt.getTime())[0]
