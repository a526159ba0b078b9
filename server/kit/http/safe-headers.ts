const YEARS_S = 2 * 31_536_000

/**
 * What every answer carries, whatever it is. Over https a browser never tries without it again, by each
 * name for itself: what a clinic has beside it under its domain is not ours to bind.
 */
export const safeHeaders = ({ PUBLIC_URL }: { PUBLIC_URL: string }): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  ...(PUBLIC_URL.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEARS_S}` } : {}),
})
