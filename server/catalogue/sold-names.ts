import type { Services } from '../services.ts'

/** A sold product with its name at the time of sale. A subscription plan has no slug. */
interface Sold {
  slug: string | null
  name: string
}
export type NameOf = (sold: Sold) => string

/**
 * A sale stores the product name in the buyer's language of that day. Readers of another language get the same name
 * in theirs. A product that was renamed or removed since keeps the name it was sold under.
 */
export function soldNamesIn({ content, config }: Pick<Services, 'content' | 'config'>, locale: string): NameOf {
  return ({ slug, name }) => {
    const named = (tag: string) => (slug === null ? content.plan(tag) : content.product(slug, tag))?.name
    return config.languages.some((tag) => named(tag) === name) ? (named(locale) ?? name) : name
  }
}

/** A copy with the product's name in the reader's language. */
export const withSoldName = <T extends { product: Sold }>(sold: T, nameOf: NameOf): T => ({
  ...sold,
  product: { ...sold.product, name: nameOf(sold.product) },
})
