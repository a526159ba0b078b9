import type { TrackedEvent } from '@cuida/core/brand/analytics/tracking-api.ts'
import { ga4Params, ga4UserData } from '@cuida/core/kit/analytics/ga4-event.ts'

interface Account {
  baseUrl: string
  measurementId: string
  apiSecret: string
}

export function ga4Request({ baseUrl, measurementId, apiSecret }: Account, tracked: TrackedEvent, origin: string) {
  const { event, visitor, session, marketing } = tracked
  const userData = ga4UserData(event)
  const params = { ...ga4Params(event, origin), session_id: session, engagement_time_msec: 1 }
  const query = new URLSearchParams({ measurement_id: measurementId, api_secret: apiSecret })
  return {
    url: `${baseUrl}/mp/collect?${query}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: visitor,
      non_personalized_ads: true,
      consent: { ad_user_data: userData && marketing ? 'GRANTED' : 'DENIED', ad_personalization: 'DENIED' },
      ...(userData ? { user_data: userData } : {}),
      events: [{ name: event.name, params }],
    }),
  }
}
