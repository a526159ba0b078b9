import type { AnalyticsSettings } from '@cuida/core/brand/analytics/analytics-settings.ts'
import type { PrescriptionProvider } from '@cuida/core/care/prescription/prescription.ts'
import { type Capability, parseCapabilities } from '@cuida/core/kit/capability.ts'
import { isChatIdentified } from '@cuida/core/kit/chat-identity.ts'
import { paymentVendor } from '@cuida/core/kit/vendors/payment-vendors.ts'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import type { ProviderEnv } from '../kit/provider-settings.ts'
import { createAnalytics } from './analytics/create-analytics.ts'
import type { Analytics } from './analytics/port.ts'
import type { ChatPasses } from './chat/port.ts'
import { zendeskPasses } from './chat/zendesk.ts'
import {
  createProviders,
  inspectProviders,
  nullMail,
  nullMessages,
  nullPayments,
  nullPostalCodes,
  nullPush,
  type ProviderFactories,
  type ProviderState,
} from './create-providers.ts'
import { googleIdentities } from './identity/google.ts'
import type { Identities } from './identity/port.ts'
import { omieInvoicing } from './invoicing/omie.ts'
import type { Invoicing } from './invoicing/port.ts'
import type { Mail } from './mail/port.ts'
import { smtpMail } from './mail/smtp.ts'
import type { Messages } from './messages/port.ts'
import { twilioMessages } from './messages/twilio.ts'
import { mercadoPagoPayments } from './payment/mercadopago/mercadopago.ts'
import { moneiPayments } from './payment/monei/monei.ts'
import type { BrowserEntry, CardPayments } from './payment/port.ts'
import type { PostalCodes } from './postal/port.ts'
import { viaCep } from './postal/viacep.ts'
import { choosePrescriptions } from './prescription/choose.ts'
import type { Prescriptions } from './prescription/port.ts'
import { chooseApns, chooseFcm, choosePush } from './push/choose.ts'
import type { Push, PushSenders } from './push/port.ts'
import type { CpfRegistry } from './registry/port.ts'
import { serproRegistry } from './registry/serpro.ts'
import { type Credential, resolveEndpoint, SettingsMissing, simulatorCredentials } from './resolve-credentials.ts'
import { clamdScanner } from './scanner/clamd.ts'
import type { Scanner } from './scanner/port.ts'
import { mercadoPagoSubscriptions } from './subscription/mercadopago.ts'
import { moneiSubscriptions } from './subscription/monei.ts'
import type { Subscriptions } from './subscription/port.ts'
import type { Voice } from './voice/port.ts'
import { twilioVoice } from './voice/twilio.ts'
import { type AroundProviderCall, wrapPort } from './watch-ports.ts'

/** One port for each capability; `undefined` when disabled and the null implementation would have no caller. */
export interface Ports {
  payments: CardPayments
  messages: Messages
  /** Undefined when the partner has no number for calls: clinicians then dial themselves. */
  voice: Voice | undefined
  mail: Mail
  /** Browsers, Android apps and iPhone apps. */
  push: Push
  fcm: PushSenders[typeof VENDOR.fcm]
  apns: PushSenders[typeof VENDOR.apns]
  postalCodes: PostalCodes
  /** Defined when the partner asks for CPFs. */
  registry: CpfRegistry | undefined
  /** The issuer of prescriptions that the partner names; undefined when it names none. */
  prescriptions: Prescriptions | undefined
  /** Undefined when the partner disabled social login: no credentials are required then. */
  identities: Identities | undefined
  /** Undefined when the partner's payment provider has no subscriptions that we support. */
  subscriptions: Subscriptions | undefined
  /** Undefined when the partner's own accountant writes invoices (`dummy`). */
  invoicing: Invoicing | undefined
  /** Undefined when no daemon is configured: documents are not scanned then. */
  scanner: Scanner | undefined
  /** Defined when the partner's help chat identifies signed-in users. */
  chatPasses: ChatPasses | undefined
  /** Undefined when the content names Google Analytics and its secret is not set. */
  analytics: Analytics | undefined
}

export interface Providers extends Ports {
  /**
   * Capabilities that the partner's content or every deployment needs and that are disabled here
   * (docs/decisions/0080).
   */
  disabledCapabilities: readonly Capability[]
}

