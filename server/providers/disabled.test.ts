import { login, registerPhone, resendByCall, resendBySms, socialLogin } from '@cuida/core/access/api.ts'
import { recover } from '@cuida/core/access/recovery/recovery-api.ts'
import { listCards, removeCard, saveCard } from '@cuida/core/checkout/card/card-api.ts'
import { createOrder, getCardEntry } from '@cuida/core/checkout/order/api.ts'
import {
  pauseSubscription,
  releaseSubscription,
  resumeSubscription,
} from '@cuida/core/checkout/subscription/desk-subscription-api.ts'
import type { Call } from '@cuida/core/kit/call.ts'
import { CAPABILITIES, type Capability } from '@cuida/core/kit/capability.ts'
import { addAppDevice, addPushDevice, getNotifications } from '@cuida/core/notifications/choice/notifications-api.ts'
import { addStaffDevice } from '@cuida/core/notifications/staff/staff-notifications-api.ts'
import { changeEmail, changePhone, findPostalCode, resendEmailCode } from '@cuida/core/profile/account/account-api.ts'
import { getPlanTerms, giveSubscriptionCard, unsubscribe } from '@cuida/core/subscription/api.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { enqueueSecurityNotice } from '../access/notifications.ts'
import { insertManager } from '../access/people/test-managers.ts'
import { checkInRegistry } from '../access/registration/cpf-registry.ts'
import { newClientAddress, newPatient as newHolder, PASSWORD, runJobs } from '../access/test-people.ts'
import { createSecondProcess, newPatient, productFor } from '../booking/test-people.ts'
import { createCheckout, orderWithCard, readOrder, runCheckoutJobs } from '../checkout/order/test-orders.ts'
import { readEnv } from '../env.ts'
import { servedCalls } from '../kit/http/serve.ts'
import { callName } from '../testing/test-actors.ts'
import { startTestContext, type TestContext } from '../testing/test-context.ts'
import { createTestContext } from '../testing/test-contexts.ts'

const context = await createTestContext({ demo: true, partner: 'vida-ligera' })

/** The same deployment, restarted with these capabilities disabled. */
async function placeWithout(...names: Capability[]): Promise<TestContext> {
  const secondProcess = await createSecondProcess({
    ...context,
    env: { ...context.env, DISABLED_PROVIDERS: names.join(', ') },
  })
  onTestFinished(() => secondProcess.close())
  return secondProcess
}

/** The initial state by which the app hides screens. */
async function shownBy(secondProcess: TestContext) {
  const { statusCode, body } = await secondProcess.app.inject({ url: '/v1/initial-state?locale=es' })
  expect(statusCode).toBe(200)
  return JSON.parse(body).config
}

type Seen = { calls?: string[]; config?: object }
/**
 * What each disabled capability removes, listed independently: a new provider, or a call that needs one, fails until
 * it is listed here.
 */
const LOST: Record<Capability, Seen> = {
  payments: {
    calls: [getCardEntry, listCards, saveCard, removeCard].map(callName),
    config: { paymentProvider: 'none', pixEnabled: false, offersSubscription: false },
  },
  messages: {
    calls: [registerPhone, resendBySms, resendByCall, recover, changePhone].map(callName),
    config: { notificationChannels: ['email', 'push'] },
  },
  voice: {},
  mail: {
    calls: [changeEmail, resendEmailCode].map(callName),
    config: { notificationChannels: ['sms', 'whatsapp', 'push'] },
  },
  push: {
    calls: [addPushDevice, addAppDevice, addStaffDevice].map(callName),
    config: { notificationChannels: ['email', 'sms', 'whatsapp'] },
  },
  fcm: {},
  apns: {},
  postalCodes: {},
  // This clinic's content asks for no CPF, no invoices and no help chat, so nothing is lost without them.
  registry: {},
  invoicing: {},
  prescriptions: { config: { partnerConfig: expect.objectContaining({ prescriptionProvider: 'none' }) } },
  identities: { config: { socialLoginEnabled: false } },
  subscriptions: {
    calls: [giveSubscriptionCard, unsubscribe, pauseSubscription, resumeSubscription, releaseSubscription].map(
      callName,
    ),
    config: { offersSubscription: false },
  },
  scanner: {},
  chatPasses: {},
  analytics: { config: { analytics: { connector: 'none' } } },
}
const NOT_ASKED: Capability[] = ['registry', 'invoicing', 'chatPasses']

