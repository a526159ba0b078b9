import type { DeskSubscription } from '@cuida/core/checkout/months/desk-subscription-api.ts'
import { canPause, canResume } from '@cuida/core/subscription/pending-change.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { Acts, DetailHeader, type Fact, Facts } from '../../kit/place/Detail.tsx'
import { fullWords } from '../../kit/times.ts'
import { payerLink } from '../order/OrderHeader.tsx'
import { providerName } from '../order/order-words.ts'
import type { Wish } from '../refund/money-act.ts'
import { statusWords, subscriptionStanding } from './subscription-words.ts'

interface SubscriptionHeaderProps {
  subscription: DeskSubscription
  onWish: (wish: Wish) => void
}

/** What is paid a month, by whom, until when, and its rest. */
export function SubscriptionHeader({ subscription, onWish }: SubscriptionHeaderProps) {
  const { isSetAside, wish } = subscription
  return (
    <DetailHeader
      chip={subscriptionStanding(subscription)}
      title={t('desk.subscriptions.aMonth', { amount: money(subscription) })}
      of={subscription.planName}
    >
      {isSetAside && <Alert tone="warning">{t('desk.subscriptions.setAsideText')}</Alert>}
      {(wish === 'pause' || wish === 'resume') && <Alert tone="info">{t(`desk.subscriptions.wish.${wish}`)}</Alert>}
      <Facts of={factsOf(subscription)} term={(name) => t(`desk.subscriptions.fact.${name}`)} />
      <Acts>
        {actsOf(subscription).map((name) => (
          <Button key={name} fit icon={name === 'pause' ? 'clock' : 'refresh'} onClick={() => onWish({ name })}>
            {t(`desk.subscriptions.act.${name}`)}
          </Button>
        ))}
      </Acts>
    </DetailHeader>
  )
}

function actsOf(subscription: DeskSubscription): ('release' | 'pause' | 'resume')[] {
  if (subscription.isSetAside) return ['release']
  if (canResume(subscription)) return ['resume']
  return canPause(subscription) ? ['pause'] : []
}

function factsOf(subscription: DeskSubscription): Fact[] {
  const { payer, status, attention, currentPeriodEnd, cancelAtPeriodEnd, provider, providerId, id } = subscription
  return [
    ['payer', payerLink(payer)],
    ['begun', fullWords(subscription.createdAt)],
    ['status', attention && statusWords(status)],
    [cancelAtPeriodEnd ? 'ends' : 'paidUntil', currentPeriodEnd && fullWords(currentPeriodEnd)],
    ['provider', providerId && `${providerName(provider)} ${providerId}`],
    ['id', id],
  ]
}
