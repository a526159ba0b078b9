import type { DeskOrder } from '@cuida/core/checkout/order/desk-order-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { formatMoney } from '@cuida/ui/i18n/format.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import { Timeline } from '@cuida/ui/Timeline/Timeline.tsx'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatWhenLong, formatWhenShort } from '../../kit/clinic-time.ts'
import { endingMessage } from '../../kit/consultation-ending.ts'
import { DetailActions, DetailHeader, type Fact, Facts } from '../../kit/page/Detail.tsx'
import type { MoneyIntent } from '../refund/money-action.ts'
import {
  type HistoryEvent,
  happeningLabel,
  orderStatusText,
  providerName,
  sourceLabel,
  timelineStepState,
} from './order-messages.ts'

interface OrderHeaderProps {
  order: DeskOrder
  onIntent: (intent: MoneyIntent) => void
}

/** Amount, product and patient, and the actions that concern the whole order. */
export function OrderHeader({ order, onIntent }: OrderHeaderProps) {
  const isOnHold = order.attempts.some((attempt) => attempt.isOnHold)
  const isAsked = order.requests.some(({ state }) => state === 'open')
  return (
    <DetailHeader chip={orderStatusText(order)} title={formatMoney(order)} of={order.productName}>
      {isOnHold && <Alert tone="warning">{t('desk.orders.onHoldText')}</Alert>}
      <Facts of={factsOf(order)} term={(name) => t(`desk.orders.fact.${name}`)} />
      <DetailActions>
        {isOnHold && (
          <Button fit icon="refresh" onClick={() => onIntent({ name: 'release' })}>
            {t('desk.orders.act.release')}
          </Button>
        )}
        {!isOnHold && !isAsked && order.attention !== 'disputed' && order.left > 0 && (
          <Button fit onClick={() => onIntent({ name: 'ask', remainingAmount: order.left })}>
            {t('desk.orders.act.ask')}
          </Button>
        )}
      </DetailActions>
    </DetailHeader>
  )
}

function factsOf(order: DeskOrder): Fact[] {
  const { payer, currency, maskedCardNumber, consultation, hold, refunded, left, failureReason } = order
  const payment = order.attempts.at(-1)
  return [
    ['payer', payerLink(payer)],
    ['created', formatWhenLong(order.createdAt)],
    [
      'method',
      [paymentMethodLabel(order.paymentMethod), maskedCardNumber, installmentsText(order)].filter(Boolean).join(' '),
    ],
    ['failure', failureReason && t(`desk.orders.failure.${failureReason}`)],
    ['refunded', refunded > 0 && formatMoney({ amount: refunded, currency })],
    ['left', left > 0 && formatMoney({ amount: left, currency })],
    ['time', hold && `${formatWhenLong(hold.startsAt)}, ${hold.clinicianName}`],
    // While the payment is pending there is no consultation to show.
    ['consultation', consultation && consultation.status !== 'PENDING' && endingMessage(consultation)],
    ['payment', payment?.providerPaymentId && `${providerName(payment.provider)} ${payment.providerPaymentId}`],
    ['order', order.id],
  ]
}

export function payerLink(payer: DeskOrder['payer']): ReactNode {
  return payer ? <Link href={`/people/patient/${payer.accountId}`}>{payer.name}</Link> : t('desk.orders.deleted')
}

/** The payer's total exceeds the amount where the bank charges interest. */
const installmentsText = ({ installments, payerTotal: amount, currency }: DeskOrder): string =>
  installments > 1
    ? `(${t('desk.orders.installments', { installments, total: formatMoney({ amount, currency }) })})`
    : ''

const paymentMethodLabel = (method: string): string => {
  const key = `desk.orders.method.${method}`
  return hasMessage(key) ? t(key) : method
}

interface OrderTimelineProps {
  timeline: readonly HistoryEvent[]
  labelOf?: (event: HistoryEvent) => string
}

/** The history of an order or a subscription, oldest first, with the actor of each event. */
export function OrderTimeline({ timeline, labelOf = happeningLabel }: OrderTimelineProps) {
  return (
    <Section title={t('desk.orders.timeline')}>
      <Timeline
        label={t('desk.orders.timeline')}
        steps={timeline.map((event) => ({
          label: labelOf(event),
          state: timelineStepState(event),
          detail: sourceLabel(event),
          time: formatWhenShort(event.at),
        }))}
      />
    </Section>
  )
}
