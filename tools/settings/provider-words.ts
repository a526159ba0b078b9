import type { Group } from './words.ts'

const TEXT = 'text'
const SITE = 'address of a site'
const STAND_IN = 'stand-in'
const ELSE_NONE = 'stand-in, else none'
const key = (what: string, unset = STAND_IN) => ({ what, form: TEXT, unset, isSecret: true as const })
const name = (what: string, unset = STAND_IN) => ({ what, form: TEXT, unset })

const PAYMENTS = 'over https, unless `NO_PROVIDER_FOR` has `payments`'
const MESSAGES = 'over https, unless `NO_PROVIDER_FOR` has `messages`'
const MAIL = 'over https, unless `NO_PROVIDER_FOR` has `mail`'

/** Settings of outside providers. Half of one's credentials is refused with the name of the missing half. */
export const PROVIDERS: readonly Group[] = [
  [
    'What it goes without',
    {
      NO_PROVIDER_FOR: {
        what: 'what this place goes without, by choice (decision 0080)',
        form: 'of `payments`, `messages`, `voice`, `mail`, `push`, `fcm`, `apns`, `postalCodes`, `registry`, `prescriptions`, `identities`, `subscriptions`, `invoicing`, `scanner`; commas between',
        unset: 'nothing',
      },
      TWINS_URL: { what: 'where the stand-ins of providers are', form: SITE, unset: 'set by `npm start`' },
      TWINS_SMTP_URL: {
        what: 'where the stand-in of the mail server is',
        form: '`smtp://…`',
        unset: 'set by `npm start`, while `SMTP_URL` is not',
      },
    },
  ],
  [
    'Payments',
    {
      MONEI_API_KEY: { ...key('card payments and subscriptions, Spain'), needed: PAYMENTS },
      MONEI_ACCOUNT_ID: { ...name('its account'), needed: 'with `MONEI_API_KEY`' },
      MONEI_URL: {
        what: 'another address of theirs, a proxy of yours for one; https over https',
        form: SITE,
        unset: 'the vendor’s own',
      },
      MERCADOPAGO_ACCESS_TOKEN: { ...key('card payments and Pix, Brazil'), needed: PAYMENTS },
      MERCADOPAGO_PUBLIC_KEY: { ...name('what the card form calls it by'), needed: 'with the access token' },
      MERCADOPAGO_WEBHOOK_SECRET: { ...key('what its notifications are signed with'), needed: 'with the access token' },
      OMIE_APP_KEY: {
        ...key('invoices, where the pack’s `invoicingProvider` is `omie`'),
        needed: 'over https, unless `NO_PROVIDER_FOR` has `invoicing`',
      },
      OMIE_APP_SECRET: { ...key('its other half'), needed: 'with `OMIE_APP_KEY`' },
    },
  ],
  [
    'Messages, calls and e-mails',
    {
      TWILIO_ACCOUNT_SID: {
        ...name(
          'SMS, and codes by SMS and call; it must reach `PUBLIC_URL` at `/v1/webhooks/twilio/messages`, where it tells what arrived',
        ),
        needed: MESSAGES,
      },
      TWILIO_AUTH_TOKEN: { ...key('its key, and what its notifications are signed with'), needed: 'with the account' },
      TWILIO_FROM: {
        what: 'the number that texts come from',
        form: 'E.164',
        unset: STAND_IN,
        needed: 'with the account',
      },
      TWILIO_VERIFY_SERVICE: {
        what: 'the Verify service that sends codes, with custom codes enabled',
        form: '`VA…`',
        unset: STAND_IN,
        needed: 'with the account',
      },
      TWILIO_VOICE_FROM: {
        what: 'the number that both phones show in a call through the partner’s line',
        form: 'E.164',
        unset: 'clinicians dial by themselves (with the stand-in: its number)',
      },
      TWILIO_WHATSAPP_FROM: {
        what: 'the WhatsApp sender, where the pack’s `notificationChannels` has `whatsapp`; it speaks by the templates of `partnerConfig.whatsappTemplates`',
        form: 'E.164',
        unset: '`TWILIO_FROM`',
      },
      TWILIO_URL: { what: 'another address of theirs; https over https', form: SITE, unset: 'the vendor’s own' },
      SMTP_URL: {
        what: 'the mail server; TLS either way',
        form: '`smtp://user:password@host:port` or `smtps://…`',
        unset: STAND_IN,
        needed: MAIL,
        isSecret: true,
      },
      MAIL_FROM: {
        what: 'who e-mails are from',
        form: '`Clinic <hello@clinic.example>`',
        unset: STAND_IN,
        needed: 'with `SMTP_URL`',
      },
    },
  ],
  [
    'Browsers and apps that are woken',
    {
      VAPID_PUBLIC_KEY: {
        what: 'names us to the browsers’ push services; other keys make every device ask again',
        form: 'base64url',
        unset: 'follows from `APP_SECRET`',
        needed: 'with the private one',
      },
      VAPID_PRIVATE_KEY: {
        what: 'its private half',
        form: 'base64url',
        unset: 'follows from `APP_SECRET`',
        needed: 'with the public one',
        isSecret: true,
      },
      FCM_SERVICE_ACCOUNT: {
        what: 'wakes the app on Android: the key of a Firebase service account (decision 0086 has the commands)',
        form: 'JSON, or the path of its file',
        unset: ELSE_NONE,
        isSecret: true,
      },
      APNS_KEY: {
        what: 'wakes the app on an iPhone: Apple’s key for push',
        form: 'content of a `.p8`, or its path',
        unset: ELSE_NONE,
        isSecret: true,
      },
      APNS_KEY_ID: { what: 'its id', form: 'ten letters and digits', unset: ELSE_NONE, needed: 'with `APNS_KEY`' },
      APNS_TEAM_ID: { what: 'the team', form: 'ten letters and digits', unset: ELSE_NONE, needed: 'with `APNS_KEY`' },
      APNS_TOPIC: { what: 'the app’s id', form: 'bundle id', unset: ELSE_NONE, needed: 'with `APNS_KEY`' },
      APNS_SANDBOX: {
        what: '`on` for apps that Xcode put on a phone: Apple reaches them by another server',
        form: '`on`, `off`',
      },
    },
  ],
  [
    'Who somebody is, and where they live',
    {
      GOOGLE_CLIENT_ID: name('signing in with Google, where the pack has `socialLoginEnabled`', ELSE_NONE),
      GOOGLE_CLIENT_SECRET: { ...key('its secret', ELSE_NONE), needed: 'with the client id' },
      GOOGLE_ISSUER: {
        what: 'another issuer that speaks as Google does',
        form: SITE,
        unset: '`https://accounts.google.com`',
      },
      SERPRO_CONSUMER_KEY: {
        ...key('the registry of CPFs, where the pack asks for them'),
        needed: 'over https, unless `NO_PROVIDER_FOR` has `registry`',
      },
      SERPRO_CONSUMER_SECRET: { ...key('its other half'), needed: 'with the key' },
      VIACEP_URL: { what: 'Brazilian postal codes', form: SITE, unset: 'stand-in, else ViaCEP itself' },
      ZENDESK_KEY_ID: name(
        'a messaging signing key, where the pack’s help widget has `tellsWho`: agents see the name of who writes',
        ELSE_NONE,
      ),
      ZENDESK_KEY_SECRET: { ...key('its secret', ELSE_NONE), needed: 'with the id' },
    },
  ],
  [
    'Care',
    {
      MEDIKIT_URL: {
        what: 'prescriptions, where the pack’s `prescriptionProvider` is `medikit`',
        form: SITE,
        unset: ELSE_NONE,
      },
      MEDIKIT_API_KEY: { ...key('its key', ELSE_NONE), needed: 'with `MEDIKIT_URL`' },
      MEMED_API_KEY: key('prescriptions, where it is `memed`', ELSE_NONE),
      MEMED_SECRET_KEY: { ...key('its other half', ELSE_NONE), needed: 'with the key' },
      MEMED_URL: {
        what: 'another address of theirs, such as the one for trying out',
        form: SITE,
        unset: 'the vendor’s own',
      },
      MEMED_SCRIPT_URL: { what: 'where their module comes from, beside it', form: SITE, unset: 'the vendor’s own' },
      CLAMAV: {
        what: 'ClamAV’s daemon: every file of a patient is scanned, and waits unseen while the daemon is away',
        form: '`host:port`',
        unset: 'no scan',
      },
      TURN_URLS: {
        what: 'coturn’s addresses, for calls between two networks',
        form: '`turn:…`, commas between',
        unset: 'browsers connect directly',
        needed: 'with `TURN_SECRET`',
      },
      TURN_SECRET: {
        what: 'the secret that coturn shares with us',
        form: TEXT,
        unset: 'browsers connect directly',
        needed: 'with `TURN_URLS`',
        isSecret: true,
      },
      TURN_RELAY: {
        what: 'whose media goes through TURN alone, so that the other side never learns their address; needs the two above',
        form: '`nobody`, `patients`, `everyone`',
      },
    },
  ],
]
