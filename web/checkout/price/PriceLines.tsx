import type { Price } from '@cuida/core/checkout/order/api.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { MoneyLines } from '@cuida/ui/MoneyLines/MoneyLines.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'

/** The price, line by line with reasons. */
export function PriceLines({ price }: { price: Price | undefined }) {
  if (!price) return <Skeleton lines={2} />
  return (
    <Section title={t('checkout.price')}>
      <Lines {...price} />
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
