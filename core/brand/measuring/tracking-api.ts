import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { isMeasured, type Measured } from '../../kit/measuring/measuring.ts'

/** The browser's analytics number, and since when: `1234567890.1764300000`. Nothing else refers to it. */
export const VISITOR = /^\d{1,10}\.\d{10}$/

const Tracked = v.object({
  visitor: v.pipe(v.string(), v.regex(VISITOR)),
  /** When the page was loaded, in seconds. */
  session: v.pipe(v.string(), v.regex(/^\d{1,12}$/)),
  /** Whether the person allows marketing (C0004) as well. */
  marketing: v.boolean(),
  event: v.custom<Measured>(isMeasured),
})
export type Tracked = v.InferOutput<typeof Tracked>

/** Relays an event to the vendor that the content names: the page knows no secret, and talks to nobody but us. */
export const trackEvent = call({
  method: 'POST',
  path: '/tracking/events',
  access: 'public',
  body: Tracked,
  refusals: { RATE_LIMITED: 429 },
})
