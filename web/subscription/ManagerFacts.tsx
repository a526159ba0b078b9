import type { Subscription } from '@cuida/core/subscription/api.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { longDay, money, startWithCapital } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../kit/content/partner.tsx'
import { pathOf } from '../routes.ts'
import { isFirstMonthAhead, paymentWords, untilOf } from './standing.ts'

/** The plan, what it costs, and until when it is paid. */
export function ManagerFacts({ subscription }: { subscription: Subscription }) {
  const { timeZone } = usePartner()
  const { name, terms, currency, currentPeriodEnd, payments } = subscription
  const [last] = payments
  const sum = (amount: number) => money({ amount, currency })
  const price = [
    t('subscription.aMonth', { amount: sum(terms.amount) }),
    isFirstMonthAhead(subscription) && t('subscription.when.first', { amount: sum(terms.firstAmount) }),
  ]
  return (
    <DescriptionList
      items={[
        { term: t('subscription.plan'), description: name },
        { term: t('subscription.price'), description: price.filter(Boolean).join(' · ') },
        ...(currentPeriodEnd
          ? [
              {
                term: t(`subscription.until.${untilOf(subscription)}`),
                description: longDay(currentPeriodEnd, timeZone),
              },
            ]
          : []),
        ...(last ? [{ term: t('subscription.lastPayment'), description: t(paymentWords(last.status)) }] : []),
      ]}
    />
  )
}

/** What was charged, newest first; each with its details and its receipt. */
export function Payments({ subscription: { payments } }: { subscription: Subscription }) {
  const { timeZone } = usePartner()
  if (payments.length === 0) return null
  return (
    <Section title={t('subscription.payments')}>
      <List label={t('subscription.payments')}>
        {payments.map((payment) => (
          <ListRow
            key={payment.id}
            icon="card"
            href={pathOf('paymentDetails', undefined, { id: payment.id })}
            title={startWithCapital(longDay(payment.at, timeZone))}
            detail={detailOf(payment)}
            aside={money(payment)}
          />
        ))}
      </List>
    </Section>
  )
}

/** How it stands, what went back, and its invoice. */
function detailOf({ status, refunded, currency, invoiceNumber }: Subscription['payments'][number]): string {
  const parts = [
    t(paymentWords(status)),
    refunded > 0 && t('subscription.refunded', { amount: money({ amount: refunded, currency }) }),
    invoiceNumber && t('subscription.invoice', { number: invoiceNumber }),
  ]
  return parts.filter(Boolean).join(' · ')
}
