/** Links in one request. */
export const MAX_LINKS_PER_REQUEST = 200
/** Open links of one company. */
export const MAX_OPEN_LINKS = 5_000
/** The longest validity of a link: a year and a day. */
const MAX_MS = 366 * 86_400_000

/** Whether a link created now may expire then. */
export function mayExpire(expiresAt: string, now: Date): boolean {
  const lasts = Date.parse(expiresAt) - now.getTime()
  return lasts > 0 && lasts <= MAX_MS
}

interface Dated {
  productId: string
  validFrom: string | null
  validUntil: string | null
}

/** Why a company's discounts are invalid: a product occurs twice, or an end precedes its start. */
export function discountProblem(discounts: readonly Dated[]): 'PRODUCT_TWICE' | 'DATES_REVERSED' | undefined {
  if (new Set(discounts.map(({ productId }) => productId)).size < discounts.length) return 'PRODUCT_TWICE'
  const isReversed = ({ validFrom, validUntil }: Dated) =>
    validFrom !== null && validUntil !== null && Date.parse(validUntil) <= Date.parse(validFrom)
  return discounts.some(isReversed) ? 'DATES_REVERSED' : undefined
}

/** A name as a URL slug: "Gráfica Jacarandá, S.A." is grafica-jacaranda-s-a. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '')
  return slug.slice(0, 60).replace(/-$/, '') || 'company'
}
