import type { Subscription } from '@cuida/core/subscription/api.ts'
import { hasEnded } from '@cuida/core/subscription/status.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { longDay } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../kit/content/partner.tsx'
import { pathOf } from '../routes.ts'
import { Begun } from './Begun.tsx'
import type { Standing } from './use-standing.ts'

/** What its holder should know or do now: one thing, with its action. */
export function ManagerNews({ standing }: { standing: Standing }) {
  const { subscription, phase, failure, askFailure, isAsking, ask } = standing
  const { timeZone } = usePartner()
  if (!subscription) return null
  const { status, currentPeriodEnd, cancelAtPeriodEnd, activationUrl, desk } = subscription
  const day = currentPeriodEnd ? longDay(currentPeriodEnd, timeZone) : ''
  if (failure || askFailure) return <Begun standing={standing} />
  if (hasEnded(status)) {
    const action = (
      <LinkButton fit href={pathOf('subscriptionCheckout')}>
        {t('subscription.seePlan')}
      </LinkButton>
    )
    return <Alert tone="info" title={t('subscription.now.over')} action={action} />
  }
  if (phase === 'unclear') return <Alert tone="warning" title={t('subscription.now.unclear')} action={<ToSupport />} />
  if (phase === 'due') {
    return (
      <Alert title={t('subscription.now.due')} action={<AskCard busy={isAsking} onAsk={() => ask()} words="payNow" />}>
        {t('subscription.now.dueText')}
      </Alert>
    )
  }
  if (cancelAtPeriodEnd) {
    return (
      <Alert
        tone="info"
        title={t('subscription.now.ends', { day })}
        action={<AskCard busy={isAsking} onAsk={() => ask()} words="stay" />}
      >
        {t('subscription.now.endsText')}
      </Alert>
    )
  }
  if (phase === 'paused') return <Paused subscription={subscription} />
  if (phase === 'subscribed')
    return activationUrl ? <Alert tone="info" title={t('subscription.now.newCard')} /> : <FromDesk desk={desk} />
  const action = (
    <LinkButton fit href={pathOf('subscriptionCheckout')}>
      {t('subscription.goOn')}
    </LinkButton>
  )
  return <Alert tone="info" title={t('subscription.now.unfinished')} action={action} />
}

function AskCard({ busy, onAsk, words }: { busy: boolean; onAsk: () => void; words: 'payNow' | 'stay' }) {
  return (
    <Button fit busy={busy} onClick={onAsk}>
      {t(`subscription.${words}`)}
    </Button>
  )
}

/** It rests because somebody asked for it by phone or e-mail; the same people take it up again. */
function Paused({ subscription: { currentPeriodEnd: end, desk } }: { subscription: Subscription }) {
  const { timeZone } = usePartner()
  const isPaid = end !== null && Date.parse(end) > serverNow()
  const title =
    desk?.action === 'paused'
      ? t('subscription.now.pausedSince', { day: longDay(desk.at, timeZone) })
      : t('subscription.now.paused')
  return (
    <Alert tone="info" title={title} action={<ToSupport />}>
      {isPaid ? t('subscription.now.pausedText', { day: longDay(end, timeZone) }) : t('subscription.now.pausedOver')}
    </Alert>
  )
}

/** It goes on, or was looked at: told here as in the message that came. */
function FromDesk({ desk }: Pick<Subscription, 'desk'>) {
  const { timeZone } = usePartner()
  if (!desk || desk.action === 'paused') return null
  const day = longDay(desk.at, timeZone)
  return (
    <Alert tone="info" title={t(`subscription.now.${desk.action}`)}>
      {t(`subscription.now.${desk.action}Text`, { day })}
    </Alert>
  )
}

function ToSupport() {
  return (
    <LinkButton fit href={pathOf('support')}>
      {t('subscription.toSupport')}
    </LinkButton>
  )
}
