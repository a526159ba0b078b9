import type { Consultation } from '@cuida/core/care/consultation.ts'
import { isPast } from '@cuida/core/consultation/status/status.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { formatLongMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useSearch } from 'wouter'
import { usePartner } from '../../kit/content/partner.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'

/** "Hora cambiada", shown right after rescheduling; later changes have their own texts. */
export function RescheduledAlert({
  consultation: { startTime, status },
}: {
  consultation: Pick<Consultation, 'startTime' | 'status'>
}) {
  const { timeZone } = usePartner()
  const isNew = new URLSearchParams(useSearch()).get('moved') === 'true'
  if (!isNew || !startTime || isPast(status)) return null
  const leave = () => goTo(window.location.pathname, { replace: true })
  return (
    <Alert
      tone="success"
      title={t('care.move.done', { moment: formatLongMoment(startTime, timeZone) })}
      onClose={leave}
      leaves
    />
  )
}
