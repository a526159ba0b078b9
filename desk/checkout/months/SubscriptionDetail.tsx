import type { DeskSubscription } from '@cuida/core/checkout/months/desk-subscription-api.ts'
import { canPause, canResume } from '@cuida/core/subscription/pending-change.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Acts, DetailHeader, type Fact, Facts } from '../../kit/place/Detail.tsx'
import { fullWords } from '../../kit/times.ts'
import { OrderTimeline, payerLink } from '../order/OrderHeader.tsx'
import { providerName } from '../order/order-words.ts'
import type { Wish } from '../refund/money-act.ts'
import { MoneyDialog, RefundRequests, Refunds } from '../refund/RefundLists.tsx'
import { Months } from './Months.tsx'
import { useDeskSubscription, useSubscriptionAct } from './subscription-queries.ts'
import { eventWords, statusWords, subscriptionStanding } from './subscription-words.ts'

/** One subscription: how it stands, its months, what can be done, and everything that has happened to it. */
export function SubscriptionDetail({ id }: { id: string }) {
  const subscription = useDeskSubscription(id)
  return (
    <Loaded of={subscription} lines={10} gone={<EmptyState title={t('desk.error.SUBSCRIPTION_NOT_FOUND')} />}>
      {(subscription) => <Known subscription={subscription} />}
    </Loaded>
  )
}

function Known({ subscription }: { subscription: DeskSubscription }) {
  const [wish, setWish] = useState<Wish>()
  const act = useSubscriptionAct(subscription.id)
  return (
    <>
      <SubscriptionHeader subscription={subscription} onWish={setWish} />
      <RefundRequests of={subscription} onWish={setWish} />
      <Months subscription={subscription} onWish={setWish} />
      <Refunds of={subscription} onWish={setWish} />
      <OrderTimeline timeline={subscription.timeline} words={eventWords} />
      {wish && (
        <MoneyDialog
          of={[subscription.payer?.name, subscription.planName].filter(Boolean).join(' · ')}
          currency={subscription.currency}
          wish={wish}
          onAct={act.mutateAsync}
          onClose={() => setWish(undefined)}
        />
      )}
    </>
  )
}

interface SubscriptionHeaderProps {
  subscription: DeskSubscription
  onWish: (wish: Wish) => void
}

/** What is paid a month, by whom, until when, and its rest. */
function SubscriptionHeader({ subscription, onWish }: SubscriptionHeaderProps) {
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
