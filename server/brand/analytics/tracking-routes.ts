import { sendsIdentity } from '@cuida/core/brand/analytics/analytics-settings.ts'
import { trackEvent } from '@cuida/core/brand/analytics/tracking-api.ts'
import type { Config } from '@cuida/core/brand/config.ts'
import type { AnalyticsEvent } from '@cuida/core/kit/analytics/analytics-event.ts'
import type { FastifyInstance } from 'fastify'
import type { Secrets } from '../../kit/crypto/secrets.ts'
import { type ServeServices, serve } from '../../kit/http/serve.ts'
import { clientAddressOf } from '../../kit/limit/client-address.ts'
import { consumeRateLimit, type RateLimit } from '../../kit/limit/rate-limit.ts'
import type { Log } from '../../kit/log/log.ts'
import type { Analytics } from '../../providers/analytics/port.ts'

/** High enough for an office of patients behind one address, low enough to stop a flood. */
export const EVENTS_PER_ADDRESS: RateLimit = { name: 'tracked events of source', most: 600, seconds: 600 }
/** Limit of events in flight to a slow vendor; further events are dropped. */
const MAX_IN_FLIGHT = 100

interface TrackingServices extends ServeServices {
  config: Config
  log: Log
  secrets: Secrets
  providers: { analytics: Analytics | undefined }
}

/**
 * Replies before the vendor does, so that no page waits for analytics. Without consent, or without an analytics
 * vendor in the content, nothing is sent.
 */
export function trackingRoutes(app: FastifyInstance, services: TrackingServices): void {
  const { config, log, secrets, providers } = services
  let inFlight = 0
  serve(app, services, trackEvent, async (tracked, { db, request }) => {
    await consumeRateLimit(db, secrets, EVENTS_PER_ADDRESS, clientAddressOf(request))
    const { enableCookieConsent, analytics } = config
    if (!providers.analytics || !enableCookieConsent || inFlight >= MAX_IN_FLIGHT) return null
    const event = sendsIdentity(analytics) ? tracked.event : withoutIdentity(tracked.event)
    inFlight += 1
    void providers.analytics
      .record(analytics, { ...tracked, event })
      .catch((error: unknown) => log.warn('an analytics event could not be sent', { error }))
      .finally(() => {
        inFlight -= 1
      })
    return null
  })
}

const withoutIdentity = (event: AnalyticsEvent): AnalyticsEvent =>
  event.name === 'sign_up' ? { name: 'sign_up' } : event
