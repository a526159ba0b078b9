import { getPayment, type Payment } from '@cuida/core/checkout/payment/payment-api.ts'
import { REFUND_DAYS } from '@cuida/core/kit/assumptions.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section, Stack } from '@cuida/ui/Card/Card.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { dayOf, formatLongMoment, formatMoney, formatShortDay } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Timeline, type TimelineStep } from '@cuida/ui/Timeline/Timeline.tsx'
import { useSearch } from 'wouter'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { Identity } from '../../profile/account/Identity.tsx'
import { pathOf } from '../../routes.ts'
import { Lines } from '../price/PriceLines.tsx'
import { PaymentStatusChip } from './PaymentStatusChip.tsx'
import { installmentsMessage, invoiceMessage, paymentMethodLabel } from './payment-messages.ts'
import { usePayment, useReceipt } from './payment-queries.ts'

/** B2.24: what was paid for, how, its refunds, and the receipt. */
export function PaymentDetailsScreen() {
  const id = new URLSearchParams(useSearch()).get('id') ?? ''
  const payment = usePayment(id)
  const { data } = payment
  const isMissing = id === '' || refusedWith(getPayment, payment.error, 'PAYMENT_NOT_FOUND')
  return (
    <Screen title={t('checkout.payment.title')} identity={data && <Identity patientId={data.patient.id} />}>
      {isMissing ? (
        <Missing />
      ) : (
        <QueryBoundary query={payment} lines={6} keepsStale>
          {(payment) => <Details payment={payment} />}
        </QueryBoundary>
      )}
    </Screen>
  )
}

function Details({ payment }: { payment: Payment }) {
  const { lines, amount, currency, createdAt, installments, refunds, hasReceipt, invoice } = payment
  const { timeZone } = usePartner()
  const installmentText = installmentsMessage(payment)
  const hasInterest = payment.payerTotal > amount
  const method =
    installments > 1
      ? t('checkout.payment.inInstallments', { method: paymentMethodLabel(payment), installments })
      : paymentMethodLabel(payment)
  return (
    <Stack>
      <p>
        <PaymentStatusChip payment={payment} />
      </p>
      {payment.status === 'IN_DISPUTE' && <Alert tone="warning">{t('checkout.payment.inDispute')}</Alert>}
      {payment.chargedBack > 0 && (
        <p>{t('checkout.payment.chargedBack', { amount: formatMoney({ amount: payment.chargedBack, currency }) })}</p>
      )}
      <Lines lines={lines} total={amount} currency={currency} />
      <Section title={t('checkout.payment.how')}>
        <DescriptionList
          items={[
            { term: t('checkout.payment.when'), description: formatLongMoment(createdAt, timeZone) },
            { term: t('checkout.payment.method'), description: method },
            ...(installmentText ? [{ term: t('checkout.installments'), description: installmentText }] : []),
            ...(invoice ? [{ term: t('checkout.payment.invoice'), description: invoiceMessage(invoice) }] : []),
          ]}
        />
        {hasInterest && <p>{t('checkout.payment.installments.note')}</p>}
      </Section>
      {refunds.length > 0 && <Refunds refunds={refunds} currency={currency} />}
      {refunds.length > 0 && hasInterest && <p>{t('checkout.payment.installments.refund')}</p>}
      {hasReceipt && (
        <Receipt id={payment.id} name={`${t('checkout.payment.file')}-${dayOf(createdAt, timeZone)}.pdf`} />
      )}
      <Bought payment={payment} />
    </Stack>
  )
}

/** Links to the consultation or the subscription. */
function Bought({ payment: { consultationId, subscriptionId } }: { payment: Payment }) {
  if (!consultationId && !subscriptionId) return null
  return (
    <LinkButton
      variant="quiet"
      href={consultationId ? pathOf('consultation', { id: consultationId }) : pathOf('subscriptionManager')}
    >
      {t(consultationId ? 'checkout.order.toConsultation' : 'checkout.payment.toPlan')}
    </LinkButton>
  )
}

function Receipt({ id, name }: { id: string; name: string }) {
  const receipt = useReceipt(id, name)
  return (
    <>
      <FailureAlert failure={receipt.error} />
      <Button icon="download" busy={receipt.isPending} done={receipt.isSuccess} onClick={() => receipt.mutate()}>
        {t('checkout.payment.receipt')}
      </Button>
    </>
  )
}

function Missing() {
  const action = <LinkButton href={pathOf('paymentHistory')}>{t('checkout.payments.title')}</LinkButton>
  return <EmptyState title={t('checkout.payment.missing')} action={action} />
}

/** Refunds of a payment with their reason and progress. */
function Refunds({ refunds, currency }: Pick<Payment, 'refunds' | 'currency'>) {
  const { timeZone } = usePartner()
  const last = refunds.at(-1)
  const steps = refunds.flatMap(({ amount, reason, state, createdAt, settledAt }): TimelineStep[] => [
    {
      label: t(`checkout.refund.reason.${reason}`, { amount: formatMoney({ amount, currency }) }),
      state: 'done',
      time: formatShortDay(createdAt, timeZone),
    },
    {
      label: t(`checkout.refund.state.${state}`),
      state: STEP_STATE[state],
      time: settledAt ? formatShortDay(settledAt, timeZone) : undefined,
    },
  ])
  return (
    <Section title={t('checkout.refund.title')}>
      <Timeline steps={steps} label={t('checkout.refund.title')} />
      {last && <p>{t(`checkout.refund.next.${last.state}`, { from: REFUND_DAYS.from, to: REFUND_DAYS.to })}</p>}
    </Section>
  )
}

const STEP_STATE = { pending: 'now', done: 'done', refused: 'now' } as const
