import type { ReactNode } from 'react'
import type { IconName } from '../Icon/Icon.tsx'
import { type ChipTone, StatusChip } from '../StatusChip/StatusChip.tsx'
import { money } from '../words/format.ts'
import css from './SumRows.module.css'

/** Sums that moved, or will: each stands for itself, where `MoneyLines` come to a total. */
export const SumRows = ({ children }: { children: ReactNode }) => <ul className={css.rows}>{children}</ul>

interface SumRowProps {
  /** In minor units. */
  amount: number
  currency: string
  /** How it stands: in a word, or in one that is seen from afar. */
  state: string | { words: string; tone: ChipTone; icon: IconName }
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
        {money({ amount, currency })}
        {typeof state === 'string' ? (
          <span className={css.state}>{state}</span>
        ) : (
          <StatusChip tone={state.tone} icon={state.icon}>
            {state.words}
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
