import type { ProductSummary } from '@cuida/core/catalogue/product/product-summary.ts'
import { searchProducts } from '@cuida/core/catalogue/search.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { VisuallyHidden } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { useDeferredValue, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isEntryMarked, markEntry } from '../kit/navigation/navigation.ts'
import { pathOf } from '../routes.ts'
import css from './AllProducts.module.css'
import { Drawing } from './Drawing.tsx'
import { useGroups } from './list-queries.ts'
import { ProductRows } from './product/ProductRows.tsx'
import { sectionsOf } from './sections.ts'

interface AllProductsProps {
  products: readonly ProductSummary[]
  /** The category shown first; with one the list starts open. */
  firstCategoryId: string | undefined
}

/** The mark of a history entry whose list is open: "back" from a product finds it open. */
const OPEN = 'allProductsOpen'

/** Every product one tap away: a search by everyday words, or the whole list by category. */
export function AllProducts({ products, firstCategoryId }: AllProductsProps) {
  const [query, setQuery] = useState('')
  // On a slow phone the letters appear before the list.
  const search = useDeferredValue(query)
  const [isOpen, setOpen] = useState(() => firstCategoryId !== undefined || isEntryMarked(OPEN))
  const firstHeadingRef = useRef<HTMLHeadingElement>(null)
  function open(): void {
    markEntry(OPEN)
    flushSync(() => setOpen(true))
    // The list replaces the pressed button, whose focus would be lost.
    firstHeadingRef.current?.focus()
  }
  return (
    <>
      <Section title={t('catalogue.all.title')}>
        <TextInput
          type="search"
          label={t('catalogue.all.search')}
          hint={t('catalogue.all.searchHint')}
          value={query}
          onChange={setQuery}
          autoComplete="off"
        />
        {search.trim() ? (
          <Found query={search} products={products} />
        ) : isOpen ? (
          sectionsOf(products, firstCategoryId).map(({ category, products }, index) => (
            <section key={category.id} className={css.category}>
              <h3 ref={index === 0 ? firstHeadingRef : undefined} tabIndex={-1}>
                {category.name}
              </h3>
              <ProductRows label={category.name} products={products} />
            </section>
          ))
        ) : (
          <Button onClick={open}>{t('catalogue.all.open', { count: products.length })}</Button>
        )}
      </Section>
      <Groups />
      <List>
        <ListRow icon="info" title={t('catalogue.home.how')} href={pathOf('howDoesItWork')} />
      </List>
    </>
  )
}

/** The products that a search finds, the number announced. */
function Found({ query, products }: { query: string; products: readonly ProductSummary[] }) {
  const found = searchProducts(products, query)
  return (
    <>
      <VisuallyHidden>
        <span role="status">{t('catalogue.all.found', { count: found.length })}</span>
      </VisuallyHidden>
      {found.length > 0 ? (
        <ProductRows label={t('catalogue.all.title')} products={found} />
      ) : (
        <>
          <p>{t('catalogue.all.none')}</p>
          <List>
            <ListRow icon="support" title={t('catalogue.home.toSupport')} href={pathOf('support')} />
          </List>
        </>
      )}
    </>
  )
}

/** Product groups are optional: missing or failed ones show nothing. */
function Groups() {
  const { data } = useGroups()
  if (!data || data.length === 0) return null
  return (
    <Section title={t('catalogue.home.groups')}>
      <List>
        {data.map(({ id, slug, name, icon }) => (
          <ListRow key={id} href={pathOf('productGroup', { slug })} media={<Drawing file={icon} />} title={name} />
        ))}
      </List>
    </Section>
  )
}
