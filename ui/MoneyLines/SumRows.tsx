import type { ReactNode } from 'react'
import type { IconName } from '../Icon/Icon.tsx'
import { formatMoney } from '../i18n/format.ts'
import { type ChipTone, StatusChip } from '../StatusChip/StatusChip.tsx'
import css from './SumRows.module.css'

/** Sums that moved, or will: each stands for itself, where `MoneyLines` come to a total. */
export const SumRows = ({ children }: { children: ReactNode }) => <ul className={css.rows}>{children}</ul>

interface SumRowProps {
  /** In minor units. */
  amount: number
  currency: string
  /** How it stands: in a word, or in one that is seen from afar. */
  state: string | { text: string; tone: ChipTone; icon: IconName }
  /** Somebody is asked to decide on it. */
  isOpen?: boolean
  /** Of what, why, by whom. */
  children?: ReactNode
  /** Buttons. */
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

/** What is less than the sum: a time, a name, a number. */
export const Fine = ({ children }: { children: ReactNode }) => <p className={css.fine}>{children}</p>