export interface ProviderChoice {
  env: ProviderEnv
  paymentProvider: BrowserEntry['provider']
  documentTypes?: readonly string[]
  socialLoginEnabled?: boolean
  partnerConfig?: InvoicingSettings & {
    prescriptionProvider?: PrescriptionProvider | 'none'
    supportProvider?: Parameters<typeof isChatIdentified>[0]
  }
  analytics?: AnalyticsSettings
  /** Contact address for push services. */
  supportEmail?: string
}

/**
 * Creates the partner's providers. Throws one error that names all missing settings, never a value. `around` runs
 * around every call of every provider.
 */
export function chooseProviders(settings: ProviderChoice, around?: AroundProviderCall): Providers {
  const { env } = settings
  const makers = makersOf(settings)
  const wrap = <P>(capability: Capability, port: P): P =>
    around ? wrapPort(capability, port, { around, isSynchronous }) : port
  return createProviders(makers, parseCapabilities(env.DISABLED_PROVIDERS), wrap)
}

type SynchronousIn<P> = P extends object
  ? {
      [M in keyof P]-?: NonNullable<P[M]> extends (...input: never[]) => infer R
        ? R extends Promise<unknown>
          ? never
          : M
        : never
    }[keyof P]
  : never

/** The methods of all ports that return no promise: they call no provider. */
const SYNCHRONOUS: Readonly<Record<SynchronousIn<Ports[keyof Ports]>, true>> = {
  isGenuine: true,
  readNote: true,
  readWebhook: true,
  isAllowed: true,
  close: true,
}
const isSynchronous = (method: string): boolean => method in SYNCHRONOUS

export type InspectedProvider = ProviderState & {
  /** The credentials that the provider needs. */
  settings: readonly string[]
}

/** The state of each provider that the partner needs, for `npm run doctor`. Never throws. */
export function inspectPartnerProviders(settings: ProviderChoice): InspectedProvider[] {
  const { PUBLIC_URL, PAYMENT_ORIGIN } = settings.env
  const bare = makersOf({ ...settings, env: { PUBLIC_URL, PAYMENT_ORIGIN } })
  return inspectProviders(makersOf(settings), parseCapabilities(settings.env.DISABLED_PROVIDERS)).map((each) => ({
    ...each,
    settings: settingsOf(bare[each.capability]),
  }))
}

/** Without any setting, a factory names the ones that it needs. */
function settingsOf({ make }: { make: () => unknown }): readonly string[] {
  try {
    make()
    return []
  } catch (error) {
    return error instanceof SettingsMissing ? error.names : []
  }
}

/** Every capability needs a `none`: the null implementation for deployments that disable it. */
function makersOf(settings: ProviderChoice): ProviderFactories<Ports> {
  const { env, paymentProvider, documentTypes = [], socialLoginEnabled = false } = settings
  const { partnerConfig, supportEmail = '', analytics } = settings
  const isBilled = partnerConfig?.invoicingProvider === VENDOR.omie && partnerConfig
  return {
    payments: { make: () => cardsOf(env, paymentProvider), none: nullPayments },
    messages: { make: () => twilio(env), none: nullMessages },
    voice: { make: () => voice(env), none: undefined, isOptional: true },
    mail: { make: () => mail(env), none: nullMail },
    push: { make: () => choosePush(env, supportEmail), none: nullPush },
    fcm: { make: () => chooseFcm(env), none: undefined, isOptional: true, with: 'push' },
    apns: { make: () => chooseApns(env), none: undefined, isOptional: true, with: 'push' },
    postalCodes: { make: () => postalCodes(env), none: nullPostalCodes },
    registry: { make: () => serpro(env), none: undefined, isNeeded: documentTypes.includes('CPF') },
    prescriptions: {
      make: () => choosePrescriptions(env, partnerConfig?.prescriptionProvider),
      none: undefined,
      isOptional: true,
    },
    identities: { make: () => google(env), none: undefined, isOptional: true, isNeeded: socialLoginEnabled },
    subscriptions: {
      make: () => SUBSCRIPTIONS[paymentProvider](env),
      none: undefined,
      isNeeded: paymentVendor(paymentProvider)?.hasSubscriptions === true,
      with: 'payments',
    },
    invoicing: {
      make: () => (isBilled ? omie(env, isBilled) : undefined),
      none: undefined,
      isNeeded: Boolean(isBilled),
    },
    scanner: { make: () => (env.CLAMAV ? clamav(env.CLAMAV) : undefined), none: undefined, isOptional: true },
    chatPasses: {
      make: () => zendesk(env),
      none: undefined,
      isOptional: true,
      isNeeded: isChatIdentified(partnerConfig?.supportProvider),
    },
    analytics: { make: () => createAnalytics(env, analytics), none: undefined, isOptional: true },
  }
}

