import type { Capability } from '@cuida/core/kit/capability.ts'
import { startClamd } from '@cuida/simulators/clamav/clamd.ts'
import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { googleIdentities } from './identity/google.ts'
import { inspectPartnerProviders, type ProviderChoice } from './index.ts'
import { omieInvoicing } from './invoicing/omie.ts'
import { smtpMail } from './mail/smtp.ts'
import { twilioMessages } from './messages/twilio.ts'
import { mercadoPagoPayments } from './payment/mercadopago/mercadopago.ts'
import { moneiPayments } from './payment/monei/monei.ts'
import { medikitPrescriptions } from './prescription/medikit.ts'
import { memedPrescriptions } from './prescription/memed.ts'
import type { Checkable } from './provider-check.ts'
import { apnsPush } from './push/apns.ts'
import { fcmPush } from './push/fcm.ts'
import { serproRegistry } from './registry/serpro.ts'
import { simulatorCredentials } from './resolve-credentials.ts'
import { clamdScanner } from './scanner/clamd.ts'
import { moneiSubscriptions } from './subscription/monei.ts'
import { twilioVoice } from './voice/twilio.ts'

let simulators: RunningSimulators
let clamd: Awaited<ReturnType<typeof startClamd>>
beforeAll(async () => {
  ;[simulators, clamd] = await Promise.all([startSimulators(), startClamd()])
})
afterAll(() => Promise.all([simulators.close(), clamd.close()]))

const PUBLIC_URL = 'http://cuida.test'

const choice = (more: Partial<ProviderChoice>): ProviderChoice => ({
  env: {
    PUBLIC_URL,
    PAYMENT_ORIGIN: PUBLIC_URL,
    APP_SECRET: 'x'.repeat(43),
    SIMULATORS_URL: simulators.url,
    SIMULATORS_SMTP_URL: simulators.mailUrl,
    CLAMAV: `127.0.0.1:${clamd.port}`,
  },
  paymentProvider: 'monei',
  documentTypes: ['CPF'],
  socialLoginEnabled: true,
  partnerConfig: {
    invoicingProvider: 'omie',
    invoicing: { service: 1, category: '1.01.02', account: 2 },
    prescriptionProvider: 'memed',
  },
  ...more,
})

function checksOf(settings: ProviderChoice) {
  const configured = inspectPartnerProviders(settings).flatMap((each) => (each.state === 'configured' ? [each] : []))
  const apns = configured.find(({ capability }) => capability === 'apns')?.port as { close?(): void } | undefined
  onTestFinished(() => apns?.close?.())
  return configured.map(({ capability, port }) => ({ capability, check: (port as Checkable).check }))
}

/** Their vendors have no harmless call that would test the credentials. */
const WITHOUT_CHECK: Capability[] = ['push', 'analytics']

test('the check of every provider accepts valid credentials', async () => {
  const checks = checksOf(choice({}))
  expect(checks.filter(({ check }) => !check).map(({ capability }) => capability)).toEqual(WITHOUT_CHECK)
  const answers = checks.map(async ({ capability, check }) => [capability, (await check?.run()) ?? 'none'])
  for (const [capability, answer] of await Promise.all(answers))
    if (answer !== 'none') expect([capability, answer]).toEqual([capability, { state: 'accepted' }])
})

test('the other providers of payments and prescriptions accept valid credentials', async () => {
  const others = choice({
    paymentProvider: 'mercadopago',
    partnerConfig: { invoicingProvider: 'none', prescriptionProvider: 'medikit' },
  })
  const checks = checksOf(others).filter(({ capability }) => ['payments', 'prescriptions'].includes(capability))
  expect(await Promise.all(checks.map(({ check }) => check?.run()))).toEqual([
    { state: 'accepted' },
    { state: 'accepted' },
  ])
})

const at = (vendor: string) => `${simulators.url}/simulators/${vendor}`
const twilio = () => ({
  baseUrl: at('twilio'),
  accountSid: simulatorCredentials.TWILIO_ACCOUNT_SID,
  authToken: 'wrong',
  from: '+34600000001',
})
const account = () => ({ ...JSON.parse(simulatorCredentials.FCM_SERVICE_ACCOUNT), client_email: 'other@example.com' })

const WRONG: Record<string, () => Checkable> = {
  monei: () =>
    moneiPayments({
      baseUrl: `${at('monei')}/v1`,
      browserBaseUrl: '',
      graphqlUrl: '',
      apiKeys: ['wrong'],
      accountId: 'a',
    }),
  'monei subscriptions': () => moneiSubscriptions({ baseUrl: `${at('monei')}/v1`, apiKey: 'wrong', accountId: 'a' }),
  mercadopago: () =>
    mercadoPagoPayments({
      baseUrl: at('mercadopago'),
      browserBaseUrl: '',
      accessToken: 'wrong',
      publicKey: 'p',
      webhookSecrets: [],
    }),
  twilio: () => twilioMessages({ ...twilio(), verifyBaseUrl: at('twilio'), verifyService: 'VA1' }),
  'twilio voice': () => twilioVoice(twilio()),
  smtp: () => smtpMail({ url: simulators.mailUrl.replace(/:[^:@]+@/, ':wrong@'), from: 'a@b.example' }),
  serpro: () => serproRegistry({ baseUrl: at('serpro'), consumerKey: 'k', consumerSecret: 'wrong' }),
  omie: () =>
    omieInvoicing({ baseUrl: at('omie'), appKey: '1', appSecret: 'wrong', service: 1, category: '1', account: 1 }),
  memed: () => memedPrescriptions({ baseUrl: `${at('memed')}/v1`, scriptUrl: '', apiKey: 'k', secretKey: 'wrong' }),
  medikit: () => medikitPrescriptions({ baseUrl: at('medikit'), apiKey: 'wrong' }),
  google: () =>
    googleIdentities({
      issuer: `${PUBLIC_URL}/simulators/google`,
      reachedAt: at('google'),
      tokenInfoUrl: '',
      clientId: simulatorCredentials.GOOGLE_CLIENT_ID,
      clientSecret: 'wrong',
      redirectUri: `${PUBLIC_URL}/api/connect/google/callback`,
    }),
  fcm: () => fcmPush({ account: account(), baseUrl: at('fcm'), tokenUrl: `${at('fcm')}/token` }),
  apns: () => {
    const sender = apnsPush({
      baseUrl: at('apns'),
      key: simulatorCredentials.APNS_KEY,
      keyId: simulatorCredentials.APNS_KEY_ID,
      teamId: 'OTHERTEAM1',
      topic: simulatorCredentials.APNS_TOPIC,
    })
    onTestFinished(() => sender.close?.())
    return sender
  },
}

test.each(Object.keys(WRONG))('%s: wrong credentials are refused', async (vendor) => {
  const answer = await WRONG[vendor]?.().check?.run()
  expect(answer).toMatchObject({ state: 'refused' })
  expect(JSON.stringify(answer)).not.toContain('wrong')
})

test('a provider that does not answer is down', async () => {
  expect(await clamdScanner({ host: '127.0.0.1', port: 9 }).check?.run()).toMatchObject({ state: 'down' })
})
