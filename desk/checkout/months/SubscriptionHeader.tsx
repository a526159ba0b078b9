import type { DeskSubscription } from '@cuida/core/checkout/months/desk-subscription-api.ts'
import { canPause, canResume } from '@cuida/core/subscription/wish.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import type { ReactNode } from 'react'
import { fullWords } from '../../kit/times.ts'
import css from '../order/OrderDetail.module.css'
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
  const { words, tone, icon } = subscriptionStanding(subscription)
  const { isSetAside, wish } = subscription
  return (
    <header className={css.header}>
      <StatusChip tone={tone} icon={icon}>
        {words}
      </StatusChip>
      <h2 className={css.title}>
        {t('desk.subscriptions.aMonth', { amount: money(subscription) })} <span>{subscription.planName}</span>
      </h2>
      {isSetAside && <Alert tone="warning">{t('desk.subscriptions.setAsideText')}</Alert>}
      {(wish === 'pause' || wish === 'resume') && <Alert tone="info">{t(`desk.subscriptions.wish.${wish}`)}</Alert>}
      <dl className={css.facts}>
        {factsOf(subscription).map(([name, fact]) => (
          <div key={name}>
            <dt>{t(`desk.subscriptions.fact.${name}`)}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <div className={css.acts}>
        {actsOf(subscription).map((name) => (
          <Button key={name} fit icon={name === 'pause' ? 'clock' : 'refresh'} onClick={() => onWish({ name })}>
            {t(`desk.subscriptions.act.${name}`)}
          </Button>
        ))}
      </div>
    </header>
  )
}

function actsOf(subscription: DeskSubscription): ('release' | 'pause' | 'resume')[] {
  if (subscription.isSetAside) return ['release']
  if (canResume(subscription)) return ['resume']
  return canPause(subscription) ? ['pause'] : []
}

function factsOf(subscription: DeskSubscription): [name: string, fact: ReactNode][] {
  const { payer, status, attention, currentPeriodEnd, cancelAtPeriodEnd, provider, providerId, id } = subscription
  const facts: [string, ReactNode][] = [
    ['payer', payerLink(payer)],
    ['begun', fullWords(subscription.createdAt)],
    ['status', attention && statusWords(status)],
    [cancelAtPeriodEnd ? 'ends' : 'paidUntil', currentPeriodEnd && fullWords(currentPeriodEnd)],
    ['provider', providerId && `${providerName(provider)} ${providerId}`],
    ['id', id],
  ]
  return facts.filter(([, fact]) => fact)
}
