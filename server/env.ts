import { areCapabilities } from '@cuida/core/kit/capability.ts'
import * as v from 'valibot'
import { dataFolder } from './data-folder.mjs'
import { type Dsn, readDsn } from './kit/faults/dsn.ts'
import { type AddressRanges, readRanges } from './kit/limit/address-range.ts'
import { readTrust } from './kit/limit/trusted-proxies.ts'
import { type OwnHosts, originProblems, originsOf } from './origins.ts'
import { DEMO_IN_PUBLIC, settingProblems } from './production.ts'

const Port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535))
const Url = v.pipe(v.string(), v.url())
const SmtpUrl = v.pipe(Url, v.regex(/^smtps?:\/\//))
/** `hello@example.com`, or with a name before it: `Cuida <hello@example.com>`. */
const Sender = v.pipe(v.string(), v.regex(/^([^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/))
/** Nothing that cannot be read lets somebody in. */
const Ranges = v.pipe(
  v.string(),
  v.transform(readRanges),
  v.custom<AddressRanges>((ranges) => ranges !== undefined),
)
const Origin = v.pipe(v.string(), v.regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/))
/** Scheme and host, exactly as a browser writes an Origin. */
const Origins = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((origin) => origin.trim())),
  v.array(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(:\d{1,5})?$/))),
)
/** The same of places that are asked over HTTP. */
const Places = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((origin) => origin.trim())),
  v.array(Origin),
)

