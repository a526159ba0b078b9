import * as v from 'valibot'
import { type AnalyticsEvent, isAnalyticsEvent } from '../../kit/analytics/analytics-event.ts'
import { call } from '../../kit/call.ts'

/** The browser's analytics id with its creation time, `1234567890.1764300000`. It is used for nothing else. */
export const VISITOR_ID_PATTERN = /^\d{1,10}\.\d{10}$/

const TrackedEvent = v.object({
  visitor: v.pipe(v.string(), v.regex(VISITOR_ID_PATTERN)),
  /** When the page was loaded, in seconds since the epoch. */
  session: v.pipe(v.string(), v.regex(/^\d{1,12}$/)),
  /** Whether the person consented to marketing (C0004) too. */
  marketing: v.boolean(),
  event: v.custom<AnalyticsEvent>(isAnalyticsEvent),
})
export type TrackedEvent = v.InferOutput<typeof TrackedEvent>

/** Relays an event to the content's analytics vendor: the page has no secrets and sends nothing to third parties. A
 * repetition counts twice: analytics are estimates. */
export const trackEvent = call({
  method: 'POST',
  path: '/tracking/events',
  repeat: 'safe',
  access: 'public',
  body: TrackedEvent,
  refusals: { RATE_LIMITED: 429 },
})
