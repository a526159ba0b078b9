import type { ConsultationStatus } from '../../consultation/status/status.ts'
import { RECORD_DAYS } from '../../kit/assumptions.ts'

/** Why somebody at the desk may read a record (product 7.8), in the order in which one is told before another. */
export type Because = 'attending' | 'booked' | 'attended' | 'edit-request' | 'break-glass'

/** A consultation of the patient that has to do with this clinician. */
export interface Tie {
  consultationId: string
  status: ConsultationStatus
  /** They hold it, or held it to its end. */
  held: boolean
  /** It is booked with them, or was. */
  booked: boolean
  /** When it is or was: the booked time, else when it was asked for. */
  at: Date
  changedAt: Date
}

export interface Grounds {
  now: Date
  ties: readonly Tie[]
  /** The patient asks for a change of their record, and nobody has answered. */
  asked: boolean
  /** A manager who is a clinician too looks after whoever has no clinician of their own. */
  isManager: boolean
  /** Until when they opened the record with a reason. */
  glassUntil: Date | undefined
}

export interface Relation {
  because: Because
  consultationId: string | null
  /** Of the consultation; of a break-glass opening its end; null for a request. */
  at: Date | null
}

const DAY_MS = 86_400_000
const OVER: ReadonlySet<ConsultationStatus> = new Set(['CLOSED', 'CLOSED_WITH_ERROR'])

/**
 * Whether a clinician may read this patient's record now, and why: they hold a consultation, have one booked, or held
 * one that ended at most RECORD_DAYS ago. A patient who asks for a change opens it to whoever ever attended them.
 * Otherwise only a break-glass opening does.
 */
export function careRelation({ now, ties, asked, isManager, glassUntil }: Grounds): Relation | undefined {
  const holding = ties.find(({ held, status }) => held && (status === 'ACTIVE' || status === 'CLOSING'))
  if (holding) return of('attending', holding)
  const next = first(ties.filter(({ booked, status }) => booked && status === 'QUEUED'))
  if (next) return of('booked', next)
  const past = latest(ties.filter(({ held, booked, status }) => (held || booked) && OVER.has(status)))
  if (past && past.changedAt.getTime() >= now.getTime() - RECORD_DAYS * DAY_MS) return of('attended', past)
  if (asked && (past || isManager))
    return { because: 'edit-request', consultationId: past?.consultationId ?? null, at: null }
  if (glassUntil && glassUntil > now) return { because: 'break-glass', consultationId: null, at: glassUntil }
  return undefined
}

/** Who opened a record in an emergency reads it, and writes nothing: what they learn they write in their own notes. */
export const mayWrite = ({ because }: Relation): boolean => because !== 'break-glass'

const of = (because: Because, { consultationId, at }: Tie): Relation => ({ because, consultationId, at })
const first = (ties: readonly Tie[]): Tie | undefined => [...ties].sort((a, b) => a.at.getTime() - b.at.getTime())[0]
const latest = (ties: readonly Tie[]): Tie | undefined =>
  [...ties].sort((a, b) => b.changedAt.getTime() - a.changedAt.getTime())[0]
