import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { longMoment } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useSearch } from 'wouter'
import { goTo } from '../../kit/navigation.ts'
import { usePartner } from '../../kit/partner.tsx'

/** "Hora cambiada", for who has just come from the calendar. */
export function Moved({ startTime }: { startTime: string | null }) {
  const { timeZone } = usePartner()
  const isNew = new URLSearchParams(useSearch()).get('moved') === 'true'
  if (!isNew || !startTime) return null
  const leave = () => goTo(window.location.pathname, { replace: true })
  return (
    <Alert
      tone="success"
      title={t('care.move.done', { moment: longMoment(startTime, timeZone) })}
      onClose={leave}
      leaves
    />
  )
}