describe.each(CAPABILITIES)('a deployment without %s', (name) => {
  test('the server starts, reports the disabled capability, hides what needs it and refuses its calls [A3.1] [A7.5]', async () => {
    const secondProcess = await placeWithout(name)
    const config = await shownBy(secondProcess)
    expect(config).toMatchObject({ ...LOST[name].config, disabledCapabilities: expect.any(Array) })
    expect(config.disabledCapabilities.includes(name)).toBe(!NOT_ASKED.includes(name))
    expect(secondProcess.services.disabledCapabilities()).toEqual(config.disabledCapabilities)
    // The settings in the content service's format agree.
    const result = (await secondProcess.app.inject({ url: '/api/backend-config?populate=*&locale=es' })).json()
    expect(result.data.attributes).toMatchObject({
      ...LOST[name].config,
      disabledCapabilities: config.disabledCapabilities,
    })
    expect((await secondProcess.app.inject({ url: '/readyz' })).statusCode).toBe(200)
    expect(
      servedCalls
        .filter(({ needs }) => needs === name)
        .map(callName)
        .toSorted(),
    ).toEqual((LOST[name].calls ?? []).toSorted())
    const needing = servedCalls.filter(({ needs }) => needs === name)
    for (const call of needing)
      expect([callName(call), ...(await answerTo(secondProcess, call))]).toEqual([callName(call), 409, 'NOT_OFFERED'])
  })
})

/** Called with the right access; the empty body would be invalid, but the refusal comes first. */
async function answerTo(secondProcess: TestContext, call: Call): Promise<[number, string]> {
  const url = `/v1${call.path.replaceAll(/:\w+/g, () => crypto.randomUUID())}`
  const bearer = await bearerFor(secondProcess, call)
  const { statusCode, json } = await secondProcess.app.inject({
    method: call.method,
    url,
    remoteAddress: newClientAddress(),
    headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
  })
  return [statusCode, json().code]
}

async function bearerFor(secondProcess: TestContext, { access }: Call): Promise<string | undefined> {
  if (access === 'public') return undefined
  if (access === 'staff') return (await insertManager(secondProcess)).token
  if (access === 'access') return (await newPatient(secondProcess)).token
  return secondProcess.services.tokens.sign('phone', { subject: crypto.randomUUID() })
}

test('without payments a product with a price cannot be ordered, and a free one can [B1.5]', async () => {
  const secondProcess = await placeWithout('payments')
  const product = await productFor(secondProcess, 'scheduled')
  const at = await createCheckout(secondProcess, product)
  const paymentMethodInfo = { type: 'CARD_FIRST_PAYMENT' as const }
  const input = { cartSessionKey: at.sessionKey, productId: product.id, patientId: at.patient.patientId }
  const { token } = at.patient
  expect(await secondProcess.sendCall(createOrder, { ...input, paymentMethodInfo }, { token })).toMatchObject({
    status: 409,
    body: { code: 'NOT_OFFERED' },
  })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const url = `/v1/cart/${at.sessionKey}/promo-code`
  await secondProcess.app.inject({ method: 'PUT', url, headers, payload: { code: 'GRATIS100' } })
  const { status, body } = await orderWithCard(secondProcess, at, undefined)
  expect(status).toBe(202)
  await runCheckoutJobs(secondProcess)
  expect(await readOrder(secondProcess, at.patient, body.workflowId)).toMatchObject({ status: 'ACTIVE' })
})

