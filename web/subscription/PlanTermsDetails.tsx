import type { PlanTerms } from '@cuida/core/subscription/plan-terms.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { Icon } from '@cuida/ui/Icon/Icon.tsx'
import { Link } from '@cuida/ui/Link/Link.tsx'
import { type Knot, Thread } from '@cuida/ui/Thread/Thread.tsx'
import { longDay, money, noonOf } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { pathOf } from '../routes.ts'
import css from './Subscription.module.css'

/** What is in it, and what is paid when: line by line, before anybody is asked for a card. */
export function PlanTermsDetails({ offer }: { offer: PlanTerms }) {
  return (
    <>
      <Section title={t('subscription.includes')}>
        <Includes lines={offer.includes} />
      </Section>
      <Section title={t('subscription.pays')}>
        <Thread label={t('subscription.pays')} knots={knotsOf(offer)} />
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

/** Today, the first charge where it is another day, and from then on. */
function knotsOf({ terms, currency, firstChargeOn }: PlanTerms): Knot[] {
  const sum = (amount: number) => money({ amount, currency })
  const first = { label: t('subscription.when.first', { amount: sum(terms.firstAmount) }) }
  const later = { label: t('subscription.when.later', { amount: sum(terms.amount) }), state: 'next' as const }
  if (terms.trialDays === 0) return [{ ...first, time: t('subscription.today'), state: 'now' }, later]
  const trial = { label: t('subscription.when.trial', { days: terms.trialDays }), time: t('subscription.today') }
  return [{ ...trial, state: 'now' }, { ...first, time: longDay(noonOf(firstChargeOn), 'UTC'), state: 'next' }, later]
}
