import * as v from 'valibot'
import { VENDOR } from '../../kit/vendors/vendors.ts'

/**
 * Whether digests of a new account's e-mail, phone and names are sent too. Off by default: a clinic's client list is
 * health data.
 */
const identity = v.optional(v.boolean(), false)

/** The analytics vendor of the content. Pages read this, so it contains ids only: secrets are server settings. */
export const AnalyticsSettings = v.variant('connector', [
  v.object({ connector: v.literal('none') }),
  v.object({
    connector: v.literal(VENDOR.ga4),
    measurementId: v.pipe(v.string(), v.regex(/^G-[A-Z0-9]{4,16}$/)),
    /** Whether Google receives the data within the European Union. */
    inEurope: v.optional(v.boolean(), true),
    identity,
  }),
  v.object({
    connector: v.literal(VENDOR.matomo),
    /** URL of the clinic's Matomo with a trailing slash: `https://matomo.clinic.example/`. */
    url: v.pipe(v.string(), v.url(), v.regex(/^https:\/\/[^?#]+\/$/)),
    siteId: v.pipe(v.number(), v.integer(), v.minValue(1)),
    identity,
  }),
])
export type AnalyticsSettings = v.InferOutput<typeof AnalyticsSettings>
export type Connector = AnalyticsSettings['connector']

export const sendsIdentity = (settings: AnalyticsSettings): boolean => 'identity' in settings && settings.identity
