import type { ConsultationType } from './consultation-summary.ts'
import type { Happened } from './status/actions.ts'
import type { ConsultationStatus } from './status/status.ts'

/** What the rules look at: where a consultation stands, and when it is. */
export interface Booking {
  status: ConsultationStatus
  type: ConsultationType
  /** Set for scheduled consultations. */
  startTime: string | Date | null
  /** On demand: since when they have waited beyond the hours of their product. */
  afterHoursSince?: string | Date | null | undefined
  keptUntil?: string | Date | null | undefined
  /** Booked: the start for which the clinic has offered other times. */
  timesOfferedFor?: string | Date | null | undefined
  /** With the times of the record, as far as they are known. */
  actions: readonly (Happened & { createdAt?: string | undefined })[]
}
