/** So many links at a time. */
export const MOST_LINKS = 200
/** So many of one company may be open at once. */
export const MOST_OPEN_LINKS = 5_000
/** A link is good for a year and a day at most. */
const LONGEST_MS = 366 * 86_400_000

/** Whether a link made now may be good until then. */
export function mayExpire(expiresAt: string, now: Date): boolean {
  const lasts = Date.parse(expiresAt) - now.getTime()
  return lasts > 0 && lasts <= LONGEST_MS
}

interface Dated {
  productId: string
  validFrom: string | null
  validUntil: string | null
}

/** Why a company cannot pay this: one line a product, and none that ends before it begins. */
export function discountProblem(discounts: readonly Dated[]): 'PRODUCT_TWICE' | 'DATES_REVERSED' | undefined {
  if (new Set(discounts.map(({ productId }) => productId)).size < discounts.length) return 'PRODUCT_TWICE'
  const isReversed = ({ validFrom, validUntil }: Dated) =>
    validFrom !== null && validUntil !== null && Date.parse(validUntil) <= Date.parse(validFrom)
  return discounts.some(isReversed) ? 'DATES_REVERSED' : undefined
}

/** A name as a part of an address: "Gráfica Jacarandá, S.A." is grafica-jacaranda-s-a. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '')
  return slug.slice(0, 60).replace(/-$/, '') || 'company'
}
