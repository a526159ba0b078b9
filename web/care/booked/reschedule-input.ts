import type { rescheduleConsultation } from '@cuida/core/care/booked/booked-api.ts'
import type { ConsultationSummary } from '@cuida/core/consultation/consultation-summary.ts'
import type { Input } from '@cuida/core/kit/call.ts'

export type RescheduleInput = Omit<Input<typeof rescheduleConsultation>, 'id'>

/**
 * Another time, or the same with somebody else. Who was offered others says for which start: what the clinic has decided of
 * it meanwhile stands.
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
