import type { ReactNode } from 'react'
import type { IconName } from '../Icon/Icon.tsx'
import { formatMoney } from '../i18n/format.ts'
import { type ChipTone, StatusChip } from '../StatusChip/StatusChip.tsx'
import css from './SumRows.module.css'

/** Independent amounts, such as refunds; `MoneyLines` add up to a total. */
export const SumRows = ({ children }: { children: ReactNode }) => <ul className={css.rows}>{children}</ul>

interface SumRowProps {
  /** In minor units. */
  amount: number
  currency: string
  /** The state as plain text or as a chip. */
  state: string | { text: string; tone: ChipTone; icon: IconName }
  /** The row waits for a decision. */
  isOpen?: boolean
  /** Product, reason and actor. */
  children?: ReactNode
  acts?: ReactNode
}

export function SumRow({ amount, currency, state, isOpen, children, acts }: SumRowProps) {
  return (
    <li className={css.row} data-open={isOpen || undefined}>
      <p className={css.sum}>
        {formatMoney({ amount, currency })}
        {typeof state === 'string' ? (
          <span className={css.state}>{state}</span>
        ) : (
          <StatusChip tone={state.tone} icon={state.icon}>
            {state.text}
          </StatusChip>
        )}
      </p>
      {children}
      {acts && <div className={css.acts}>{acts}</div>}
    </li>
  )
}

/** Secondary text below an amount, such as a time, a name or a number. */
export const AmountDetail = ({ children }: { children: ReactNode }) => <p className={css.fine}>{children}</p>
