import type { Payment } from '@cuida/core/checkout/payment/payment-api.ts'
import { REFUND_DAYS } from '@cuida/core/kit/assumptions.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { type Knot, Thread } from '@cuida/ui/Thread/Thread.tsx'
import { money, shortDay } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'

/** What of a payment goes back, why, and where it is. */
export function Refunds({ refunds, currency }: Pick<Payment, 'refunds' | 'currency'>) {
  const { timeZone } = usePartner()
  const last = refunds.at(-1)
  const knots = refunds.flatMap(({ amount, reason, state, createdAt, settledAt }): Knot[] => [
    {
      label: t(`checkout.refund.reason.${reason}`, { amount: money({ amount, currency }) }),
      state: 'done',
      time: shortDay(createdAt, timeZone),
    },
    {
      label: t(`checkout.refund.state.${state}`),
      state: KNOT[state],
      time: settledAt ? shortDay(settledAt, timeZone) : undefined,
    },
  ])
  return (
    <Section title={t('checkout.refund.title')}>
      <Thread knots={knots} label={t('checkout.refund.title')} />
      {last && <p>{t(`checkout.refund.next.${last.state}`, { from: REFUND_DAYS.from, to: REFUND_DAYS.to })}</p>}
    </Section>
  )
}

const KNOT = { pending: 'now', done: 'done', refused: 'now' } as const
