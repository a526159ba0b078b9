import { DescriptionList } from '../DescriptionList/DescriptionList.tsx'
import { formatMoney } from '../i18n/format.ts'
import css from './MoneyLines.module.css'

interface Line {
  term: string
  /** In minor units; discounts are negative. */
  amount: number
}

/** Price lines and their total. The minus sign does not wrap away from its amount. */
export function MoneyLines({ lines, total, currency }: { lines: readonly Line[]; total: Line; currency: string }) {
  const sum = (amount: number) => <span className={css.amount}>{formatMoney({ amount, currency })}</span>
  return (
    <DescriptionList
      items={[
        ...lines.map(({ term, amount }) => ({ term, description: sum(amount) })),
        { term: total.term, description: sum(total.amount), strong: true },
      ]}
    />
  )
}
