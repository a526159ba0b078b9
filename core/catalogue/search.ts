import type { ProductSummary } from './product/product-summary.ts'

type Searched = Pick<ProductSummary, 'name' | 'summary' | 'includes' | 'keywords' | 'category'>

/** Lower case without accents: patients type "analitica" for "analítica". */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * The products that mention every word of `query` (its beginning is enough) in their name, summary, contents, category
 * or keywords. Those with the words in their name come first; otherwise the order stays. All products for an empty
 * query.
 */
export function searchProducts<P extends Searched>(products: readonly P[], query: string): P[] {
  const wanted = wordsOf(query)
  const finds = (text: string) => {
    const words = wordsOf(text)
    return wanted.every((start) => words.some((word) => word.startsWith(start)))
  }
  const all = ({ name, summary, includes, keywords, category }: Searched) =>
    finds([name, summary, ...includes, keywords ?? '', category?.name ?? ''].join(' '))
  const matches = products.filter(all)
  return [...matches.filter(({ name }) => finds(name)), ...matches.filter(({ name }) => !finds(name))]
}
