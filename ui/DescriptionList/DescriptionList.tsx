import type { ReactNode } from 'react'
import css from './DescriptionList.module.css'

export interface DescriptionItem {
  term: string
  description: ReactNode
  /** The most important line, such as a total. */
  strong?: boolean
}

/** Pairs of term and value, such as price lines or the data of a consultation. */
export function DescriptionList({ items }: { items: readonly DescriptionItem[] }) {
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
