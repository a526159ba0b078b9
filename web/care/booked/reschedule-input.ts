import type { rescheduleConsultation } from '@cuida/core/care/booked/booked-api.ts'
import type { ConsultationSummary } from '@cuida/core/consultation/consultation-summary.ts'
import type { Input } from '@cuida/core/kit/call.ts'

export type RescheduleInput = Omit<Input<typeof rescheduleConsultation>, 'id'>

/**
 * Input for another time, or the same time with another clinician. After the clinic offered alternatives it names the
 * original start: a decision that the clinic made meanwhile takes precedence.
 */
export const rescheduleOf = (
  { timesOfferedFor }: Pick<ConsultationSummary, 'timesOfferedFor'>,
  clinicianId: string,
  { startTime, endTime }: { startTime: string | null; endTime: string | null },
): RescheduleInput => ({
  clinicianId,
  startTime: startTime ?? '',
  endTime: endTime ?? '',
  ...(timesOfferedFor ? { offeredFor: timesOfferedFor } : {}),
})
