import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { Failure } from '../../kit/Failure.tsx'
import { timeWords } from '../../kit/times.ts'
import css from './AwayNotice.module.css'
import { useAvailability, useSayAvailability } from './availability-queries.ts'

/** Over the queue while nobody counts on me, so that an end of a pause is not forgotten. */
export function AwayNotice() {
  const availability = useAvailability()
  const back = useSayAvailability(() => showToast(t('desk.available.back')))
  if (!availability || availability.state === 'available') return null
  const { until } = availability
  const title = until ? t('desk.available.away.until', { time: timeWords(until) }) : t('desk.available.away.off')
  return (
    <Alert tone="warning" title={title}>
      <p className={css.text}>{t('desk.available.away.text')}</p>
      <Button fit busy={back.isPending} onClick={() => back.mutate({ state: 'available' })}>
        {t('desk.available.return')}
      </Button>
      <Failure failure={back.error} />
    </Alert>
  )
}
