import type { Consultation } from '@cuida/core/care/consultation.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'

/** Whoever may be an emergency stands first in the line, and should still not wait for us. */
export function UrgentAdvice({ consultation: { isUrgent, type, status } }: { consultation: Consultation }) {
  const { emergencyPhoneNumber: number } = usePartner()
  if (!isUrgent) return null
  return (
    <Alert
      tone="danger"
      title={t('booking.urgent.title')}
      action={
        <LinkButton href={`tel:${number}`} variant="danger" icon="phone" fit>
          {t('booking.urgent.call', { number })}
        </LinkButton>
      }
    >
      {t(type === 'on-demand' && status === 'QUEUED' ? 'care.waiting.urgent' : 'booking.urgent.text', { number })}
    </Alert>
  )
}
