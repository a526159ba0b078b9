import type { ConsultationType } from './consultation-summary.ts'
import type { ConsultationStatus } from './status/status.ts'

interface Offered {
  status: ConsultationStatus
  type: ConsultationType
  startTime: string | Date | null
  /** The start that the clinic cannot keep; another start is another question. */
  timesOfferedFor?: string | Date | null | undefined
}

/**
 * The clinic cannot keep this hour and has offered others (C10.3): until it begins its patient chooses another time,
 * another clinician or all the money back, and no notice binds them. From then on they are late for who was booked as
 * anybody is (`latenessOf`).
 */
export const areTimesOffered = (booking: Offered, now: Date): boolean =>
  isMarked(booking) && booking.startTime !== null && new Date(booking.startTime) > now

/** Whether the mark is of the start that it has now. */
const isMarked = ({ status, startTime, timesOfferedFor }: Offered): boolean =>
  status === 'QUEUED' &&
  startTime !== null &&
  Boolean(timesOfferedFor) &&
  new Date(timesOfferedFor ?? '').getTime() === new Date(startTime).getTime()

/** Whether others may be offered: a booked hour that has not begun. Offered twice it is offered. */
export const mayOfferTimes = ({ status, type, startTime }: Offered, now: Date): boolean =>
  status === 'QUEUED' && type === 'scheduled' && startTime !== null && new Date(startTime) > now
