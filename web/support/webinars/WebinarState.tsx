import type { PatientWebinar } from '@cuida/core/support/webinars/webinar-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'

/** Remaining seats are shown only below this number. */
const FEW = 10

/** A short status of a webinar for this patient. */
export function WebinarState({ webinar }: { webinar: PatientWebinar }) {
  const { phase, isRegistered, seatsLeft: remainingSeats } = webinar
  return (
    <>
      {phase === 'live' && (
        <StatusChip tone="accent" icon="video">
          {t('support.webinar.live')}
        </StatusChip>
      )}
      {phase === 'over' && <StatusChip icon="clock">{t('support.webinar.over')}</StatusChip>}
      {isRegistered && phase !== 'over' && (
        <StatusChip tone="success" icon="check">
          {t('support.webinar.registered')}
        </StatusChip>
      )}
      {!isRegistered && phase !== 'over' && remainingSeats !== null && remainingSeats < FEW && (
        <StatusChip tone="warning" icon={remainingSeats === 0 ? 'lock' : 'info'}>
          {t('support.webinar.left', { left: remainingSeats })}
        </StatusChip>
      )}
    </>
  )
}
