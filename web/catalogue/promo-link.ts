const KEY = 'promo-link'
/** Format of a code; other values in the URL are ignored. */
const CODE = /^[\w-]{3,30}$/

/**
 * Stores `?promo=CODE` of a product page, from a poster's or an e-mail's link, in this tab until the checkout of that
 * product.
 */
export function keepPromoOfLink(slug: string, search: string): void {
  const code = new URLSearchParams(search).get('promo')
  if (code && CODE.test(code)) sessionStorage.setItem(KEY, JSON.stringify({ slug, code }))
}

/** Returns the code once: a removed or refused code is not entered again. */
export function takePromoOfLink(slug: string): string | undefined {
  const storedPromo = parsed(sessionStorage.getItem(KEY))
  if (storedPromo?.slug !== slug || !CODE.test(storedPromo.code ?? '')) return undefined
  sessionStorage.removeItem(KEY)
  return storedPromo.code
}

function parsed(text: string | null): { slug?: string; code?: string } | null {
  try {
    return text ? JSON.parse(text) : null
  } catch {
    return null
  }
}
