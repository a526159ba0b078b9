import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useEffect, useState } from 'react'
import { failureMessage } from '../kit/failure/FailureAlert.tsx'
import { pathOf } from '../routes.ts'
import { toCardPage } from './card-page.ts'
import { subscriptionMessage } from './subscription-message.ts'
import type { SubscriptionState } from './use-subscription-state.ts'

/** Progress of a new subscription, with the next step if any. */
export function SubscriptionProgress({ subscriptionState }: { subscriptionState: SubscriptionState }) {
  const { phase, subscription, failure, retry, askFailure } = subscriptionState
  const isSlow = useSlow(phase === 'preparing' || phase === 'confirming')
  if (failure) {
    const again = (
      <Button fit onClick={retry}>
        {t('subscription.askAgain')}
      </Button>
    )
    return (
      <Alert title={t('subscription.failed.fetch')} failure={failure} action={again}>
        {failureMessage(failure)}
      </Alert>
    )
  }
  if (askFailure) return <NotAsked failure={askFailure} />
  const url = subscription?.activationUrl
  switch (phase) {
    case 'preparing':
      return <ProgressAlert phase="preparing" isSlow={isSlow} />
    case 'confirming':
      return <ProgressAlert phase="confirming" isSlow={isSlow} back={url} />
    case 'card':
      return <Alert tone="info" title={t('subscription.now.card')} />
    case 'awaiting':
      return <AwaitingAlert />
    case 'cancelling':
      return <CancellingAlert />
    case 'refused':
      return (
        <Alert title={t(`subscription.now.refused.${subscription?.lastPaymentStatus}`)}>
          {t('subscription.now.refused')}
        </Alert>
      )
    default:
      return null
  }
}

/** The card was given, and the provider makes the first charge by itself. */
export const AwaitingAlert = () => (
  <Alert tone="info" title={t('subscription.now.awaiting')}>
    {t('subscription.now.awaitingText')}
  </Alert>
)

/** Cancelled while the first charge is due: whether it was made is not known yet. */
export const CancellingAlert = () => (
  <Alert tone="info" title={t('subscription.now.cancelling')}>
    {t('subscription.now.cancellingText')}
  </Alert>
)

/** Why subscribing failed, with a link to what is missing. */
function NotAsked({ failure }: { failure: unknown }) {
  const isDue = failure instanceof CallFailed && failure.code === 'AGREEMENT_DUE'
  const action = isDue && (
    <LinkButton fit href={pathOf('agreements')}>
      {t('subscription.error.AGREEMENT_DUE.action')}
    </LinkButton>
  )
  return (
    <Alert title={t('subscription.failed.subscribe')} failure={failure} action={action}>
      {subscriptionMessage(failure)}
    </Alert>
  )
}

interface ProgressAlertProps {
  phase: 'preparing' | 'confirming'
  isSlow: boolean
  back?: string | null | undefined
}

function ProgressAlert({ phase, isSlow, back }: ProgressAlertProps) {
  const action = back && (
    <Button fit onClick={() => toCardPage(back)}>
      {t('subscription.now.backToCard')}
    </Button>
  )
  return (
    <Alert tone="info" title={t(`subscription.now.${phase}`)} action={action}>
      {isSlow && t('subscription.now.slow')}
    </Alert>
  )
}

const TIMEOUT_MS = 12_000

/** Whether it takes longer than expected. */
function useSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isSlow
}