/** A record over all card providers, so that a new one without an adapter does not compile. */
const CARDS: Record<BrowserEntry['provider'], (env: ProviderEnv) => CardPayments> = {
  none: () => nullPayments,
  monei,
  mercadopago: mercadoPago,
}
const cardsOf = (env: ProviderEnv, provider: BrowserEntry['provider']): CardPayments => CARDS[provider](env)

function clamav(address: string): Scanner {
  const [host = '', port] = address.split(':')
  return clamdScanner({ host, port: Number(port) })
}

const REAL_MONEI = 'https://api.monei.com'
const moneiAt = ({ MONEI_URL }: ProviderEnv): string => MONEI_URL ?? REAL_MONEI

function monei(env: ProviderEnv): CardPayments {
  const { get, server, cards } = resolveEndpoint(env, ['MONEI_API_KEY', 'MONEI_ACCOUNT_ID'], VENDOR.monei, moneiAt(env))
  const [current = '', ...older] = get('MONEI_API_KEY').split(',')
  const accountId = get('MONEI_ACCOUNT_ID')
  const apiKeys = [current, ...older] as const
  const graphqlUrl = server === REAL_MONEI ? 'https://graphql.monei.com' : `${server}/graphql`
  return moneiPayments({ baseUrl: `${server}/v1`, browserBaseUrl: `${cards}/v1`, graphqlUrl, apiKeys, accountId })
}

const SUBSCRIPTIONS: Record<BrowserEntry['provider'], (env: ProviderEnv) => Subscriptions | undefined> = {
  none: () => undefined,
  monei: subscriptionsOfMonei,
  mercadopago: subscriptionsOfMercadoPago,
}

function subscriptionsOfMonei(env: ProviderEnv): Subscriptions {
  const { get, server } = resolveEndpoint(env, ['MONEI_API_KEY', 'MONEI_ACCOUNT_ID'], VENDOR.monei, moneiAt(env))
  const [apiKey = ''] = get('MONEI_API_KEY').split(',')
  return moneiSubscriptions({ baseUrl: `${server}/v1`, apiKey, accountId: get('MONEI_ACCOUNT_ID') })
}

function subscriptionsOfMercadoPago(env: ProviderEnv): Subscriptions {
  const { get, server } = resolveEndpoint(env, ['MERCADOPAGO_ACCESS_TOKEN'], VENDOR.mercadopago, REAL_MERCADOPAGO)
  const accessToken = get('MERCADOPAGO_ACCESS_TOKEN')
  return mercadoPagoSubscriptions({ baseUrl: server, accessToken, now: () => new Date() })
}

const REAL_MERCADOPAGO = 'https://api.mercadopago.com'

function mercadoPago(env: ProviderEnv): CardPayments {
  const names: Credential[] = ['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_PUBLIC_KEY', 'MERCADOPAGO_WEBHOOK_SECRET']
  const { get, server, cards } = resolveEndpoint(env, names, VENDOR.mercadopago, REAL_MERCADOPAGO)
  return mercadoPagoPayments({
    baseUrl: server,
    browserBaseUrl: cards,
    accessToken: get('MERCADOPAGO_ACCESS_TOKEN'),
    publicKey: get('MERCADOPAGO_PUBLIC_KEY'),
    webhookSecrets: get('MERCADOPAGO_WEBHOOK_SECRET').split(','),
  })
}

const REAL_TWILIO = 'https://api.twilio.com'
const twilioAt = ({ TWILIO_URL }: ProviderEnv): string => TWILIO_URL ?? REAL_TWILIO

function twilio(env: ProviderEnv): Messages {
  const names: Credential[] = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM', 'TWILIO_VERIFY_SERVICE']
  const { get, server } = resolveEndpoint(env, names, VENDOR.twilio, twilioAt(env))
  return twilioMessages({
    baseUrl: server,
    verifyBaseUrl: server === REAL_TWILIO ? 'https://verify.twilio.com' : server,
    accountSid: get('TWILIO_ACCOUNT_SID'),
    authToken: get('TWILIO_AUTH_TOKEN'),
    from: get('TWILIO_FROM'),
    whatsappFrom: env.TWILIO_WHATSAPP_FROM,
    verifyService: get('TWILIO_VERIFY_SERVICE'),
  })
}

