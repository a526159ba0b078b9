import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Countdown } from '@cuida/ui/Countdown/Countdown.tsx'
import { useCountdown } from '@cuida/ui/Countdown/use-countdown.ts'
import { t } from '@cuida/ui/words/words.ts'
import { failureWords } from '../../kit/failure/FailureAlert.tsx'
import type { HeldTime } from './use-held-time.ts'

const WARN_S = 120

/** In the header; never a bare clock, which would look like the hour of the appointment. */
export function HeldStatus({ until, onEnd }: { until: string; onEnd: () => void }) {
  return <Countdown until={until} onEnd={onEnd} words={(left) => t('checkout.held', { left })} />
}

/** Two minutes before the end, the time can be kept (product 11.7). */
export function HeldWarning({ held }: { held: HeldTime }) {
  if (held.failure || held.isKeeping) return <Keep held={held} />
  return held.until ? <LastMinutes until={held.until} held={held} /> : null
}

function LastMinutes({ until, held }: { until: string; held: HeldTime }) {
  return useCountdown(until) <= WARN_S ? <Keep held={held} /> : null
}

function Keep({ held: { keep, isKeeping, failure } }: { held: HeldTime }) {
  const action = (
    <Button fit busy={isKeeping} onClick={() => void keep()}>
      {t('checkout.held.keep')}
    </Button>
  )
  return (
    <Alert tone="warning" title={t('checkout.held.warning')} failure={failure} action={action}>
      {failure ? failureWords(failure) : t('checkout.held.warningText')}
    </Alert>
  )
}
