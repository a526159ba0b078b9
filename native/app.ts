import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'

const Https = v.pipe(v.string(), v.regex(/^https:\/\/[a-z0-9.-]+(:\d+)?$/, 'must be an https origin without a path'))
/** Copied verbatim into a line of a Gradle and an Xcode file. */
const Line = v.pipe(v.string(), v.trim(), v.regex(/^[^\n\r$"\\]+$/), v.regex(/^(?!.*\/\/)/))

/** The native settings of one partner's app, for the stores and the phone. Everything else is content. */
const NativeApp = v.strictObject({
  appId: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)+$/)),
  appName: Line,
  /** Compared with `minimumSupportedAppVersion` by the forced update. */
  version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)),
  /** Increases with every upload to a store. */
  build: v.pipe(v.number(), v.integer(), v.minValue(1)),
  apiUrl: Https,
  /** The server's `PAYMENT_ORIGIN`, where cards are typed. */
  paymentOrigin: Https,
  /** The server's `HELP_ORIGIN`, for a partner with a help widget. */
  helpOrigin: v.optional(Https),
  /** Host of the links that open the app: the web app's own. */
  linkHost: v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)),
  /** The app's page in the App Store, once it exists: the target of a forced update. */
  storePage: v.optional(v.pipe(v.string(), v.regex(/^https:\/\/apps\.apple\.com\/[\w/-]+$/))),
  /** The app's page in Google Play. Without it, the store is opened with `appId`. */
  playPage: v.optional(
    v.pipe(v.string(), v.regex(/^https:\/\/play\.google\.com\/store\/apps\/details\?id=[\w.]+(&[\w=&.%-]+)?$/)),
  ),
  environment: v.picklist(['production', 'staging', 'development']),
  /** The reasons that iOS shows when it asks for the camera, the microphone and calendar access. */
  cameraReason: Line,
  microphoneReason: Line,
  calendarReason: Line,
})
export type NativeApp = v.InferOutput<typeof NativeApp>

/** Reads and validates `apps/<partner>.json`; throws one sentence that names the invalid field. */
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
