import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'

const Port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535))
const Url = v.pipe(v.string(), v.url())
const SmtpUrl = v.pipe(Url, v.regex(/^smtps?:\/\//))
/** `hello@example.com`, or with a name before it: `Cuida <hello@example.com>`. */
const Sender = v.pipe(v.string(), v.regex(/^([^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/))
const Origin = v.pipe(v.string(), v.regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/))
/** Scheme and host, exactly as a browser writes an Origin. */
const Origins = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((origin) => origin.trim())),
  v.array(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(:\d{1,5})?$/))),
)

const Env = v.object({
  PORT: v.optional(Port, '3000'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.string(), join(tmpdir(), 'cuida')),
  PARTNER: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)), 'vida-ligera'),
  DATABASE_URL: v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//)),
  /** Where people reach us: in links, in the provider's way back, in cookies' security. */
  PUBLIC_URL: v.optional(Url),
  /**
   * Another origin of this same server, where only the card form is answered. Unset: the other loopback name, so a
   * server that people reach from elsewhere must set it.
   */
  PAYMENT_ORIGIN: v.optional(Origin),
  /** Where the pages of the native apps come from (iOS, Android); comma separated. They may call the API. */
  APP_ORIGINS: v.optional(Origins, 'capacitor://localhost,https://localhost'),
  /** 32 bytes, base64url: keys of hashes and derived tokens. */
  APP_SECRET: v.pipe(v.string(), v.minLength(43)),
  /** Ed25519 private key as a JWK: signs access tokens. */
  TOKEN_KEY: v.pipe(v.string(), v.startsWith('{')),
  CONTENT_URL: v.optional(Url),
  /** An API token of that Strapi which may find `webinar-doors`: where who registered goes in. */
  CONTENT_TOKEN: v.optional(v.string()),
  TWINS_URL: v.optional(Url),
  /** Where the twins take mail; used while SMTP_URL is not set. */
  TWINS_SMTP_URL: v.optional(SmtpUrl),
  /** The mail server, `smtp://user:password@host:port` or `smtps://…`, and who letters are from. */
  SMTP_URL: v.optional(SmtpUrl),
  MAIL_FROM: v.optional(Sender),
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
  /** Where Brazilian postal codes are looked up; unset: the twin where there is one, else ViaCEP itself. */
  VIACEP_URL: v.optional(Url),
  SERPRO_CONSUMER_KEY: v.optional(v.string()),
  SERPRO_CONSUMER_SECRET: v.optional(v.string()),
  OMIE_APP_KEY: v.optional(v.string()),
  OMIE_APP_SECRET: v.optional(v.string()),
  GOOGLE_ISSUER: v.optional(Url),
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  GOOGLE_CLIENT_SECRET: v.optional(v.string()),
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

export type Env = v.InferOutput<typeof Env> & { PUBLIC_URL: string; PAYMENT_ORIGIN: string }

/** Reads and checks the settings; throws one sentence that names each bad one, never its value. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const result = v.safeParse(Env, source)
  if (!result.success) {
    const names = result.issues.map((issue) => issue.path?.[0]?.key).join(', ')
    throw new Error(`These settings are missing or malformed: ${names}`)
  }
  const env = result.output
  if (env.TURN_RELAY !== 'nobody' && !(env.TURN_SECRET && env.TURN_URLS))
    throw new Error('TURN_RELAY needs TURN_SECRET and TURN_URLS')
  const PUBLIC_URL = env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`
  return { ...env, PUBLIC_URL, PAYMENT_ORIGIN: paymentOrigin(PUBLIC_URL, env.PAYMENT_ORIGIN) }
}

const OTHER_LOOPBACK: Readonly<Record<string, string>> = {
  '127.0.0.1': 'localhost',
  localhost: '127.0.0.1',
  '0.0.0.0': 'localhost',
  '[::1]': 'localhost',
}

/** The card form must be of another origin than the app, or the app's scripts could read it (quality F13). */
function paymentOrigin(publicUrl: string, given: string | undefined): string {
  const { hostname, host, origin } = new URL(publicUrl)
  const other = OTHER_LOOPBACK[hostname]
  const chosen = given ?? (other && origin.replace(hostname, other))
  if (!chosen || new URL(chosen).host === host)
    throw new Error('PAYMENT_ORIGIN must be set to another host of this server than that of PUBLIC_URL')
  return new URL(chosen).origin
}
