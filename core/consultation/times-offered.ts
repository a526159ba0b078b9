import type { ConsultationType } from './consultation-summary.ts'
import type { ConsultationStatus } from './status/status.ts'

interface Offered {
  status: ConsultationStatus
  type: ConsultationType
  startTime: string | Date | null
  /** The start that the clinic cannot keep; the offer is void for any other start. */
  timesOfferedFor?: string | Date | null | undefined
}

/**
 * The clinic cannot keep this appointment and has offered other times (C10.3): until the start the patient may choose
 * another time, another clinician or a full refund, without notice. After it the usual rules for a late clinician apply
 * (`latenessOf`).
 */
export const areTimesOffered = (booking: Offered, now: Date): boolean =>
  isMarked(booking) && booking.startTime !== null && new Date(booking.startTime) > now

/** Whether the offer is for the present start. */
const isMarked = ({ status, startTime, timesOfferedFor }: Offered): boolean =>
  status === 'QUEUED' &&
  startTime !== null &&
  Boolean(timesOfferedFor) &&
  new Date(timesOfferedFor ?? '').getTime() === new Date(startTime).getTime()

/** Whether other times may be offered: for an appointment that has not begun. Idempotent. */
export const mayOfferTimes = ({ status, type, startTime }: Offered, now: Date): boolean =>
  status === 'QUEUED' && type === 'scheduled' && startTime !== null && new Date(startTime) > now
