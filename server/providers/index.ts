import type { PrescriptionProvider } from '@cuida/core/care/prescription/prescription.ts'
import { googleIdentities } from './identity/google.ts'
import type { Identities } from './identity/port.ts'
import { omieInvoicing } from './invoicing/omie.ts'
import type { Invoicing } from './invoicing/port.ts'
import type { Mail } from './mail/port.ts'
import { smtpMail } from './mail/smtp.ts'
import type { Messages } from './messages/port.ts'
import { twilioMessages } from './messages/twilio.ts'
import { mercadoPagoPayments } from './payment/mercadopago.ts'
import { moneiPayments } from './payment/monei.ts'
import type { BrowserEntry, CardPayments } from './payment/port.ts'
import type { PostalCodes } from './postal/port.ts'
import { viaCep } from './postal/viacep.ts'
import { choosePrescriptions } from './prescription/choose.ts'
import type { Prescriptions } from './prescription/port.ts'
import type { Push } from './push/port.ts'
import { vapidOf } from './push/vapid.ts'
import { webPush } from './push/web-push.ts'
import type { CpfRegistry } from './registry/port.ts'
import { serproRegistry } from './registry/serpro.ts'
import { clamdScanner } from './scanner/clamd.ts'
import type { Scanner } from './scanner/port.ts'
import { moneiSubscriptions } from './subscription/monei.ts'
import type { Subscriptions } from './subscription/port.ts'
import type { Voice } from './voice/port.ts'
import { twilioVoice } from './voice/twilio.ts'

/** The settings that choose providers (`server/env.ts`). A secret may be a list, `new,old`, while it is rotated. */
export interface ProviderEnv {
  PUBLIC_URL: string
  /** Where the card form lives (server/pages/payment-frame.ts). */
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
  /** `host:port` of ClamAV's daemon. */
  CLAMAV?: string
}

export interface Providers {
  payments: CardPayments
  messages: Messages
  /** Absent where the partner has no number that calls: clinicians then dial by themselves. */
  voice: Voice | undefined
  mail: Mail
  push: Push
  postalCodes: PostalCodes
  /** Where the partner asks for CPFs. */
  registry: CpfRegistry | undefined
  /** Where prescriptions are issued: the one that the partner names. */
  prescriptions: Prescriptions
  /** Absent where the partner has switched social login off: no credentials are asked for then. */
  identities: Identities | undefined
  /** Absent where the partner's payment provider has none that we speak to. */
  subscriptions: Subscriptions | undefined
  /** Without one the partner's own accountant writes them (`dummy`). */
  invoicing: Invoicing | undefined
  /** Absent where no daemon is named: documents are not scanned then. */
  scanner: Scanner | undefined
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
} as const

type Credential = keyof typeof twinCredentials

/** Makes the partner's providers. Throws one sentence naming what is missing, never a value. */
export function chooseProviders(settings: {
  env: ProviderEnv
  paymentProvider: BrowserEntry['provider']
  documentTypes?: readonly string[]
  socialLoginEnabled?: boolean
  partnerConfig?: InvoicingSettings & { prescriptionProvider?: PrescriptionProvider }
  /** Where push services write to when they have a complaint. */
  supportEmail?: string
}): Providers {
  const { env, paymentProvider, documentTypes = [], socialLoginEnabled = false } = settings
  const { partnerConfig, supportEmail = '' } = settings
  return {
    payments: paymentProvider === 'monei' ? monei(env) : mercadoPago(env),
    messages: twilio(env),
    voice: voice(env),
    mail: mail(env),
    push: push(env, supportEmail),
    postalCodes: postalCodes(env),
    registry: documentTypes.includes('CPF') ? serpro(env) : undefined,
    prescriptions: choosePrescriptions(env, partnerConfig?.prescriptionProvider, reach),
    identities: socialLoginEnabled ? google(env) : undefined,
    subscriptions: paymentProvider === 'monei' ? subscriptionsOfMonei(env) : undefined,
    invoicing: partnerConfig?.invoicingProvider === 'omie' ? omie(env, partnerConfig) : undefined,
    scanner: env.CLAMAV ? clamav(env.CLAMAV) : undefined,
  }
}