const Env = v.object({
  PORT: v.optional(Port, '3000'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  /** Where documents lie; the default is the same for every program (data-folder.mjs). */
  DATA_DIR: v.optional(
    v.pipe(
      v.string(),
      v.transform((folder) => dataFolder(folder)),
    ),
    '',
  ),
  PARTNER: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)), 'vida-ligera'),
  DATABASE_URL: v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//)),
  /** Where people reach us: in links, in the provider's way back, in cookies' security. */
  PUBLIC_URL: v.optional(Url),
  /**
   * Another origin of this same server, where only the card form is answered. Unset: the other loopback name, so a
   * server that people reach from elsewhere must set it.
   */
  PAYMENT_ORIGIN: v.optional(Origin),
  /** What stands before us and says who asks (X-Forwarded-For): addresses and ranges, a number of hops, or `none`. */
  TRUSTED_PROXIES: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check((text) => readTrust(text) !== undefined),
    ),
  ),
  /** Stand-ins and a demo over https, where everybody can read every code: only by this very text. */
  DEMO_IN_PUBLIC: v.optional(v.literal(DEMO_IN_PUBLIC)),
  /** Why patients sign in with one step, where the content has no second factor; over https it must be said. */
  NO_SECOND_FACTOR_BECAUSE: v.optional(v.pipe(v.string(), v.trim(), v.minLength(10))),
  /** Hosts of the pages around a help widget and around a provider's module: somebody else's scripts run there. */
  HELP_ORIGIN: v.optional(Origin),
  PRESCRIPTION_ORIGIN: v.optional(Origin),
  /** A host for the desk and its API alone. Unset: it stands on the app's. */
  DESK_URL: v.optional(Origin),
  /** Who may reach the desk, by address: `10.0.0.0/8, 192.0.2.7`. Unset: everybody. */
  DESK_ADDRESSES: v.optional(Ranges),
  /** Where the pages of the native apps come from (iOS, Android); comma separated. They may call the API. */
  APP_ORIGINS: v.optional(Origins, 'capacitor://localhost,https://localhost'),
  /** 32 bytes, base64url: keys of hashes and derived tokens. */
  APP_SECRET: v.pipe(v.string(), v.minLength(43)),
  /** Ed25519 private key as a JWK: signs access tokens. */
  TOKEN_KEY: v.pipe(v.string(), v.startsWith('{')),
  CONTENT_URL: v.optional(Url),
  /** An API token of that Strapi, read-only: it may find everything. */
  CONTENT_TOKEN: v.optional(v.string()),
  /** Other places where that Strapi's files lie, by scheme and host; comma separated. None else that an editor names is asked. */
  CONTENT_FILES_FROM: v.optional(Places),
  /** What that Strapi's webhook says in `x-content-secret` when it tells that something changed. */
  CONTENT_WEBHOOK_SECRET: v.optional(v.pipe(v.string(), v.minLength(32))),
  /** Where errors are told, in Sentry's wire: `https://KEY@HOST/PROJECT`. */
  SENTRY_DSN: v.optional(
    v.pipe(
      v.string(),
      v.transform(readDsn),
      v.custom<Dsn>((dsn) => dsn !== undefined),
    ),
  ),
  TWINS_URL: v.optional(Url),
  /** Where the twins take mail; used while SMTP_URL is not set. */
  TWINS_SMTP_URL: v.optional(SmtpUrl),
  /** The mail server, `smtp://user:password@host:port` or `smtps://…`, and who letters are from. */
  SMTP_URL: v.optional(SmtpUrl),
  MAIL_FROM: v.optional(Sender),
  /** What this place goes without, by choice: `mail, push`. */
  NO_PROVIDER_FOR: v.optional(v.pipe(v.string(), v.check(areCapabilities))),
  /** Other addresses of the vendors; over https they are https. */
  MONEI_URL: v.optional(Url),
  TWILIO_URL: v.optional(Url),
  MONEI_API_KEY: v.optional(v.string()),
  MONEI_ACCOUNT_ID: v.optional(v.string()),
  MERCADOPAGO_ACCESS_TOKEN: v.optional(v.string()),
  MERCADOPAGO_PUBLIC_KEY: v.optional(v.string()),
  MERCADOPAGO_WEBHOOK_SECRET: v.optional(v.string()),
  TWILIO_ACCOUNT_SID: v.optional(v.string()),
  TWILIO_AUTH_TOKEN: v.optional(v.string()),
  TWILIO_FROM: v.optional(v.string()),
  /** `VA…`: the Verify service that sends codes, with custom codes enabled. */
  TWILIO_VERIFY_SERVICE: v.optional(v.string()),
  /** The number, E.164, that both phones show in a call through the partner's line. Unset: clinicians dial by themselves. */
  TWILIO_VOICE_FROM: v.optional(v.pipe(v.string(), v.regex(/^\+[1-9]\d{5,14}$/))),
  /** The WhatsApp sender, E.164, where it is another number than TWILIO_FROM. */
  TWILIO_WHATSAPP_FROM: v.optional(v.string()),
  /** Names us to the browsers' push services (RFC 8292), base64url. Unset: derived from APP_SECRET. */
  VAPID_PUBLIC_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{87}$/))),
  VAPID_PRIVATE_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))),
  /** Wakes the app on Android: the key of a Firebase service account, as JSON or the path of its file. */
  FCM_SERVICE_ACCOUNT: v.optional(v.string()),
  /** Wakes the app on an iPhone: a key of Apple's for push, its content or the path of its `.p8` file. */
  APNS_KEY: v.optional(v.string()),
  APNS_KEY_ID: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{10}$/))),
  APNS_TEAM_ID: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{10}$/))),
  /** The app's bundle id. */
  APNS_TOPIC: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+(\.[\w-]+)+$/))),
  /** `on`: for apps that Xcode puts on a phone, which Apple reaches by another server. */
  APNS_SANDBOX: v.optional(v.picklist(['on', 'off']), 'off'),
  /** Where Brazilian postal codes are looked up; unset: the twin where there is one, else ViaCEP itself. */
  VIACEP_URL: v.optional(Url),
  SERPRO_CONSUMER_KEY: v.optional(v.string()),
  SERPRO_CONSUMER_SECRET: v.optional(v.string()),
  OMIE_APP_KEY: v.optional(v.string()),
  OMIE_APP_SECRET: v.optional(v.string()),
  GOOGLE_ISSUER: v.optional(Url),
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  GOOGLE_CLIENT_SECRET: v.optional(v.string()),
  /** A messaging signing key of Zendesk: its id and its secret. */
  ZENDESK_KEY_ID: v.optional(v.string()),
  ZENDESK_KEY_SECRET: v.optional(v.string()),
  MEMED_API_KEY: v.optional(v.string()),
  MEMED_SECRET_KEY: v.optional(v.string()),
  MEMED_URL: v.optional(Url),
  MEMED_SCRIPT_URL: v.optional(Url),
  MEDIKIT_URL: v.optional(Url),
  MEDIKIT_API_KEY: v.optional(v.string()),
  /** coturn's shared secret and addresses, comma separated. Unset: peers connect directly. */
  TURN_SECRET: v.optional(v.string()),
  TURN_URLS: v.optional(v.string()),
  /** `host:port` of ClamAV's daemon. Unset: documents are cleaned and checked, but not scanned for malware. */
  CLAMAV: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9.-]+:\d{1,5}$/))),
  /** Whose media goes through TURN alone, so that the other side never learns their address. */
  TURN_RELAY: v.optional(v.picklist(['nobody', 'patients', 'everyone']), 'nobody'),
  /** Anywhere but in production, people whose profile has `showDebugInfo` see a banner with ids. */
  ENVIRONMENT: v.optional(v.picklist(['production', 'staging', 'development']), 'production'),
  /** `on`: `/language` offers every language of the product, for trying out translations. */
  I18N_DEBUG: v.optional(v.picklist(['on', 'off']), 'off'),
  /** The native apps that open this host's links: `TEAMID.bundle.id`, and `package,fingerprint` of the signing key. */
  IOS_APP: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{10}\.[\w.-]+$/))),
  ANDROID_APP: v.optional(v.pipe(v.string(), v.regex(/^[\w.]+(,([0-9A-F]{2}:){31}[0-9A-F]{2})+$/))),
  LOG_LEVEL: v.optional(v.picklist(['silent', 'error', 'warn', 'info']), 'info'),
})

