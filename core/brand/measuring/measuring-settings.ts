import * as v from 'valibot'
import { VENDOR } from '../../kit/vendors/vendors.ts'

/** Whether a new account's e-mail, phone and names are sent too, as digests. Off: a clinic's client list is health data. */
const identity = v.optional(v.boolean(), false)

/** Which analytics vendor the content names. Pages read this, so it holds ids only: secrets are settings of the server. */
export const MeasuringSettings = v.variant('connector', [
  v.object({ connector: v.literal('none') }),
  v.object({
    connector: v.literal(VENDOR.ga4),
    measurementId: v.pipe(v.string(), v.regex(/^G-[A-Z0-9]{4,16}$/)),
    /** Whether Google takes it in within the European Union. */
    inEurope: v.optional(v.boolean(), true),
    identity,
  }),
  v.object({
    connector: v.literal(VENDOR.matomo),
    /** Where the clinic's Matomo is, with a slash at its end: `https://matomo.clinic.example/`. */
    url: v.pipe(v.string(), v.url(), v.regex(/^https:\/\/[^?#]+\/$/)),
    siteId: v.pipe(v.number(), v.integer(), v.minValue(1)),
    identity,
  }),
])
export type MeasuringSettings = v.InferOutput<typeof MeasuringSettings>
export type Connector = MeasuringSettings['connector']

export const sendsIdentity = (settings: MeasuringSettings): boolean => 'identity' in settings && settings.identity
