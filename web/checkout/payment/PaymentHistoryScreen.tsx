import type { PaymentSummary } from '@cuida/core/checkout/payment/payment-api.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { money, monthYear, shortDay } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { Whose } from '../../profile/account/Identity.tsx'
import { pathOf } from '../../routes.ts'
import { PaymentStatusChip } from './PaymentStatusChip.tsx'
import { usePayments } from './payment-queries.ts'
import { methodWords } from './payment-words.ts'

/** B2.24: what the family paid, by month: orders, and months of a plan. */
export function PaymentHistoryScreen() {
  return (
    <Screen title={t('checkout.payments.title')}>
      <Loaded of={usePayments()} waiting={<SkeletonRows />} aging>
        {(payments) => <Months payments={payments} />}
      </Loaded>
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
    const month = monthYear(payment.createdAt, timeZone)
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
      aside={money({ amount, currency })}
      detail={
        <>
          {shortDay(createdAt, timeZone)} · {methodWords(payment)}
          <br />
          <Whose patient={patient} />
          <PaymentStatusChip payment={payment} />
        </>
      }
    />
  )
}
