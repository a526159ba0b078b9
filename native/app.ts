import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'

const Https = v.pipe(v.string(), v.regex(/^https:\/\/[a-z0-9.-]+(:\d+)?$/, 'must be an https origin without a path'))
/** Goes into a line of a Gradle and of an Xcode file as it is. */
const Line = v.pipe(v.string(), v.trim(), v.regex(/^[^\n\r$"\\]+$/), v.regex(/^(?!.*\/\/)/))

/** One partner's app: what the stores and the phone must know of it. Everything else is content. */
const NativeApp = v.strictObject({
  appId: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)+$/)),
  appName: Line,
  /** What the forced update compares with `minimumSupportedAppVersion`. */
  version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)),
  /** Grows with every upload to a store. */
  build: v.pipe(v.number(), v.integer(), v.minValue(1)),
  apiUrl: Https,
  /** The server's `PAYMENT_ORIGIN`, where cards are typed. */
  paymentOrigin: Https,
  /** The server's `HELP_ORIGIN`, for a partner with a help widget. */
  helpOrigin: v.optional(Https),
  /** Host of the links that open the app: the web's own. */
  linkHost: v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)),
  /** The app's page in the App Store, once it has one: where a forced update leads. */
  storePage: v.optional(v.pipe(v.string(), v.regex(/^https:\/\/apps\.apple\.com\/[\w/-]+$/))),
  /** The same in Google Play. Without it the store is asked for `appId`. */
  playPage: v.optional(
    v.pipe(v.string(), v.regex(/^https:\/\/play\.google\.com\/store\/apps\/details\?id=[\w.]+(&[\w=&.%-]+)?$/)),
  ),
  environment: v.picklist(['production', 'staging', 'development']),
  /** What iOS says when it asks for the camera, the microphone, and to write into the calendar. */
  cameraReason: Line,
  microphoneReason: Line,
  calendarReason: Line,
})
export type NativeApp = v.InferOutput<typeof NativeApp>

/** Reads and checks `apps/<partner>.json`; throws one sentence that names what is wrong. */
export function readApp(partner: string): NativeApp {
  const name = `apps/${partner}.json`
  const file = new URL(name, import.meta.url)
  if (!existsSync(file)) throw new Error(`PARTNER "${partner}" has no native/${name}`)
  return parseApp(JSON.parse(readFileSync(file, 'utf8')), name)
}

export function parseApp(value: unknown, name: string): NativeApp {
  const result = v.safeParse(NativeApp, value)
  if (result.success) return result.output
  const fields = result.issues.map((issue) => v.getDotPath(issue) ?? issue.message)
  throw new Error(`${name}: missing or malformed: ${[...new Set(fields)].join(', ')}`)
}
