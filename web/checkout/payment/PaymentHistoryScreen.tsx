import type { PaymentSummary } from '@cuida/core/checkout/payment/payment-api.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { formatMoney, formatMonth, formatShortDay } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { usePartner } from '../../kit/content/partner.tsx'
import { PatientTag } from '../../profile/account/Identity.tsx'
import { pathOf } from '../../routes.ts'
import { PaymentStatusChip } from './PaymentStatusChip.tsx'
import { paymentMethodLabel } from './payment-messages.ts'
import { usePayments } from './payment-queries.ts'

/** B2.24: the family's payments by month: orders and subscription charges. */
export function PaymentHistoryScreen() {
  return (
    <Screen title={t('checkout.payments.title')}>
      <QueryBoundary query={usePayments()} loading={<SkeletonRows />} keepsStale>
        {(payments) => <Months payments={payments} />}
      </QueryBoundary>
    </Screen>
  )
}

function Months({ payments }: { payments: readonly PaymentSummary[] }) {
  const { timeZone } = usePartner()
  if (payments.length === 0) {
    const action = <LinkButton href={pathOf('home', {})}>{t('checkout.payments.book')}</LinkButton>
    return <EmptyState title={t('checkout.payments.empty')} action={action} />
  }
  const months = new Map<string, PaymentSummary[]>()
  for (const payment of payments) {
    const month = formatMonth(payment.createdAt, timeZone)
    months.set(month, [...(months.get(month) ?? []), payment])
  }
  return [...months].map(([month, paid]) => (
    <Section key={month} title={month}>
      <List label={month}>
        {paid.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} timeZone={timeZone} />
        ))}
      </List>
    </Section>
  ))
}

function PaymentRow({ payment, timeZone }: { payment: PaymentSummary; timeZone: string }) {
  const { id, subscriptionId, product, patient, amount, currency, createdAt } = payment
  return (
    <ListRow
      icon={subscriptionId ? 'refresh' : 'card'}
      href={pathOf('paymentDetails', undefined, { id })}
      title={product.name}
      aside={formatMoney({ amount, currency })}
      detail={
        <>
          {formatShortDay(createdAt, timeZone)} · {paymentMethodLabel(payment)}
          <br />
          <PatientTag patient={patient} />
          <PaymentStatusChip payment={payment} />
        </>
      }
    />
  )
}