/** What a place may be told: each has a reader (tools/settings.test.ts). */
export const ENV_SETTINGS: readonly string[] = Object.keys(Env.entries)
/** What holds for those that are not told (docs/settings.md). */
export const ENV_DEFAULTS: Readonly<Record<string, unknown>> = v.getDefaults(Env)

export type Env = Omit<v.InferOutput<typeof Env>, keyof OwnHosts> & OwnHosts & { PUBLIC_URL: string }

/** Reads and checks the settings; throws a sentence for each bad one, all at once, never a value. */
export function readEnv(source: Given): Env {
  const { env, problems } = checkEnv(source)
  if (!env) throw new Error(problems.join('\n'))
  return env
}

const NO_DSN =
  'SENTRY_DSN is none: it reads https://KEY@HOST/PROJECT, where PROJECT is a number. Leave it out, and errors are in the log alone.'

type Given = Record<string, string | undefined>

/** The settings, or everything that keeps this place from them. */
export function checkEnv(source: Given): { env?: Env; problems: string[] } {
  const problems = settingProblems(source)
  const result = v.safeParse(Env, source)
  if (source.SENTRY_DSN !== undefined && !readDsn(source.SENTRY_DSN)) problems.push(NO_DSN)
  if (!result.success) {
    const names = new Set(result.issues.map((issue) => String(issue.path?.[0]?.key)))
    const untold = [...names].filter((name) => !problems.some((problem) => problem.startsWith(`${name} `)))
    if (untold.length > 0) problems.push(`These settings are missing or malformed: ${untold.join(', ')}`)
    return { problems: [...problems, ...originProblems(source)] }
  }
  const { PUBLIC_URL = `http://${result.output.HOST}:${result.output.PORT}`, ...rest } = result.output
  if (rest.TURN_RELAY !== 'nobody' && !(rest.TURN_SECRET && rest.TURN_URLS))
    problems.push('TURN_RELAY needs TURN_SECRET and TURN_URLS')
  problems.push(...originProblems({ ...rest, PUBLIC_URL }))
  if (problems.length > 0) return { problems }
  return { env: { ...rest, PUBLIC_URL, ...originsOf({ ...rest, PUBLIC_URL }) }, problems }
}
