import type { FastifyRequest } from 'fastify'

// The first that fits: every browser also claims to be others.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b|\bCrOS\b/, 'Linux'],
]

/** Ours, of a phone: what shows their pages calls itself a browser. */
const APPS = new Map([
  ['ios', 'iPhone'],
  ['android', 'Android'],
])

/**
 * "Chrome, Android", or "App, iPhone" where the call says that it is one of ours (`clientId`): enough to recognise one's own
 * sessions. Versions and models tell people apart, so they go.
 */
export function deviceOf({ headers, query }: Pick<FastifyRequest, 'headers'> & { query?: unknown }): string | null {
  const agent = headers['user-agent'] ?? ''
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(agent))?.[1]
  const phone = APPS.get(String((query as { clientId?: unknown } | undefined)?.clientId))
  if (phone) return `App, ${find(SYSTEMS) ?? phone}`
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(', ') || null
}
