const KEY = 'promo-link'
/** What may be a code; anything else in an address is not kept. */
const CODE = /^[\w-]{3,30}$/

/** `?promo=CODE` on a product's page: a link of a poster or an e-mail. It waits in this tab for the checkout of that product. */
export function keepPromoOfLink(slug: string, search: string): void {
  const code = new URLSearchParams(search).get('promo')
  if (code && CODE.test(code)) sessionStorage.setItem(KEY, JSON.stringify({ slug, code }))
}

/** Once: whoever removes the code, or is refused, is not given it again. */
export function takePromoOfLink(slug: string): string | undefined {
  const kept = parsed(sessionStorage.getItem(KEY))
  if (kept?.slug !== slug || !CODE.test(kept.code ?? '')) return undefined
  sessionStorage.removeItem(KEY)
  return kept.code
}

function parsed(text: string | null): { slug?: string; code?: string } | null {
  try {
    return text ? JSON.parse(text) : null
  } catch {
    return null
  }
}