function clamav(address: string): Scanner {
  const [host = '', port] = address.split(':')
  return clamdScanner({ host, port: Number(port) })
}

const REAL_MONEI = 'https://api.monei.com'

function monei(env: ProviderEnv): CardPayments {
  const { get, server, cards } = reach(env, ['MONEI_API_KEY', 'MONEI_ACCOUNT_ID'], 'monei', REAL_MONEI)
  const [current = '', ...older] = get('MONEI_API_KEY').split(',')
  const accountId = get('MONEI_ACCOUNT_ID')
  const apiKeys = [current, ...older] as const
  const graphqlUrl = server === REAL_MONEI ? 'https://graphql.monei.com' : `${server}/graphql`
  return moneiPayments({ baseUrl: `${server}/v1`, browserBaseUrl: `${cards}/v1`, graphqlUrl, apiKeys, accountId })
}

function subscriptionsOfMonei(env: ProviderEnv): Subscriptions {
  const { get, server } = reach(env, ['MONEI_API_KEY', 'MONEI_ACCOUNT_ID'], 'monei', 'https://api.monei.com')
  const [apiKey = ''] = get('MONEI_API_KEY').split(',')
  return moneiSubscriptions({ baseUrl: `${server}/v1`, apiKey, accountId: get('MONEI_ACCOUNT_ID') })
}

function mercadoPago(env: ProviderEnv): CardPayments {
  const names: Credential[] = ['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_PUBLIC_KEY', 'MERCADOPAGO_WEBHOOK_SECRET']
  const { get, server, cards } = reach(env, names, 'mercadopago', 'https://api.mercadopago.com')
  return mercadoPagoPayments({
    baseUrl: server,
    browserBaseUrl: cards,
    accessToken: get('MERCADOPAGO_ACCESS_TOKEN'),
    publicKey: get('MERCADOPAGO_PUBLIC_KEY'),
    webhookSecrets: get('MERCADOPAGO_WEBHOOK_SECRET').split(','),
  })
}

function twilio(env: ProviderEnv): Messages {
  const names: Credential[] = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM', 'TWILIO_VERIFY_SERVICE']
  const real = 'https://api.twilio.com'
  const { get, server } = reach(env, names, 'twilio', real)
  return twilioMessages({
    baseUrl: server,
    verifyBaseUrl: server === real ? 'https://verify.twilio.com' : server,
    accountSid: get('TWILIO_ACCOUNT_SID'),
    authToken: get('TWILIO_AUTH_TOKEN'),
    from: get('TWILIO_FROM'),
    whatsappFrom: env.TWILIO_WHATSAPP_FROM,
    verifyService: get('TWILIO_VERIFY_SERVICE'),
  })
}

/** The number that both phones show may be another than the one that texts come from. */
function voice(env: ProviderEnv): Voice | undefined {
  const names: Credential[] = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN']
  const { get, server } = reach(env, names, 'twilio', 'https://api.twilio.com')
  const isTwin = server.endsWith('/twins/twilio')
  const from = env.TWILIO_VOICE_FROM ?? (isTwin ? twinCredentials.TWILIO_FROM : undefined)
  const [accountSid, authToken] = [get('TWILIO_ACCOUNT_SID'), get('TWILIO_AUTH_TOKEN')]
  return from ? twilioVoice({ baseUrl: server, accountSid, authToken, from }) : undefined
}

/** A mail server of the partner's own, or the twins'. A sender without a server, or the reverse, is a mistake. */
function mail({ SMTP_URL, MAIL_FROM, TWINS_SMTP_URL }: ProviderEnv): Mail {
  if (SMTP_URL && MAIL_FROM) return smtpMail({ url: SMTP_URL, from: MAIL_FROM })
  if (SMTP_URL || MAIL_FROM || !TWINS_SMTP_URL) {
    const missing = [!SMTP_URL && 'SMTP_URL', !MAIL_FROM && 'MAIL_FROM'].filter(Boolean)
    throw new Error(`These settings are missing: ${missing.join(', ')}`)
  }
  return smtpMail({ url: TWINS_SMTP_URL, from: 'Cuida <no-reply@cuida.example>' })
}

