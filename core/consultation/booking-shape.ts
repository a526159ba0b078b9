import type { ConsultationType } from './consultation-summary.ts'
import type { ActionDraft } from './status/actions.ts'
import type { ConsultationStatus } from './status/status.ts'

/** The fields of a consultation that the rules need. */
export interface Booking {
  status: ConsultationStatus
  type: ConsultationType
  /** Set for scheduled consultations. */
  startTime: string | Date | null
  /** On demand: since when the patient has waited past the product's hours. */
  afterHoursSince?: string | Date | null | undefined
  keptUntil?: string | Date | null | undefined
  /** Scheduled: the start for which the clinic has offered other times. */
  timesOfferedFor?: string | Date | null | undefined
  /** With the times of the record, where known. */
  actions: readonly (ActionDraft & { createdAt?: string | undefined })[]
}
