import { TWIN_APNS_KEY, TWIN_SERVICE_ACCOUNT } from './push/twin-keys.ts'

/** The settings that choose providers (`server/env.ts`). A secret may be a list, `new,old`, while it is rotated. */
export interface ProviderEnv {
  PUBLIC_URL: string
  /** Where the card form lives (server/pages/windows/payment-frame.ts). */
  PAYMENT_ORIGIN: string
  /** Where the twins answer to this server; a browser reaches them under PUBLIC_URL. */
  TWINS_URL?: string
  /** Where the twins take mail, with their credentials in it. */
  TWINS_SMTP_URL?: string
  SMTP_URL?: string
  MAIL_FROM?: string
  MONEI_API_KEY?: string
  MONEI_ACCOUNT_ID?: string
  MERCADOPAGO_ACCESS_TOKEN?: string
  MERCADOPAGO_PUBLIC_KEY?: string
  MERCADOPAGO_WEBHOOK_SECRET?: string
  TWILIO_ACCOUNT_SID?: string
  TWILIO_AUTH_TOKEN?: string
  TWILIO_FROM?: string
  TWILIO_VERIFY_SERVICE?: string
  TWILIO_VOICE_FROM?: string
  /** The WhatsApp sender, where it is another number than TWILIO_FROM. */
  TWILIO_WHATSAPP_FROM?: string
  /** A pair of keys that names us to push services (RFC 8292); unset, one is derived from APP_SECRET. */
  VAPID_PUBLIC_KEY?: string
  VAPID_PRIVATE_KEY?: string
  APP_SECRET?: string
  /** A service account's key, as JSON, or the path of its file. */
  FCM_SERVICE_ACCOUNT?: string
  /** The content of a `.p8` file, or its path; whose it is, and for which app. */
  APNS_KEY?: string
  APNS_KEY_ID?: string
  APNS_TEAM_ID?: string
  APNS_TOPIC?: string
  APNS_SANDBOX?: 'on' | 'off'
  /** Another address of ViaCEP, which needs no credentials. */
  VIACEP_URL?: string
  SERPRO_CONSUMER_KEY?: string
  SERPRO_CONSUMER_SECRET?: string
  /** Where Medikit answers, up to and without `/v1`; it has no address that everybody knows. */
  MEDIKIT_URL?: string
  MEDIKIT_API_KEY?: string
  MEMED_API_KEY?: string
  MEMED_SECRET_KEY?: string
  /** `https://integrations.api.memed.com.br/v1` and its script while an integration is being approved. */
  MEMED_URL?: string
  MEMED_SCRIPT_URL?: string
  OMIE_APP_KEY?: string
  OMIE_APP_SECRET?: string
  /** `https://accounts.google.com` unless another speaks the same OpenID Connect. */
  GOOGLE_ISSUER?: string
  GOOGLE_CLIENT_ID?: string
  GOOGLE_CLIENT_SECRET?: string
  /** A messaging signing key of Zendesk, for help chats that know who writes. */
  ZENDESK_KEY_ID?: string
  ZENDESK_KEY_SECRET?: string
  /** `host:port` of ClamAV's daemon. */
  CLAMAV?: string
  /** What this place goes without, by choice: names of capabilities, separated by commas. */
  NO_PROVIDER_FOR?: string
  /** Other addresses of the vendors: a proxy of ours, or a stand-in. */
  MONEI_URL?: string
  TWILIO_URL?: string
}

/**
 * What the twins accept, the same literals as `twins/credentials.ts` (a test compares them): with TWINS_URL set and no
 * credentials of its own, a provider is its twin. They open nothing anywhere else.
 */
export const twinCredentials = {
  MONEI_API_KEY: 'pk_test_cuida_twin',
  MONEI_ACCOUNT_ID: 'cuida-twin-account',
  MERCADOPAGO_ACCESS_TOKEN: 'TEST-cuida-twin-access-token',
  MERCADOPAGO_PUBLIC_KEY: 'TEST-cuida-twin-public-key',
  MERCADOPAGO_WEBHOOK_SECRET: 'cuida-twin-webhook-secret',
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000c01da0',
  TWILIO_AUTH_TOKEN: 'cuida-twin-auth-token',
  TWILIO_FROM: '+15005550006',
  TWILIO_VERIFY_SERVICE: 'VA00000000000000000000000000c01da0',
  SERPRO_CONSUMER_KEY: 'cuida-twin-consumer-key',
  SERPRO_CONSUMER_SECRET: 'cuida-twin-consumer-secret',
  MEDIKIT_API_KEY: 'cuida-twin-medikit-key',
  MEMED_API_KEY: 'cuida-twin-memed-key',
  MEMED_SECRET_KEY: 'cuida-twin-memed-secret',
  OMIE_APP_KEY: '38333295000',
  OMIE_APP_SECRET: 'cuida-twin-omie-secret',
  GOOGLE_CLIENT_ID: 'cuida-twin.apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: 'cuida-twin-client-secret',
  ZENDESK_KEY_ID: 'app_cuida_twin',
  ZENDESK_KEY_SECRET: 'cuida-twin-zendesk-secret',
  FCM_SERVICE_ACCOUNT: TWIN_SERVICE_ACCOUNT,
  APNS_KEY: TWIN_APNS_KEY,
  APNS_KEY_ID: 'CUIDATWIN1',
  APNS_TEAM_ID: 'TWINTEAM01',
  APNS_TOPIC: 'example.cuida.twin',
} as const

export type Credential = keyof typeof twinCredentials

/** Names what is not set, never a value. */
export class SettingsMissing extends Error {
  readonly names: readonly string[]
  /** Nothing at all is set for it: nobody began to, and no half is forgotten. */
  readonly isUnset: boolean
  constructor(names: readonly string[], { isUnset = false } = {}) {
    super(`These settings are missing: ${names.join(', ')}`)
    this.names = names
    this.isUnset = isUnset
  }
}

/** The real provider when it has credentials, its twin when there are none at all; half of them is a mistake. */
export function reach(env: ProviderEnv, names: readonly Credential[], twin: string, real: string) {
  const missing = names.filter((name) => !env[name])
  if (missing.length === 0)
    return { get: (name: Credential) => env[name] ?? '', server: real, browser: real, cards: real }
  const isUnset = missing.length === names.length
  if (!isUnset || !env.TWINS_URL) throw new SettingsMissing(missing, { isUnset })
  return {
    get: (name: Credential): string => twinCredentials[name],
    server: `${env.TWINS_URL}/twins/${twin}`,
    browser: `${env.PUBLIC_URL}/twins/${twin}`,
    // The app's own origin must not see a card, not even on the way to a stand-in.
    cards: `${env.PAYMENT_ORIGIN}/payment-frame/twins/${twin}`,
  }
}
