import type { Price } from '@cuida/core/checkout/order/api.ts'
import { noticeDeadline } from '@cuida/core/consultation/notice.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { formatLongMoment, formatMinutes } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { MoneyLines } from '@cuida/ui/MoneyLines/MoneyLines.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import type { Slot } from '../../booking/cart/booking.ts'
import { usePartner } from '../../kit/content/partner.tsx'

/** The price, line by line with reasons, and the deadline for a free cancellation. */
export function PriceLines({ price, slot }: { price: Price | undefined; slot: Slot | undefined }) {
  if (!price) return <Skeleton lines={2} />
  return (
    <Section title={t('checkout.price')}>
      <Lines {...price} />
      {slot && price.total > 0 && <Cancellation startTime={slot.startTime} />}
    </Section>
  )
}

/** Lines and total of a price, before or after the payment. */
export const Lines = ({ lines, total, currency }: Pick<Price, 'lines' | 'total' | 'currency'>) => (
  <MoneyLines
    lines={lines.map((line) => ({ term: lineLabel(line), amount: line.amount }))}
    total={{ term: t('checkout.price.total'), amount: total }}
    currency={currency}
  />
)

function lineLabel({ kind, name, percentage }: Price['lines'][number]): string {
  if (kind === 'product') return name
  const values = { name, percentage: percentage ?? 0 }
  return t(name ? `checkout.price.${kind}` : `checkout.price.${kind}.unnamed`, values)
}

function Cancellation({ startTime }: { startTime: string }) {
  const { minCancellationTimeInAdvanceMinutes: notice, partnerConfig, timeZone } = usePartner()
  const { graceMinutes } = partnerConfig.care
  const until = noticeDeadline(startTime, notice, serverDate())
  return (
    <p>
      {until
        ? t('checkout.cancellation.until', { moment: formatLongMoment(until, timeZone) })
        : t(`checkout.cancellation.${graceMinutes ? 'late' : 'none'}`, {
            notice: formatMinutes(notice),
            grace: formatMinutes(graceMinutes),
          })}
    </p>
  )
}
