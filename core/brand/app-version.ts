/**
 * A2.45: whether an app is older than the oldest supported version. Versions are numbers with dots; missing parts are
 * 0.
 * An unreadable version is accepted, so that nobody is locked out.
 */
export function isTooOld(version: string, oldest: string | null | undefined): boolean {
  const have = partsOf(version)
  const need = partsOf(oldest ?? '')
  if (!have || !need) return false
  const length = Math.max(have.length, need.length)
  const differences = Array.from({ length }, (_, at) => (have[at] ?? 0) - (need[at] ?? 0))
  return (differences.find((difference) => difference !== 0) ?? 0) < 0
}

function partsOf(version: string): number[] | undefined {
  // "1.4.0-beta.2" and "1.4.0+77" count as 1.4.0.
  const numbers = /^\d+(\.\d+)*(?=$|[-+ ])/.exec(version.trim())?.[0]
  return numbers?.split('.').map(Number)
}

interface StoreApp {
  os: 'ios' | 'android'
  /** Bundle or package id. */
  id: string
  storePage?: string | undefined
}

/**
 * Where to get an update, best first: the partner's own link, the app's page in its store, the store. The partner's
 * link (`appStoreItmsAppsUrl`) is for the App Store; Google Play has a page for every package id.
 */
export function updateLinks({ os, id, storePage }: StoreApp, appStoreLink: string | null): string[] {
  const links =
    os === 'ios'
      ? [appStoreLink, storePage, 'https://apps.apple.com/']
      : [storePage, `market://details?id=${id}`, `https://play.google.com/store/apps/details?id=${id}`]
  return links.filter((link): link is string => Boolean(link))
}

/** Opens the first link that works; false when none does. */
export async function openFirst(links: readonly string[], open: (link: string) => Promise<boolean>): Promise<boolean> {
  for (const link of links) if (await open(link).catch(() => false)) return true
  return false
}
