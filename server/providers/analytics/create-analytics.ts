import type { AnalyticsSettings } from '@cuida/core/brand/analytics/analytics-settings.ts'
import type { TrackedEvent } from '@cuida/core/brand/analytics/tracking-api.ts'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import type { ProviderEnv } from '../../kit/provider-settings.ts'
import { deadlineIn, send } from '../keep-alive-connection.ts'
import { ProviderDown } from '../provider-down.ts'
import { resolveEndpoint } from '../resolve-credentials.ts'
import { ga4Request } from './ga4.ts'
import { matomoRequest } from './matomo.ts'
import type { Analytics } from './port.ts'

const TIMEOUT_MS = 4_000
const GOOGLE = { europe: 'https://region1.google-analytics.com', elsewhere: 'https://www.google-analytics.com' }

/**
 * Chooses the vendor at each event, since the content may name another one later. Throws SettingsMissing for the
 * current vendor.
 */
export function createAnalytics(env: ProviderEnv, settings: AnalyticsSettings = { connector: 'none' }): Analytics {
  const { origin } = new URL(env.PUBLIC_URL)
  if (settings.connector === VENDOR.ga4) ga4Account(env, settings)
  return {
    async record(current, tracked) {
      const request = requestTo(env, current, tracked, origin)
      if (!request) return
      const reads = (status: number) => status < 300
      const { status } = await send({ method: 'POST', ...request, until: deadlineIn(TIMEOUT_MS), reads }).catch(
        (error) => {
          throw new ProviderDown(current.connector, 'no answer', error)
        },
      )
      if (!reads(status)) throw new ProviderDown(current.connector, `HTTP ${status}`)
    },
  }
}

function requestTo(env: ProviderEnv, settings: AnalyticsSettings, tracked: TrackedEvent, origin: string) {
  if (settings.connector === 'none') return undefined
  if (settings.connector === VENDOR.ga4) return ga4Request(ga4Account(env, settings), tracked, origin)
  const baseUrl = env.SIMULATORS_URL ? `${env.SIMULATORS_URL}/simulators/${VENDOR.matomo}/` : settings.url
  return matomoRequest(baseUrl, settings.siteId, tracked, origin)
}

function ga4Account(env: ProviderEnv, { measurementId, inEurope }: Extract<AnalyticsSettings, { connector: 'ga4' }>) {
  const real = inEurope ? GOOGLE.europe : GOOGLE.elsewhere
  const { get, server } = resolveEndpoint(env, ['GA4_API_SECRET'], VENDOR.ga4, real)
  return { baseUrl: server, measurementId, apiSecret: get('GA4_API_SECRET') }
}
