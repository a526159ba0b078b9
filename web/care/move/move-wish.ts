import type { rescheduleConsultation } from '@cuida/core/care/move/booking-api.ts'
import type { ConsultationSummary } from '@cuida/core/consultation/consultation-summary.ts'
import type { Input } from '@cuida/core/kit/call.ts'

export type MoveWish = Omit<Input<typeof rescheduleConsultation>, 'id'>

interface Time {
  startTime: string | null
  endTime: string | null
}

/**
 * Another time, or the same with somebody else. Who was offered others says for which start: what the clinic has decided of
 * it meanwhile stands.
 */
export const moveOf = (
  { timesOfferedFor }: Pick<ConsultationSummary, 'timesOfferedFor'>,
  clinicianId: string,
  { startTime, endTime }: Time,
): MoveWish => ({
  clinicianId,
  startTime: startTime ?? '',
  endTime: endTime ?? '',
  ...(timesOfferedFor ? { offeredFor: timesOfferedFor } : {}),
})
