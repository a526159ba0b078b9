import type { CareOptions } from '@cuida/core/catalogue/care-options-api.ts'
import { Link } from '@cuida/ui/Link/Link.tsx'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import type { ReactNode } from 'react'
import type { Need } from '../../kit/content/initial-state.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import { Drawing } from '../Drawing.tsx'
import { soonestText } from './care-options.ts'
import css from './Needs.module.css'

interface NeedsProps<N extends Need> {
  label: string
  needs: readonly N[]
  options: Pick<CareOptions, 'products'> | undefined
  /** How a price is shown: a signed-in patient may pay less. */
  priceOf: (need: N) => ReactNode
}

/** The common needs, each with its soonest time and its price: as rows or tiles, as the partner chose. */
export function Needs<N extends Need>(props: NeedsProps<N>) {
  return usePartner().frontDoor?.layout === 'tiles' ? <NeedTiles {...props} /> : <NeedRows {...props} />
}

/** A space holds the line until the times arrive, so that nothing moves. */
const detailOf = (need: Need, options: NeedsProps<Need>['options'], timeZone: string): string => {
  const option = options?.products.find(({ slug }) => slug === need.slug)
  return (option && soonestText(option, timeZone)) ?? '\u00a0'
}

function NeedRows<N extends Need>({ label, needs, options, priceOf }: NeedsProps<N>) {
  const { timeZone } = usePartner()
  return (
    <List label={label}>
      {needs.map((need) => (
        <ListRow
          key={need.id}
          href={pathOf('product', { slug: need.slug })}
          media={<Drawing file={need.icon} />}
          title={need.name}
          detail={detailOf(need, options, timeZone)}
          aside={priceOf(need)}
        />
      ))}
    </List>
  )
}

/** Cards in two columns with the drawing on top. */
function NeedTiles<N extends Need>({ label, needs, options, priceOf }: NeedsProps<N>) {
  const { timeZone } = usePartner()
  return (
    <ul className={css.tiles} aria-label={label}>
      {needs.map((need) => (
        <li key={need.id}>
          <Link className={css.tile} href={pathOf('product', { slug: need.slug })}>
            <span className={css.picture}>
              <Drawing file={need.icon} size={40} />
            </span>
            <strong>{need.name}</strong>
            <span className={css.detail}>{detailOf(need, options, timeZone)}</span>
            <span className={css.price}>{priceOf(need)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
