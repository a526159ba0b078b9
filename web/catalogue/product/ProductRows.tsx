import type { ProductSummary } from '@cuida/core/catalogue/product/product-summary.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { pathOf } from '../../routes.ts'
import { Drawing } from '../Drawing.tsx'
import { ProductPrice } from './ProductPrice.tsx'

interface ProductRowsProps {
  label: string
  products: readonly ProductSummary[]
  /** With a description of each product, for short lists. */
  explained?: boolean
}

/** Products as rows with their price, each linked to its screen. */
export function ProductRows({ label, products, explained }: ProductRowsProps) {
  return (
    <List label={label}>
      {products.map((product) => (
        <ListRow
          key={product.id}
          href={pathOf('product', { slug: product.slug })}
          media={<Drawing file={product.icon} />}
          title={product.name}
          detail={explained && <Explained product={product} />}
          aside={!explained && <ProductPrice product={product} />}
        />
      ))}
    </List>
  )
}

function Explained({ product }: { product: ProductSummary }) {
  return (
    <>
      <strong>
        <ProductPrice product={product} />
      </strong>
      <br />
      {product.summary}
    </>
  )
}
