import * as v from 'valibot'
import type { CareRules } from '../brand/care-rules.ts'
import type { ConsultationType } from './consultation-summary.ts'
import type { ConsultationStatus } from './status/status.ts'

const MINUTE_MS = 60_000

/** The choice of a patient whose product closed while they waited (C10.4): the first place when it opens again. */
export const AfterHoursChoice = v.picklist(['NEXT_OPENING'])
export type AfterHoursChoice = v.InferOutput<typeof AfterHoursChoice>

interface Wait {
  status: ConsultationStatus
  type: ConsultationType
  /** Since when they have waited beyond the hours; null or absent: they have not. */
  afterHoursSince?: string | Date | null | undefined
  /** They keep the first place until it opens then. */
  keptUntil?: string | Date | null | undefined
}

/** How somebody waits on demand: in its hours; beyond them, with a choice; with one made; so long that it is made for them. */
export type AfterHours = 'in-hours' | 'choice' | 'kept' | 'release'

/** Exactly so many minutes after closing the money goes back. Whoever is at their desk may take them until then. */
export function afterHoursOf(
  { status, type, afterHoursSince, keptUntil }: Wait,
  { closingMinutes }: CareRules,
  now: Date,
): AfterHours {
  if (status !== 'QUEUED' || type !== 'on-demand' || !afterHoursSince) return 'in-hours'
  if (keptUntil) return now < new Date(keptUntil) ? 'kept' : 'in-hours'
  return now >= releaseAfterHours(afterHoursSince, { closingMinutes }) ? 'release' : 'choice'
}

/** When the money goes back to who has not chosen. */
export const releaseAfterHours = (since: string | Date, { closingMinutes }: Pick<CareRules, 'closingMinutes'>): Date =>
  new Date(new Date(since).getTime() + closingMinutes * MINUTE_MS)