test('without payments no page loads a card form and no webhook is accepted', async () => {
  const secondProcess = await placeWithout('payments')
  for (const url of ['/v1/webhooks/monei', '/v1/webhooks/none'])
    expect((await secondProcess.app.inject({ method: 'POST', url })).statusCode).toBe(404)
  expect((await secondProcess.app.inject({ url: '/payment-frame', headers: { host: 'cards.test' } })).statusCode).toBe(
    404,
  )
})

test('without messages a password signs in, and a required code is refused at once', async () => {
  const secondProcess = await placeWithout('messages')
  const { phone } = await newHolder(secondProcess)
  const enter = () =>
    secondProcess.sendCall(login, { identifier: phone, password: PASSWORD }, { from: newClientAddress() })
  expect((await enter()).body).toHaveProperty('accessToken')
  Object.assign(secondProcess.services.config, { enableMfa: true })
  expect(await enter()).toMatchObject({ status: 409, body: { code: 'NOT_OFFERED' } })
})

test('without messages and mail notifications stay undelivered, and their jobs succeed', async () => {
  const secondProcess = await placeWithout('messages', 'mail')
  const { accountId } = await newHolder(secondProcess)
  await secondProcess.db.begin((tx) => enqueueSecurityNotice(tx, accountId, 'password'))
  await runJobs(secondProcess)
  const [row] = await secondProcess.db`select count(*)::int as jobs from graphile_worker._private_jobs`
  expect(row).toEqual({ jobs: 0 })
})

test('without the Brazilian postal codes addresses are typed, and Spanish codes still work', async () => {
  const secondProcess = await placeWithout('postalCodes')
  const { token } = await newPatient(secondProcess)
  const find = (code: string, country: 'BR' | 'ES') =>
    secondProcess.sendCall(findPostalCode, { code, country }, { token })
  expect(await find('01001000', 'BR')).toMatchObject({ status: 409, body: { code: 'NOT_OFFERED' } })
  expect((await find('28009', 'ES')).status).toBe(200)
})

test('a call with a refusal of its own keeps it', async () => {
  const secondProcess = await placeWithout('identities', 'payments', 'push')
  const google = { provider: 'google', accessToken: 'made-up-token' } as const
  expect((await secondProcess.sendCall(socialLogin, google, { from: newClientAddress() })).body.code).toBe(
    'SOCIAL_LOGIN_OFF',
  )
  expect((await secondProcess.sendCall(getPlanTerms, {})).body).toEqual({ offer: null })
  const { token } = await newPatient(secondProcess)
  expect((await secondProcess.sendCall(getNotifications, {}, { token })).body.offered).not.toContain('push')
})

test('an unknown capability cannot be disabled', () => {
  expect(() => readEnv({ ...context.env, DISABLED_PROVIDERS: 'mail, smtp' })).toThrow('DISABLED_PROVIDERS')
  expect(readEnv({ ...context.env, DISABLED_PROVIDERS: '' }).DISABLED_PROVIDERS).toBe('')
})

test('in Brazil without registry and invoices a CPF is checked by its digits, and no address is required', async () => {
  const DISABLED_PROVIDERS = 'registry, invoicing'
  const brazil = await startTestContext({ partner: 'bem-leve', demo: false, env: { DISABLED_PROVIDERS } })
  onTestFinished(() => brazil.close())
  expect((await shownBy(brazil)).disabledCapabilities).toEqual(expect.arrayContaining(['registry', 'invoicing']))
  const { providers, config } = brazil.services
  expect([providers.registry, providers.invoicing, config.partnerConfig.invoicing]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  const claimed = { cpf: '40442820135', dateOfBirth: '1990-03-31', isDependant: false }
  await expect(checkInRegistry(brazil.services, claimed)).resolves.toBeUndefined()
})