/** The caller id of calls can differ from the sender of text messages. */
function voice(env: ProviderEnv): Voice | undefined {
  const names: Credential[] = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN']
  const { get, server } = resolveEndpoint(env, names, VENDOR.twilio, twilioAt(env))
  const isSimulator = server !== twilioAt(env)
  const from = env.TWILIO_VOICE_FROM ?? (isSimulator ? simulatorCredentials.TWILIO_FROM : undefined)
  const accountSid = get('TWILIO_ACCOUNT_SID')
  const authToken = get('TWILIO_AUTH_TOKEN')
  return from ? twilioVoice({ baseUrl: server, accountSid, authToken, from }) : undefined
}

/** The partner's mail server, or the simulators'. A sender without a server, or the reverse, is an error. */
function mail({ SMTP_URL, MAIL_FROM, SIMULATORS_SMTP_URL }: ProviderEnv): Mail {
  if (SMTP_URL && MAIL_FROM) return smtpMail({ url: SMTP_URL, from: MAIL_FROM })
  if (SMTP_URL || MAIL_FROM || !SIMULATORS_SMTP_URL) {
    const isUnset = !SMTP_URL && !MAIL_FROM
    throw new SettingsMissing([...(SMTP_URL ? [] : ['SMTP_URL']), ...(MAIL_FROM ? [] : ['MAIL_FROM'])], { isUnset })
  }
  return smtpMail({ url: SIMULATORS_SMTP_URL, from: 'Cuida <no-reply@cuida.example>' })
}

/**
 * ViaCEP needs no credentials, so its simulator is used whenever simulators are configured, unless VIACEP_URL is set.
 */
function postalCodes({ VIACEP_URL, SIMULATORS_URL }: ProviderEnv): PostalCodes {
  return viaCep({
    baseUrl: VIACEP_URL ?? (SIMULATORS_URL ? `${SIMULATORS_URL}/simulators/viacep` : 'https://viacep.com.br'),
  })
}

function serpro(env: ProviderEnv): CpfRegistry {
  const names: Credential[] = ['SERPRO_CONSUMER_KEY', 'SERPRO_CONSUMER_SECRET']
  const { get, server } = resolveEndpoint(env, names, VENDOR.serpro, 'https://gateway.apiserpro.serpro.gov.br')
  const consumerKey = get('SERPRO_CONSUMER_KEY')
  const consumerSecret = get('SERPRO_CONSUMER_SECRET')
  return serproRegistry({ baseUrl: server, consumerKey, consumerSecret })
}

/** The partner's settings for the content of invoices. */
interface InvoicingSettings {
  invoicingProvider: Invoicing['provider'] | 'dummy' | 'none'
  invoicing?: { service: number; category: string; account: number } | undefined
}

function omie(env: ProviderEnv, { invoicing }: InvoicingSettings): Invoicing {
  if (!invoicing) throw new Error('Invoicing is configured, but the partner’s config has no partnerConfig.invoicing')
  const { get, server } = resolveEndpoint(
    env,
    ['OMIE_APP_KEY', 'OMIE_APP_SECRET'],
    VENDOR.omie,
    'https://app.omie.com.br',
  )
  const { service, category, account } = invoicing
  const keys = { appKey: get('OMIE_APP_KEY'), appSecret: get('OMIE_APP_SECRET') }
  return omieInvoicing({ baseUrl: server, ...keys, service, category, account })
}

/** No request goes to Zendesk: tokens are signed here and passed on by the browser. */
function zendesk(env: ProviderEnv): ChatPasses {
  const { get } = resolveEndpoint(env, ['ZENDESK_KEY_ID', 'ZENDESK_KEY_SECRET'], VENDOR.zendesk, '')
  return zendeskPasses({ keyId: get('ZENDESK_KEY_ID'), secret: get('ZENDESK_KEY_SECRET') })
}

const GOOGLE = 'https://accounts.google.com'

function google(env: ProviderEnv): Identities {
  const issuer = env.GOOGLE_ISSUER ?? GOOGLE
  const { get, server, browser } = resolveEndpoint(
    env,
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    VENDOR.google,
    issuer,
  )
  return googleIdentities({
    issuer: browser,
    reachedAt: server,
    tokenInfoUrl: browser === GOOGLE ? 'https://oauth2.googleapis.com/tokeninfo' : `${server}/tokeninfo`,
    clientId: get('GOOGLE_CLIENT_ID'),
    clientSecret: get('GOOGLE_CLIENT_SECRET'),
    redirectUri: `${env.PUBLIC_URL}/api/connect/google/callback`,
  })
}
