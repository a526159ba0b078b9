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
export function namesIn({ content, config }: Pick<Services, 'content' | 'config'>, locale: string): NameOf {
  return ({ slug, name }) => {
    const named = (tag: string) => (slug === null ? content.plan(tag) : content.product(slug, tag))?.name
    return config.languages.some((tag) => named(tag) === name) ? (named(locale) ?? name) : name
  }
}

/** The same thing, with its product's name in the reader's language. */
export const named = <T extends { product: Sold }>(sold: T, nameOf: NameOf): T => ({
  ...sold,
  product: { ...sold.product, name: nameOf(sold.product) },
})
