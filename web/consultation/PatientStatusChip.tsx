import type { ConsultationSummary } from '@cuida/core/consultation/consultation-summary.ts'
import type { PatientStatus } from '@cuida/core/consultation/status/status.ts'
import { areTimesOffered } from '@cuida/core/consultation/times-offered.ts'
import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Live } from '@cuida/ui/Live/Live.tsx'
import { type ChipTone, StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'

const LOOK: Record<PatientStatus, { tone: ChipTone; icon: IconName }> = {
  PROCESSING: { tone: 'neutral', icon: 'clock' },
  ORDER_CANCELLED: { tone: 'neutral', icon: 'close' },
  QUEUED: { tone: 'brand', icon: 'clock' },
  ACTIVE: { tone: 'accent', icon: 'phone' },
  COMPLETE: { tone: 'success', icon: 'check' },
  CLOSED: { tone: 'success', icon: 'check' },
  CLOSED_WITH_ERROR: { tone: 'warning', icon: 'warning' },
  CANCELLING: { tone: 'neutral', icon: 'close' },
  CANCELLED: { tone: 'neutral', icon: 'close' },
}

/** "In the queue" applies only to on-demand consultations. */
export function PatientStatusChip({ consultation, now }: { consultation: ConsultationSummary; now: Date }) {
  const { patientStatus: status, startTime } = consultation
  if (areTimesOffered(consultation, now))
    return (
      <StatusChip tone="warning" icon="warning">
        {t('care.status.OFFERED')}
      </StatusChip>
    )
  const key = status === 'QUEUED' && startTime !== null ? bookedKey(startTime, now) : status
  const appearance = LOOK[status]
  return (
    <StatusChip tone={appearance.tone} icon={key === 'CONFIRMED' ? 'calendar' : appearance.icon}>
      <Live text={t(`care.status.${key}`)} />
    </StatusChip>
  )
}

/** A booked time is "confirmed" until it starts; afterwards the patient is waiting. */
export const bookedKey = (startTime: string, now: Date): 'CONFIRMED' | 'WAITING' =>
  new Date(startTime) > now ? 'CONFIRMED' : 'WAITING'
