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

/** "Chrome, Android": enough to recognise one's own sessions. Versions and models tell people apart, so they go. */
export function deviceOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const agent = headers['user-agent'] ?? ''
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(agent))?.[1]
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(', ') || null
}
