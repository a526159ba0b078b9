import type { ProviderEnv } from '../kit/provider-settings.ts'
import { TWIN_APNS_KEY, TWIN_SERVICE_ACCOUNT } from './push/twin-keys.ts'

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
  GA4_API_SECRET: 'cuida-twin-ga4-secret',
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
