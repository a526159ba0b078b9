import type { PatientStatus } from '@cuida/core/consultation/status/status.ts'
import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import { type ChipTone, StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { t } from '@cuida/ui/words/words.ts'

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

interface PatientStatusChipProps {
  status: PatientStatus
  scheduled: boolean
  /** The clinic cannot keep the hour, and its patient has to choose. */
  isOffered: boolean
}

/** A booked time that waits is "confirmed", unless the clinic cannot keep it; only who asked for a call now is "in line". */
export function PatientStatusChip({ status, scheduled, isOffered }: PatientStatusChipProps) {
  if (isOffered)
    return (
      <StatusChip tone="warning" icon="warning">
        {t('care.status.OFFERED')}
      </StatusChip>
    )
  const key = status === 'QUEUED' && scheduled ? 'CONFIRMED' : status
  const look = LOOK[status]
  return (
    <StatusChip tone={look.tone} icon={key === 'CONFIRMED' ? 'calendar' : look.icon}>
      {t(`care.status.${key}`)}
    </StatusChip>
  )
}
