import type { CareOptions } from '@cuida/core/catalogue/care-options-api.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import type { ReactNode } from 'react'
import type { Need } from '../../kit/content/initial-state.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import { Drawing } from '../Drawing.tsx'
import { soonestText } from './care-options.ts'

interface NeedRowsProps<N extends Need> {
  label: string
  needs: readonly N[]
  options: Pick<CareOptions, 'products'> | undefined
  /** How a price is shown: a signed-in patient may pay less. */
  priceOf: (need: N) => ReactNode
}

/** Needs as rows, each with its soonest time and its price. */
export function NeedRows<N extends Need>({ label, needs, options, priceOf }: NeedRowsProps<N>) {
  const { timeZone } = usePartner()
  return (
    <List label={label}>
      {needs.map((need) => {
        const option = options?.products.find(({ slug }) => slug === need.slug)
        return (
          <ListRow
            key={need.id}
            href={pathOf('product', { slug: need.slug })}
            media={<Drawing file={need.icon} />}
            title={need.name}
            // A space holds the line until the times arrive, so that nothing moves.
            detail={(option && soonestText(option, timeZone)) ?? '\u00a0'}
            aside={priceOf(need)}
          />
        )
      })}
    </List>
  )
}
