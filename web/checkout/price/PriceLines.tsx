import type { Price } from '@cuida/core/checkout/order/api.ts'
import { freeUntil } from '@cuida/core/consultation/notice.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { type Described, DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { durationMinutes, longMoment, money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import type { Slot } from '../../booking/cart/booking.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import css from './PriceLines.module.css'

/** What it costs, line by line with its reason, and until when it can be cancelled for all of that. */
export function PriceLines({ price, slot }: { price: Price | undefined; slot: Slot | undefined }) {
  if (!price) return <Skeleton lines={2} />
  const { currency, lines, total } = price
  return (
    <Section title={t('checkout.price')}>
      <DescriptionList
        items={[
          ...lines.map((line) => lineOf(line, currency)),
          { term: t('checkout.price.total'), description: money({ amount: total, currency }), strong: true },
        ]}
      />
      {slot && total > 0 && <Cancellation startTime={slot.startTime} />}
    </Section>
  )
}

/** A line of a price with its reason; what it takes off keeps its minus beside it. */
export function lineOf(line: Price['lines'][number], currency: string): Described {
  const amount = <span className={css.amount}>{money({ amount: line.amount, currency })}</span>
  return { term: lineWords(line), description: amount }
}

/** Why a line of a price is there. */
function lineWords({ kind, name, percentage }: Price['lines'][number]): string {
  if (kind === 'product') return name
  const values = { name, percentage: percentage ?? 0 }
  return t(name ? `checkout.price.${kind}` : `checkout.price.${kind}.unnamed`, values)
}

function Cancellation({ startTime }: { startTime: string }) {
  const { minCancellationTimeInAdvanceMinutes: notice, partnerConfig, timeZone } = usePartner()
  const until = freeUntil(startTime, notice, new Date())
  return (
    <p>
      {until
        ? t('checkout.cancellation.until', { moment: longMoment(until, timeZone) })
        : t('checkout.cancellation.late', {
            notice: durationMinutes(notice),
            grace: durationMinutes(partnerConfig.care.graceMinutes),
          })}
    </p>
  )
}
