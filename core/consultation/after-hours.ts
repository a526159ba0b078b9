import * as v from 'valibot'
import type { CareRules } from '../brand/care-rules.ts'
import type { ConsultationType } from './consultation-summary.ts'
import type { ConsultationStatus } from './status/status.ts'

const MINUTE_MS = 60_000

/** Choice of a patient whose product closed during the wait (C10.4): to be first in the queue at the next opening. */
export const AfterHoursChoice = v.picklist(['NEXT_OPENING'])
export type AfterHoursChoice = v.InferOutput<typeof AfterHoursChoice>

interface Wait {
  status: ConsultationStatus
  type: ConsultationType
  /** Since when the patient has waited past the product's hours; null or absent: within hours. */
  afterHoursSince?: string | Date | null | undefined
  /** The patient keeps the first position until this opening. */
  keptUntil?: string | Date | null | undefined
}

/**
 * State of an on-demand wait: within hours; past them with an open choice; with the choice made; or due for
 * cancellation.
 */
export type AfterHours = 'in-hours' | 'choice' | 'kept' | 'release'

/**
 * The release is due exactly `closingMinutes` after closing. Until then a clinician at the desk may still take the
 * patient.
 */
export function afterHoursOf(
  { status, type, afterHoursSince, keptUntil }: Wait,
  { closingMinutes }: CareRules,
  now: Date,
): AfterHours {
  if (status !== 'QUEUED' || type !== 'on-demand' || !afterHoursSince) return 'in-hours'
  if (keptUntil) return now < new Date(keptUntil) ? 'kept' : 'in-hours'
  return now >= releaseAfterHours(afterHoursSince, { closingMinutes }) ? 'release' : 'choice'
}

/** When a patient who has not chosen is refunded. */
export const releaseAfterHours = (since: string | Date, { closingMinutes }: Pick<CareRules, 'closingMinutes'>): Date =>
  new Date(new Date(since).getTime() + closingMinutes * MINUTE_MS)
