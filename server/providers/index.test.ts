import { createPublicKey } from 'node:crypto'
import { credentials } from '@cuida/simulators/credentials.ts'
import { startSimulators } from '@cuida/simulators/test-simulators.ts'
import { expect, test } from 'vitest'
import { chooseProviders } from './index.ts'
import { simulatorCredentials } from './resolve-credentials.ts'

const urls = { APP_SECRET: 'x'.repeat(43), PUBLIC_URL: 'https://cuida.test', PAYMENT_ORIGIN: 'https://cards.test' }
const env = { ...urls, SIMULATORS_URL: 'http://127.0.0.1:4000', SIMULATORS_SMTP_URL: 'smtp://127.0.0.1:4001' }
const mercadoPago = { MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1', MERCADOPAGO_PUBLIC_KEY: 'APP_USR-2' }

test('the simulators accept the server’s credentials', () => {
  const { monei, mercadopago, twilio, serpro, medikit, memed, omie, google, zendesk, ga4, fcm, apns } = credentials
  const { FCM_SERVICE_ACCOUNT, APNS_KEY, APNS_KEY_ID, APNS_TEAM_ID, APNS_TOPIC, ...others } = simulatorCredentials
  const account = JSON.parse(FCM_SERVICE_ACCOUNT)
  const publicOf = (key: string) => createPublicKey(key).export({ format: 'jwk' })
  expect([account.project_id, account.client_email, account.private_key_id, publicOf(account.private_key)]).toEqual([
    ...[fcm.project, fcm.clientEmail, fcm.keyId, fcm.publicKey],
  ])
  expect([APNS_KEY_ID, APNS_TEAM_ID, APNS_TOPIC, publicOf(APNS_KEY)]).toEqual([
    ...[apns.keyId, apns.teamId, apns.topic, apns.publicKey],
  ])
  expect(Object.values(others)).toEqual([
    ...[monei.apiKey, monei.accountId],
    ...[mercadopago.accessToken, mercadopago.publicKey, mercadopago.webhookSecret],
    ...[twilio.accountSid, twilio.authToken, twilio.from, twilio.verifyService],
    ...[serpro.consumerKey, serpro.consumerSecret],
    ...[medikit.apiKey, memed.apiKey, memed.secretKey],
    ...[omie.appKey, omie.appSecret],
    ...[google.clientId, google.clientSecret],
    ...[zendesk.keyId, zendesk.secret],
    ga4.apiSecret,
  ])
})

test('without credentials browser and server each reach the simulator by their own URL', async () => {
  const simulators = await startSimulators()
  const { payments, messages } = chooseProviders({
    env: { ...env, SIMULATORS_URL: simulators.url },
    paymentProvider: 'monei',
  })
  expect(payments.browser).toEqual({
    provider: 'monei',
    baseUrl: 'https://cards.test/payment-frame/simulators/monei/v1',
    accountId: credentials.monei.accountId,
    keptCardNeedsCode: false,
  })
  await messages.sms({ to: '+34600000001', text: 'hello', key: 'k' })
  expect(await simulators.outbox('+34600000001')).toHaveLength(1)
  await simulators.close()
})

test('a provider with credentials is real, beside simulators of the others', () => {
  const real = { ...env, ...mercadoPago, MERCADOPAGO_WEBHOOK_SECRET: 'new,old' }
  expect(chooseProviders({ env: real, paymentProvider: 'mercadopago' }).payments.browser).toEqual({
    provider: 'mercadopago',
    baseUrl: 'https://api.mercadopago.com',
    publicKey: 'APP_USR-2',
    keptCardNeedsCode: true,
  })
})

test('incomplete credentials are an error that names the missing ones', () => {
  expect(() => chooseProviders({ env: { ...env, ...mercadoPago }, paymentProvider: 'mercadopago' })).toThrow(
    'These settings are missing: MERCADOPAGO_WEBHOOK_SECRET',
  )
})

test('without credentials and simulators there is no provider', () => {
  const bare = urls
  expect(() => chooseProviders({ env: bare, paymentProvider: 'monei' })).toThrow('MONEI_API_KEY, MONEI_ACCOUNT_ID')
})

test('a partner without social login needs no identity provider', () => {
  const real = { ...urls, MONEI_API_KEY: 'k', MONEI_ACCOUNT_ID: 'a' }
  const emails = { SMTP_URL: 'smtps://mail.test', MAIL_FROM: 'Cuida <hello@cuida.test>' }
  const texts = {
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 't',
    TWILIO_FROM: '+34600000000',
    TWILIO_VERIFY_SERVICE: 'VA1',
  }
  const papers = { MEDIKIT_URL: 'https://medikit.test', MEDIKIT_API_KEY: 'k' }
  const settings = { env: { ...real, ...texts, ...emails, ...papers }, paymentProvider: 'monei' as const }
  expect(chooseProviders({ ...settings, socialLoginEnabled: false }).identities).toBeUndefined()
  const half = { ...settings, env: { ...settings.env, GOOGLE_CLIENT_ID: 'id' }, socialLoginEnabled: true }
  expect(() => chooseProviders(half)).toThrow('GOOGLE_CLIENT_SECRET')
  expect(chooseProviders({ env, paymentProvider: 'monei', socialLoginEnabled: true }).identities).toBeDefined()
})

test.each([
  ['a mail server without a sender', { SMTP_URL: 'smtps://mail.test' }, 'MAIL_FROM'],
  ['a sender without a mail server', { MAIL_FROM: 'hello@cuida.test' }, 'SMTP_URL'],
  ['neither of them without simulators', { SIMULATORS_SMTP_URL: '' }, 'SMTP_URL, MAIL_FROM'],
])('%s is an error that names the missing setting', (_, overrides, missing) => {
  expect(() => chooseProviders({ env: { ...env, ...overrides }, paymentProvider: 'monei' })).toThrow(
    `These settings are missing: ${missing}`,
  )
})

test('e-mails go to the simulators’ mail server unless another is configured', async () => {
  const simulators = await startSimulators()
  const reached = { ...env, SIMULATORS_SMTP_URL: simulators.mailUrl }
  const { mail } = chooseProviders({ env: reached, paymentProvider: 'monei' })
  await mail.send({ to: 'ana@example.com', subject: 'Hello', text: 'Ana', key: 'k' })
  expect(await simulators.outbox('ana@example.com')).toMatchObject([{ channel: 'email', text: 'Hello\n\nAna' }])
  await simulators.close()
})

test('a disabled capability needs no settings, and an unconfigured one is an error where it would hurt patients', () => {
  const none = { ...urls, DISABLED_PROVIDERS: 'payments, messages, mail, registry, invoicing' }
  const partnerConfig = { prescriptionProvider: 'memed', invoicingProvider: 'omie' } as const
  const settings = { env: none, paymentProvider: 'mercadopago' as const, partnerConfig, documentTypes: ['CPF'] }
  expect(chooseProviders(settings).disabledCapabilities).toEqual([
    ...[
      'payments',
      'messages',
      'voice',
      'mail',
      'fcm',
      'apns',
      'registry',
      'prescriptions',
      'subscriptions',
      'invoicing',
      'scanner',
    ],
  ])
  for (const name of ['payments', 'messages', 'mail', 'registry']) {
    const otherNames = none.DISABLED_PROVIDERS.replace(name, '')
    expect(() => chooseProviders({ ...settings, env: { ...none, DISABLED_PROVIDERS: otherNames } })).toThrow(
      'are missing',
    )
  }
})

test('a clinic whose content names no payment provider has no payments and no plans', () => {
  const { payments, subscriptions, disabledCapabilities } = chooseProviders({ env, paymentProvider: 'none' })
  expect([payments.browser.provider, subscriptions]).toEqual(['none', undefined])
  expect(disabledCapabilities).toContain('payments')
})

test('a configured base URL is used', () => {
  const own = { MONEI_API_KEY: 'k', MONEI_ACCOUNT_ID: 'a', MONEI_URL: 'https://proxy.test/monei' }
  const { payments } = chooseProviders({ env: { ...env, ...own }, paymentProvider: 'monei' })
  expect(payments.browser.baseUrl).toBe('https://proxy.test/monei/v1')
})

test('an unconfigured deployment reports all missing settings together', () => {
  const all = { documentTypes: ['CPF'], socialLoginEnabled: true, supportEmail: 'help@cuida.test' }
  const partnerConfig = { prescriptionProvider: 'memed', invoicingProvider: 'dummy' } as const
  expect(() => chooseProviders({ ...all, partnerConfig, env: urls, paymentProvider: 'mercadopago' })).toThrow(
    'These settings are missing: MERCADOPAGO_ACCESS_TOKEN, MERCADOPAGO_PUBLIC_KEY, MERCADOPAGO_WEBHOOK_SECRET, ' +
      'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, TWILIO_VERIFY_SERVICE, SMTP_URL, MAIL_FROM, ' +
      'SERPRO_CONSUMER_KEY, SERPRO_CONSUMER_SECRET',
  )
})
