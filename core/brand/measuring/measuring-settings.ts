import * as v from 'valibot'
import { VENDOR } from '../../kit/vendors/vendors.ts'

/** Who counts, as content says it; ids only. Nothing of it is a secret: whoever opens the page can read it. */
export const MeasuringSettings = v.variant('connector', [
  v.object({ connector: v.literal('none') }),
  v.object({
    connector: v.literal(VENDOR.ga4),
    measurementId: v.pipe(v.string(), v.regex(/^G-[A-Z0-9]{4,16}$/)),
    /** Of the Measurement Protocol: lets one write events and read nothing. */
    apiSecret: v.pipe(v.string(), v.regex(/^[\w-]{10,60}$/)),
    /** Whether Google takes it in within the European Union. */
    inEurope: v.optional(v.boolean(), true),
  }),
  v.object({
    connector: v.literal(VENDOR.matomo),
    /** Where the clinic's Matomo is, with a slash at its end: `https://matomo.clinic.example/`. */
    url: v.pipe(v.string(), v.url(), v.regex(/^https:\/\/[^?#]+\/$/)),
    siteId: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
])
export type MeasuringSettings = v.InferOutput<typeof MeasuringSettings>
export type Connector = MeasuringSettings['connector']
