import type { Config } from '@cuida/core/brand/config.ts'
import type { Measuring } from '@cuida/core/brand/measuring/measuring.ts'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import type { Env } from '../env.ts'

const GOOGLE = { europe: 'https://region1.google-analytics.com', elsewhere: 'https://www.google-analytics.com' }

/**
 * Where a browser's events go once its person said yes; null: nobody is asked, or there is nobody to tell. The stand-ins
 * listen on an origin of their own, as the real ones do.
 */
export function measuringOf(
  { TWINS_URL }: Pick<Env, 'TWINS_URL'>,
  { enableCookieConsent, measuring }: Pick<Config, 'enableCookieConsent' | 'measuring'>,
): Measuring | null {
  if (!enableCookieConsent || measuring.connector === 'none') return null
  if (measuring.connector === VENDOR.matomo) {
    const { siteId, url } = measuring
    return { connector: VENDOR.matomo, url: `${TWINS_URL ? `${TWINS_URL}/twins/matomo/` : url}matomo.php`, siteId }
  }
  const { measurementId, apiSecret, inEurope } = measuring
  const at = TWINS_URL ? `${TWINS_URL}/twins/ga4` : inEurope ? GOOGLE.europe : GOOGLE.elsewhere
  return { connector: VENDOR.ga4, url: `${at}/mp/collect`, measurementId, apiSecret }
}

/** For a page's `connect-src`: nothing, where nobody is told. */
export const measuringOrigin = (measuring: Measuring | null): string =>
  measuring ? ` ${new URL(measuring.url).origin}` : ''
