import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { Services } from '../services.ts'

/** What was bought, under the name that it was sold by. A subscription's plan has no slug. */
interface Sold {
  slug: string | null
  name: string
}
export type NameOf = (sold: Sold) => string

/**
 * A sale keeps its name in the language that the buyer read that day; somebody who reads another one, or changed theirs,
 * reads the same name there. A product that was renamed since, or taken off the shelf, stays what it was sold as.
 */
export async function namesIn({ content, config }: Pick<Services, 'content' | 'config'>, locale: string) {
  // The names are an ornament of an answer that stands without them: a content service that is down takes nothing away.
  const shelvesOf = (tag: string) => Promise.all([content.products(tag), content.plan(tag)]).catch(() => undefined)
  const [here, ...all] = await Promise.all([locale, ...config.languages].map(shelvesOf))
  const nameOf: NameOf = ({ slug, name }) => {
    const named = (shelves: Shelves | undefined) =>
      slug === null ? shelves?.[1]?.name : shelves?.[0].find((product) => product.slug === slug)?.name
    return all.some((shelves) => named(shelves) === name) ? (named(here) ?? name) : name
  }
  return nameOf
}
type Shelves = [Pick<Product, 'slug' | 'name'>[], { name: string } | undefined]

/** The same thing, with its product's name in the reader's language. */
export const named = <T extends { product: Sold }>(sold: T, nameOf: NameOf): T => ({
  ...sold,
  product: { ...sold.product, name: nameOf(sold.product) },
})
