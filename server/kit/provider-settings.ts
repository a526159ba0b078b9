import { areCapabilities, CAPABILITIES } from '@cuida/core/kit/capability.ts'
import * as v from 'valibot'
import { optionalSetting, Secret, setting, Text, Url } from './setting.ts'

const SmtpUrl = v.pipe(Url, v.regex(/^smtps?:\/\//))
/** `hello@example.com`, or with a name before it: `Cuida <hello@example.com>`. */
const Sender = v.pipe(v.string(), v.regex(/^([^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/))
const AppleId = v.pipe(v.string(), v.regex(/^[A-Z0-9]{10}$/), v.metadata({ form: 'ten letters and digits' }))

const SIMULATOR = { unset: 'simulator' }
const ELSE_NONE = { unset: 'simulator, otherwise none' }
const VENDOR_URL = { unset: 'the vendor’s own address' }
const overHttps = (capability: string) => ({
  ...SIMULATOR,
  required: `over https, unless \`DISABLED_PROVIDERS\` names \`${capability}\``,
})

const SELECTION = {
  DISABLED_PROVIDERS: optionalSetting(
    v.pipe(v.string(), v.check(areCapabilities)),
    'capabilities that this installation has no provider for, by choice (decision 0080)',
    {
      form: `comma-separated list of ${CAPABILITIES.map((name) => `\`${name}\``).join(', ')}`,
      unset: 'none',
    },
  ),
  SIMULATORS_URL: optionalSetting(Url, 'where the provider simulators answer', { unset: 'set by `npm start`' }),
  SIMULATORS_SMTP_URL: optionalSetting(SmtpUrl, 'where the simulator of the mail server listens', {
    form: '`smtp://…`',
    unset: 'set by `npm start` while `SMTP_URL` is not',
  }),
}

const PAYMENTS = {
  MONEI_API_KEY: optionalSetting(Secret, 'card payments and subscriptions in Spain', overHttps('payments')),
  MONEI_ACCOUNT_ID: optionalSetting(Text, 'the MONEI account', { ...SIMULATOR, required: 'with `MONEI_API_KEY`' }),
  MONEI_URL: optionalSetting(Url, 'another address of MONEI, such as a proxy; https over https', VENDOR_URL),
  MERCADOPAGO_ACCESS_TOKEN: optionalSetting(Secret, 'card payments and Pix in Brazil', overHttps('payments')),
  MERCADOPAGO_PUBLIC_KEY: optionalSetting(Text, 'identifies the account in the card form', {
    ...SIMULATOR,
    required: 'with the access token',
  }),
  MERCADOPAGO_WEBHOOK_SECRET: optionalSetting(
    Secret,
    'verifies the signature of webhooks; in the provider’s panel they are switched on for `payment`, `topic_chargebacks_wh`, `subscription_preapproval` and `subscription_authorized_payment`',
    { ...SIMULATOR, required: 'with the access token' },
  ),
  OMIE_APP_KEY: optionalSetting(
    Secret,
    'invoices, where the content’s `invoicingProvider` is `omie`',
    overHttps('invoicing'),
  ),
  OMIE_APP_SECRET: optionalSetting(Secret, 'the secret of the key', { ...SIMULATOR, required: 'with `OMIE_APP_KEY`' }),
}

const MESSAGES = {
  TWILIO_ACCOUNT_SID: optionalSetting(
    Text,
    'SMS, and codes by SMS and call; Twilio must reach `PUBLIC_URL` at `/v1/webhooks/twilio/messages` to report deliveries',
    overHttps('messages'),
  ),
  TWILIO_AUTH_TOKEN: optionalSetting(Secret, 'the account’s token; verifies the signature of webhooks', {
    ...SIMULATOR,
    required: 'with the account',
  }),
  TWILIO_FROM: optionalSetting(Text, 'the number that text messages come from', {
    ...SIMULATOR,
    form: 'E.164',
    required: 'with the account',
  }),
  TWILIO_VERIFY_SERVICE: optionalSetting(Text, 'the Verify service that sends codes, with custom codes enabled', {
    ...SIMULATOR,
    form: '`VA…`',
    required: 'with the account',
  }),
  TWILIO_VOICE_FROM: optionalSetting(
    v.pipe(v.string(), v.regex(/^\+[1-9]\d{5,14}$/)),
    'the number that both phones show in a call through the partner’s line',
    { form: 'E.164', unset: 'clinicians dial by themselves (with the simulator: its number)' },
  ),
  TWILIO_WHATSAPP_FROM: optionalSetting(
    Text,
    'the WhatsApp sender, where the content’s `notificationChannels` has `whatsapp`; messages use the templates of `partnerConfig.whatsappTemplates`',
    { form: 'E.164', unset: '`TWILIO_FROM`' },
  ),
  TWILIO_URL: optionalSetting(Url, 'another address of Twilio; https over https', VENDOR_URL),
  SMTP_URL: optionalSetting(SmtpUrl, 'the mail server; TLS either way', {
    ...overHttps('mail'),
    form: '`smtp://user:password@host:port` or `smtps://…`',
    isSecret: true,
  }),
  MAIL_FROM: optionalSetting(Sender, 'the sender of e-mails', {
    ...SIMULATOR,
    form: '`Clinic <hello@clinic.example>`',
    required: 'with `SMTP_URL`',
  }),
}

const PUSH = {
  VAPID_PUBLIC_KEY: optionalSetting(
    v.pipe(v.string(), v.regex(/^[\w-]{87}$/)),
    'identifies the server to the browsers’ push services (RFC 8292); after a change every device subscribes again',
    { form: 'base64url', unset: 'derived from `APP_SECRET`', required: 'with the private key' },
  ),
  VAPID_PRIVATE_KEY: optionalSetting(v.pipe(v.string(), v.regex(/^[\w-]{43}$/)), 'the private key of the pair', {
    form: 'base64url',
    isSecret: true,
    unset: 'derived from `APP_SECRET`',
    required: 'with the public key',
  }),
  FCM_SERVICE_ACCOUNT: optionalSetting(
    Secret,
    'push notifications on Android: the key of a Firebase service account (decision 0086 has the commands)',
    { ...ELSE_NONE, form: 'JSON, or the path of its file' },
  ),
  APNS_KEY: optionalSetting(Secret, 'push notifications on iPhones: Apple’s key for push', {
    ...ELSE_NONE,
    form: 'content of a `.p8` file, or its path',
  }),
  APNS_KEY_ID: optionalSetting(AppleId, 'the id of the key', { ...ELSE_NONE, required: 'with `APNS_KEY`' }),
  APNS_TEAM_ID: optionalSetting(AppleId, 'the team', { ...ELSE_NONE, required: 'with `APNS_KEY`' }),
  APNS_TOPIC: optionalSetting(v.pipe(v.string(), v.regex(/^[\w-]+(\.[\w-]+)+$/)), 'the app', {
    ...ELSE_NONE,
    form: 'bundle id',
    required: 'with `APNS_KEY`',
  }),
  APNS_SANDBOX: v.optional(
    setting(v.picklist(['on', 'off']), '`on` for apps installed by Xcode, which Apple reaches through another server'),
    'off',
  ),
}

const IDENTITY = {
  GOOGLE_CLIENT_ID: optionalSetting(Text, 'sign-in with Google, where the content has `socialLoginEnabled`', ELSE_NONE),
  GOOGLE_CLIENT_SECRET: optionalSetting(Secret, 'the secret of the client', {
    ...ELSE_NONE,
    required: 'with the client id',
  }),
  GOOGLE_ISSUER: optionalSetting(Url, 'another issuer that speaks the same OpenID Connect', {
    unset: '`https://accounts.google.com`',
  }),
  SERPRO_CONSUMER_KEY: optionalSetting(
    Secret,
    'the registry of CPFs, where the content asks for them',
    overHttps('registry'),
  ),
  SERPRO_CONSUMER_SECRET: optionalSetting(Secret, 'the secret of the key', { ...SIMULATOR, required: 'with the key' }),
  VIACEP_URL: optionalSetting(Url, 'Brazilian postal codes', { unset: 'simulator, otherwise ViaCEP itself' }),
  ZENDESK_KEY_ID: optionalSetting(
    Text,
    'a messaging signing key, where the content’s help widget has `identified`: agents see the patient’s name',
    ELSE_NONE,
  ),
  ZENDESK_KEY_SECRET: optionalSetting(Secret, 'the secret of the key', { ...ELSE_NONE, required: 'with the id' }),
  GA4_API_SECRET: optionalSetting(
    Secret,
    'Google Analytics’ Measurement Protocol, where the content’s `analytics` names `ga4`',
    ELSE_NONE,
  ),
}

const CARE = {
  MEDIKIT_URL: optionalSetting(
    Url,
    'prescriptions, where the content’s `prescriptionProvider` is `medikit`; the address without `/v1`',
    ELSE_NONE,
  ),
  MEDIKIT_API_KEY: optionalSetting(Secret, 'the key of Medikit', { ...ELSE_NONE, required: 'with `MEDIKIT_URL`' }),
  MEMED_API_KEY: optionalSetting(Secret, 'prescriptions, where the provider is `memed`', ELSE_NONE),
  MEMED_SECRET_KEY: optionalSetting(Secret, 'the secret of the key', { ...ELSE_NONE, required: 'with the key' }),
  MEMED_URL: optionalSetting(
    Url,
    'another address of Memed; `https://integrations.api.memed.com.br/v1` while an integration is being approved',
    VENDOR_URL,
  ),
  MEMED_SCRIPT_URL: optionalSetting(Url, 'where Memed’s module is loaded from', VENDOR_URL),
  CLAMAV: optionalSetting(
    v.pipe(v.string(), v.regex(/^[a-z0-9.-]+:\d{1,5}$/)),
    'ClamAV’s daemon: every uploaded file is scanned, and stays hidden while the daemon is away',
    { form: '`host:port`', unset: 'no scan' },
  ),
}

/** Settings of outside providers by section of docs/settings.md. Incomplete credentials of a provider are refused. */
export const PROVIDER_SETTINGS = {
  'Disabled capabilities and simulators': SELECTION,
  Payments: PAYMENTS,
  'Messages, calls and e-mails': MESSAGES,
  'Push notifications': PUSH,
  'Identity and addresses': IDENTITY,
  'Prescriptions and uploads': CARE,
}

export const ProviderEntries = { ...SELECTION, ...PAYMENTS, ...MESSAGES, ...PUSH, ...IDENTITY, ...CARE }
const ProviderSettings = v.object(ProviderEntries)

/** The settings that choose providers. A secret may be a list, `new,old`, while it is rotated. */
export interface ProviderEnv extends Partial<v.InferOutput<typeof ProviderSettings>> {
  PUBLIC_URL: string
  /** Origin of the card form (server/pages/windows/payment-frame.ts). */
  PAYMENT_ORIGIN: string
  APP_SECRET?: string
}