/** Push services are the browsers' own: there is nothing to choose, and the twin's is one more. */
function push(env: ProviderEnv, supportEmail: string): Push {
  const { TWINS_URL, PUBLIC_URL } = env
  const twin = TWINS_URL && { seen: `${PUBLIC_URL}/twins/push/`, reached: `${TWINS_URL}/twins/push/` }
  return webPush({ vapid: vapidOf(env), subject: `mailto:${supportEmail}`, ...(twin ? { twin } : {}) })
}

/** ViaCEP is open to all: its twin stands in wherever there are twins, unless an address is set. */
function postalCodes({ VIACEP_URL, TWINS_URL }: ProviderEnv): PostalCodes {
  return viaCep({ baseUrl: VIACEP_URL ?? (TWINS_URL ? `${TWINS_URL}/twins/viacep` : 'https://viacep.com.br') })
}

function serpro(env: ProviderEnv): CpfRegistry {
  const names: Credential[] = ['SERPRO_CONSUMER_KEY', 'SERPRO_CONSUMER_SECRET']
  const { get, server } = reach(env, names, 'serpro', 'https://gateway.apiserpro.serpro.gov.br')
  const [consumerKey, consumerSecret] = [get('SERPRO_CONSUMER_KEY'), get('SERPRO_CONSUMER_SECRET')]
  return serproRegistry({ baseUrl: server, consumerKey, consumerSecret })
}

/** The partner's settings of what invoices say. */
interface InvoicingSettings {
  invoicingProvider: Invoicing['provider'] | 'dummy'
  invoicing?: { service: number; category: string; account: number } | undefined
}

function omie(env: ProviderEnv, { invoicing }: InvoicingSettings): Invoicing {
  if (!invoicing) throw new Error('The partner’s config names no service for its invoices: partnerConfig.invoicing')
  const { get, server } = reach(env, ['OMIE_APP_KEY', 'OMIE_APP_SECRET'], 'omie', 'https://app.omie.com.br')
  const { service, category, account } = invoicing
  const keys = { appKey: get('OMIE_APP_KEY'), appSecret: get('OMIE_APP_SECRET') }
  return omieInvoicing({ baseUrl: server, ...keys, service, category, account })
}

const GOOGLE = 'https://accounts.google.com'

function google(env: ProviderEnv): Identities {
  const issuer = env.GOOGLE_ISSUER ?? GOOGLE
  const { get, server, browser } = reach(env, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], 'google', issuer)
  return googleIdentities({
    issuer: browser,
    reachedAt: server,
    tokenInfoUrl: browser === GOOGLE ? 'https://oauth2.googleapis.com/tokeninfo' : `${server}/tokeninfo`,
    clientId: get('GOOGLE_CLIENT_ID'),
    clientSecret: get('GOOGLE_CLIENT_SECRET'),
    redirectUri: `${env.PUBLIC_URL}/api/connect/google/callback`,
  })
}

/** The real provider when it has credentials, its twin when there are none at all; half of them is a mistake. */
export function reach(env: ProviderEnv, names: readonly Credential[], twin: string, real: string) {
  const missing = names.filter((name) => !env[name])
  if (missing.length === 0)
    return { get: (name: Credential) => env[name] ?? '', server: real, browser: real, cards: real }
  if (missing.length < names.length || !env.TWINS_URL)
    throw new Error(`These settings are missing: ${missing.join(', ')}`)
  return {
    get: (name: Credential): string => twinCredentials[name],
    server: `${env.TWINS_URL}/twins/${twin}`,
    browser: `${env.PUBLIC_URL}/twins/${twin}`,
    // The app's own origin must not see a card, not even on the way to a stand-in.
    cards: `${env.PAYMENT_ORIGIN}/payment-frame/twins/${twin}`,
  }
}
