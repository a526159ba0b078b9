import type { ProviderEnv } from '../kit/provider-settings.ts'
import { SIMULATOR_APNS_KEY, SIMULATOR_SERVICE_ACCOUNT } from './push/simulator-keys.ts'

/**
 * Credentials that the simulators accept, the same literals as `simulators/credentials.ts` (a test compares them):
 * with SIMULATORS_URL set, a provider without credentials is replaced by its simulator. They are valid nowhere else.
 */
export const simulatorCredentials = {
  MONEI_API_KEY: 'pk_test_cuida_simulator',
  MONEI_ACCOUNT_ID: 'cuida-simulator-account',
  MERCADOPAGO_ACCESS_TOKEN: 'TEST-cuida-simulator-access-token',
  MERCADOPAGO_PUBLIC_KEY: 'TEST-cuida-simulator-public-key',
  MERCADOPAGO_WEBHOOK_SECRET: 'cuida-simulator-webhook-secret',
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000c01da0',
  TWILIO_AUTH_TOKEN: 'cuida-simulator-auth-token',
  TWILIO_FROM: '+15005550006',
  TWILIO_VERIFY_SERVICE: 'VA00000000000000000000000000c01da0',
  SERPRO_CONSUMER_KEY: 'cuida-simulator-consumer-key',
  SERPRO_CONSUMER_SECRET: 'cuida-simulator-consumer-secret',
  MEDIKIT_API_KEY: 'cuida-simulator-medikit-key',
  MEMED_API_KEY: 'cuida-simulator-memed-key',
  MEMED_SECRET_KEY: 'cuida-simulator-memed-secret',
  OMIE_APP_KEY: '38333295000',
  OMIE_APP_SECRET: 'cuida-simulator-omie-secret',
  GOOGLE_CLIENT_ID: 'cuida-simulator.apps.googleusercontent.com',
  GOOGLE_CLIENT_SECRET: 'cuida-simulator-client-secret',
  ZENDESK_KEY_ID: 'app_cuida_simulator',
  ZENDESK_KEY_SECRET: 'cuida-simulator-zendesk-secret',
  GA4_API_SECRET: 'cuida-simulator-ga4-secret',
  FCM_SERVICE_ACCOUNT: SIMULATOR_SERVICE_ACCOUNT,
  APNS_KEY: SIMULATOR_APNS_KEY,
  APNS_KEY_ID: 'CUIDATWIN1',
  APNS_TEAM_ID: 'TWINTEAM01',
  APNS_TOPIC: 'example.cuida.simulator',
} as const

export type Credential = keyof typeof simulatorCredentials

/** Names missing settings, never a value. */
export class SettingsMissing extends Error {
  readonly names: readonly string[]
  /** No setting of the provider is set, so it may be disabled; an incomplete set is an error. */
  readonly isUnset: boolean
  constructor(names: readonly string[], { isUnset = false } = {}) {
    super(`These settings are missing: ${names.join(', ')}`)
    this.names = names
    this.isUnset = isUnset
  }
}

/** The real provider when all its credentials are set, its simulator when none is; an incomplete set is an error. */
export function resolveEndpoint(env: ProviderEnv, names: readonly Credential[], simulator: string, real: string) {
  const missing = names.filter((name) => !env[name])
  if (missing.length === 0)
    return { get: (name: Credential) => env[name] ?? '', server: real, browser: real, cards: real }
  const isUnset = missing.length === names.length
  if (!isUnset || !env.SIMULATORS_URL) throw new SettingsMissing(missing, { isUnset })
  return {
    get: (name: Credential): string => simulatorCredentials[name],
    server: `${env.SIMULATORS_URL}/simulators/${simulator}`,
    browser: `${env.PUBLIC_URL}/simulators/${simulator}`,
    // The app's own origin must not see a card number, even with a simulator.
    cards: `${env.PAYMENT_ORIGIN}/payment-frame/simulators/${simulator}`,
  }
}
