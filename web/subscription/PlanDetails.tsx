import type { Subscription } from '@cuida/core/subscription/api.ts'
import type { PlanTerms } from '@cuida/core/subscription/plan-terms.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { Icon } from '@cuida/ui/Icon/Icon.tsx'
import { capitalize, formatLongDay, formatMoney, noonOf } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Link } from '@cuida/ui/Link/Link.tsx'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Timeline, type TimelineStep } from '@cuida/ui/Timeline/Timeline.tsx'
import { usePartner } from '../kit/content/partner.tsx'
import { pathOf } from '../routes.ts'
import css from './Subscription.module.css'
import { isFirstChargeDue, paymentStatusMessage, untilOf } from './subscription-phase.ts'

/** The plan, its price, and the end of the paid period. */
export function ManagerFacts({ subscription }: { subscription: Subscription }) {
  const { timeZone } = usePartner()
  const { name, terms, currency, currentPeriodEnd, payments } = subscription
  const [last] = payments
  const sum = (amount: number) => formatMoney({ amount, currency })
  const price = [
    t('subscription.aMonth', { amount: sum(terms.amount) }),
    isFirstChargeDue(subscription) && t('subscription.when.first', { amount: sum(terms.firstAmount) }),
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
                description: formatLongDay(currentPeriodEnd, timeZone),
              },
            ]
          : []),
        ...(last ? [{ term: t('subscription.lastPayment'), description: t(paymentStatusMessage(last.status)) }] : []),
      ]}
    />
  )
}

/** Subscription charges, the newest first, each linked to details and receipt. */
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
            title={capitalize(formatLongDay(payment.at, timeZone))}
            detail={detailOf(payment)}
            aside={formatMoney(payment)}
          />
        ))}
      </List>
    </Section>
  )
}

/** Status, refund and invoice of a charge. */
function detailOf({ status, refunded, currency, invoiceNumber }: Subscription['payments'][number]): string {
  const parts = [
    t(paymentStatusMessage(status)),
    refunded > 0 && t('subscription.refunded', { amount: formatMoney({ amount: refunded, currency }) }),
    invoiceNumber && t('subscription.invoice', { number: invoiceNumber }),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** What the plan includes and when it is charged, before a card is requested. */
export function PlanTermsDetails({ offer }: { offer: PlanTerms }) {
  return (
    <>
      <Section title={t('subscription.includes')}>
        <Includes lines={offer.includes} />
      </Section>
      <Section title={t('subscription.pays')}>
        <Timeline label={t('subscription.pays')} steps={timelineStepsOf(offer)} />
        {offer.discount && <p>{t(`subscription.discount.${offer.discount.duration}`, offer.discount)}</p>}
        <p className={css.fine}>
          {t('subscription.cancelAnyTime')}{' '}
          <Link className={css.link} href={pathOf('subscriptionTerms')}>
            {t('subscription.terms')}
          </Link>
        </p>
      </Section>
    </>
  )
}

export function Includes({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={css.includes}>
      {lines.map((line) => (
        <li key={line}>
          <Icon name="check" />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  )
}

/** Today, the first charge if it is on another day, and the later charges. */
function timelineStepsOf({ terms, currency, firstChargeOn }: PlanTerms): TimelineStep[] {
  const sum = (amount: number) => formatMoney({ amount, currency })
  const first = { label: t('subscription.when.first', { amount: sum(terms.firstAmount) }) }
  const laterCharges = { label: t('subscription.when.later', { amount: sum(terms.amount) }), state: 'next' as const }
  if (terms.trialDays === 0) return [{ ...first, time: t('subscription.today'), state: 'now' }, laterCharges]
  const trial = { label: t('subscription.when.trial', { days: terms.trialDays }), time: t('subscription.today') }
  return [
    { ...trial, state: 'now' },
    { ...first, time: formatLongDay(noonOf(firstChargeOn), 'UTC'), state: 'next' },
    laterCharges,
  ]
}
