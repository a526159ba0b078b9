import type { ReactNode } from 'react'
import css from './DescriptionList.module.css'

export interface Described {
  term: string
  description: ReactNode
  /** The line that counts, such as a total. */
  strong?: boolean
}

/** Pairs of a word and what it is: a price line by line, a consultation's facts. */
export function DescriptionList({ items }: { items: readonly Described[] }) {
  return (
    <dl className={css.list}>
      {items.map(({ term, description, strong }) => (
        <div key={term} className={css.pair} data-strong={strong || undefined}>
          <dt>{term}</dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  )
}
