import { isUndecided } from '@cuida/core/checkout/dispute/dispute.ts'
import type { DeskSubscription, SubscriptionCharge } from '@cuida/core/checkout/subscription/desk-subscription-api.ts'
import { canPause, canResume } from '@cuida/core/subscription/pending-change.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { formatMoney } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { AmountDetail, SumRow, SumRows } from '@cuida/ui/MoneyLines/SumRows.tsx'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatWhenLong } from '../../kit/clinic-time.ts'
import { DetailActions, DetailHeader, type Fact, Facts } from '../../kit/page/Detail.tsx'
import { RecordDispute } from '../dispute/RecordDispute.tsx'
import { OrderTimeline, payerLink } from '../order/OrderHeader.tsx'
import { providerName } from '../order/order-messages.ts'
import type { MoneyIntent } from '../refund/money-action.ts'
import { MoneyDialog, RefundRequests, Refunds } from '../refund/RefundLists.tsx'
import { chargeLabel, eventLabel, subscriptionStatusLabel, subscriptionStatusText } from './subscription-messages.ts'
import { useDeskSubscription, usePerformSubscriptionAction } from './subscription-queries.ts'

const mayAsk = ({ id, left, dispute }: SubscriptionCharge, { requests, isOnHold }: DeskSubscription): boolean =>
  left > 0 &&
  !isOnHold &&
  !(dispute && isUndecided(dispute.state)) &&
  !requests.some(({ chargeId, state }) => chargeId === id && state === 'open')

/** A subscription: status, charges, possible actions and history. */
export function SubscriptionDetail({ id }: { id: string }) {
  const subscription = useDeskSubscription(id)
  return (
    <QueryBoundary
      query={subscription}
      lines={10}
      notFound={<EmptyState title={t('desk.error.SUBSCRIPTION_NOT_FOUND')} />}
    >
      {(subscription) => <Known subscription={subscription} />}
    </QueryBoundary>
  )
}

function Known({ subscription }: { subscription: DeskSubscription }) {
  const [intent, setIntent] = useState<MoneyIntent>()
  const act = usePerformSubscriptionAction(subscription.id)
  return (
    <>
      <SubscriptionHeader subscription={subscription} onIntent={setIntent} />
      <RefundRequests of={subscription} onIntent={setIntent} />
      <Charges subscription={subscription} onIntent={setIntent} />
      <Refunds of={subscription} onIntent={setIntent} />
      <OrderTimeline timeline={subscription.timeline} labelOf={eventLabel} />
      {intent && (
        <MoneyDialog
          of={[subscription.payer?.name, subscription.planName].filter(Boolean).join(' · ')}
          currency={subscription.currency}
          intent={intent}
          onAct={act.mutateAsync}
          onClose={() => setIntent(undefined)}
        />
      )}
    </>
  )
}

interface SubscriptionHeaderProps {
  subscription: DeskSubscription
  onIntent: (intent: MoneyIntent) => void
}

/** Monthly price, subscriber, end of the paid period, and the remaining details. */
function SubscriptionHeader({ subscription, onIntent }: SubscriptionHeaderProps) {
  const { isOnHold, pendingChange } = subscription
  return (
    <DetailHeader
      chip={subscriptionStatusText(subscription)}
      title={t('desk.subscriptions.aMonth', { amount: formatMoney(subscription) })}
      of={subscription.planName}
    >
      {isOnHold && <Alert tone="warning">{t('desk.subscriptions.onHoldText')}</Alert>}
      {(pendingChange === 'pause' || pendingChange === 'resume') && (
        <Alert tone="info">{t(`desk.subscriptions.pendingChange.${pendingChange}`)}</Alert>
      )}
      <Facts of={factsOf(subscription)} term={(name) => t(`desk.subscriptions.fact.${name}`)} />
      <DetailActions>
        {actsOf(subscription).map((name) => (
          <Button key={name} fit icon={name === 'pause' ? 'clock' : 'refresh'} onClick={() => onIntent({ name })}>
            {t(`desk.subscriptions.act.${name}`)}
          </Button>
        ))}
      </DetailActions>
    </DetailHeader>
  )
}

function actsOf(subscription: DeskSubscription): ('release' | 'pause' | 'resume')[] {
  if (subscription.isOnHold) return ['release']
  if (canResume(subscription)) return ['resume']
  return canPause(subscription) ? ['pause'] : []
}

function factsOf(subscription: DeskSubscription): Fact[] {
  const { payer, status, attention, currentPeriodEnd, cancelAtPeriodEnd, provider, providerId, id } = subscription
  return [
    ['payer', payerLink(payer)],
    ['begun', formatWhenLong(subscription.createdAt)],
    ['status', attention && subscriptionStatusLabel(status)],
    [cancelAtPeriodEnd ? 'ends' : 'paidUntil', currentPeriodEnd && formatWhenLong(currentPeriodEnd)],
    ['provider', providerId && `${providerName(provider)} ${providerId}`],
    ['id', id],
  ]
}

/** The charges, newest first, each with its refundable rest and its disputes. */
function Charges({
  subscription,
  onIntent,
}: {
  subscription: DeskSubscription
  onIntent: (intent: MoneyIntent) => void
}) {
  const { charges } = subscription
  if (charges.length === 0) return null
  return (
    <Section title={t('desk.subscriptions.charges')}>
      <SumRows>
        {charges.map((charge) => (
          <Row key={charge.id} charge={charge} of={subscription} onIntent={onIntent} />
        ))}
      </SumRows>
    </Section>
  )
}

function Row({
  charge,
  of,
  onIntent,
}: {
  charge: SubscriptionCharge
  of: DeskSubscription
  onIntent: (intent: MoneyIntent) => void
}) {
  const [isRecording, setRecording] = useState(false)
  const { id, amount, dispute } = charge
  const { currency } = of
  return (
    <SumRow
      amount={amount}
      currency={currency}
      state={chargeLabel(charge.status)}
      acts={
        <>
          {mayAsk(charge, of) && (
            <Button fit onClick={() => onIntent({ name: 'ask', remainingAmount: charge.left, paymentId: id })}>
              {t('desk.orders.act.ask')}
            </Button>
          )}
          {charge.mayRecordDispute && (
            <Button fit onClick={() => setRecording(true)}>
              {t('desk.disputes.act.record')}
            </Button>
          )}
        </>
      }
    >
      <AmountDetail>{formatWhenLong(charge.at)}</AmountDetail>
      <AmountDetail>{detailsOf(charge, currency).join(' · ')}</AmountDetail>
      {dispute && (
        <AmountDetail>
          {t('desk.subscriptions.disputed', { state: t(`desk.disputes.state.${dispute.state}`) })}{' '}
          <Link href={`/disputes/${dispute.id}`}>{t('desk.disputes.open')}</Link>
        </AmountDetail>
      )}
      {isRecording && (
        <RecordDispute of={{ chargeId: id }} amount={amount} currency={currency} onClose={() => setRecording(false)} />
      )}
    </SumRow>
  )
}

function detailsOf(
  { refunded, invoice, providerPaymentId }: SubscriptionCharge,
  currency: DeskSubscription['currency'],
): string[] {
  const back =
    refunded > 0 && t('desk.subscriptions.givenBack', { amount: formatMoney({ amount: refunded, currency }) })
  const invoiceLabel = invoice?.number && t('desk.subscriptions.invoice', { number: invoice.number })
  return [back, invoiceLabel, providerPaymentId].filter(
    (labelOf) => typeof labelOf === 'string' && labelOf !== '',
  ) as string[]
}
