import { randomUUID } from 'node:crypto'
import { WALLETS } from '@cuida/core/kit/vendors/payment-vendors.ts'
import { credentials } from '@cuida/simulators/credentials.ts'
import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentContract } from '../contract.ts'
import type { CardCharge, ChargeRequest, FailureReason, PaymentUpdate } from '../port.ts'
import type { CardPaymentsUnderTest } from '../test-bench.ts'
import { walletContract } from '../test-wallet-contract.ts'
import { moneiPayments } from './monei.ts'
import { toPaymentUpdate } from './monei-update.ts'

const { apiKey, accountId } = credentials.monei

const subject: CardPaymentsUnderTest = {
  provider: 'monei',
  currency: 'EUR',
  adapter: (simulators, { timeoutMs, key = apiKey } = {}) => {
    const baseUrl = `${simulators.url}/simulators/monei/v1`
    return moneiPayments({
      baseUrl,
      browserBaseUrl: baseUrl,
      graphqlUrl: `${simulators.url}/simulators/monei/graphql`,
      apiKeys: [key],
      accountId,
      timeoutMs,
    })
  },
  async token(simulators, card) {
    const tokenSession = randomUUID()
    return { tokenSession, cardToken: await simulators.moneiToken(card, tokenSession) }
  },
  goodCard: '4444444444444422',
  refusedCards: {
    '4444444444444430': 'DECLINED',
    '4444444444444448': 'INSUFFICIENT_FUNDS',
    '4444444444444455': 'BAD_CARD_DETAILS',
    '4444444444444463': 'DISABLED_CARD',
    '4444444444444471': 'DUPLICATED_PAYMENT',
    '4444444444444489': 'SIMILAR_PAYMENT',
    '4444444444444414': 'UNAUTHORISED',
    '4444444444444497': 'FORBIDDEN_INTER_COUNTRY',
    '4000000000000002': 'DECLINED',
  },
  steps: ['POST /simulators/monei/v1/payments', '/confirm'],
}

paymentContract(subject)

walletContract({
  ...subject,
  wallets: WALLETS,
  creates: 'POST /simulators/monei/v1/payments',
  async onPage(simulatorsUrl, pageUrl, action) {
    const post = async (decision: string) => {
      const body = new URLSearchParams({ decision, phone: '+34600000001' })
      const url = pageUrl.replace('http://cuida.test', simulatorsUrl)
      const { headers } = await fetch(url, { method: 'POST', body, redirect: 'manual' })
      return headers.get('location') ?? ''
    }
    if (action === 'leave') return post('cancel')
    if (action === 'payLate') return post('late')
    const decision = action === 'pay' ? 'authorise' : 'refuse'
    // Bizum: the page asks for the phone first, and then the bank asks its owner.
    const next = await post(decision)
    return next.includes('/pay/') ? post(decision) : next
  },
})

let simulators: RunningSimulators
beforeAll(async () => {
  simulators = await startSimulators()
})
afterAll(() => simulators.close())

async function requestWith(card: string): Promise<CardCharge> {
  return {
    method: 'card',
    attemptId: randomUUID(),
    amount: 4_900,
    currency: 'EUR',
    installments: 1,
    description: 'Consultation',
    payer: { email: 'ana@example.test', firstName: 'Ana', lastName: 'Ruiz' },
    returnUrl: 'http://cuida.test/back',
    callbackUrl: simulators.callbackUrl('monei'),
    ...(await subject.token(simulators, card)),
  }
}

const pageOf = (update: PaymentUpdate): string =>
  update.state === 'pending' && update.nextAction?.kind === 'redirect' ? update.nextAction.url : ''

const answerBank = (url: string, decision: 'authorise' | 'refuse') =>
  fetch(url.replace('http://cuida.test', simulators.url), {
    method: 'POST',
    body: new URLSearchParams({ decision, code: '123456' }),
    redirect: 'manual',
  })

test.each([
  ['authorise', '4444444444444406', { state: 'succeeded', amount: 4_900 }],
  ['refuse', '5555555555555565', { state: 'failed', reason: 'UNAUTHORISED' }],
] as const)('the patient answers the bank’s challenge: %s [B4.28]', async (decision, card, end) => {
  const payments = subject.adapter(simulators)
  const request = await requestWith(card)
  const update = await payments.charge(request)
  expect(update).toMatchObject({ state: 'pending', nextAction: { kind: 'redirect' } })
  if (update.state !== 'pending') return
  const ref = { attemptId: request.attemptId, providerPaymentId: update.providerPaymentId }
  expect(await payments.find(ref)).toEqual(update)
  expect((await simulators.ledger()).charges).not.toContainEqual(
    expect.objectContaining({ reference: request.attemptId }),
  )
  const response = await answerBank(pageOf(update), decision)
  expect([response.status, response.headers.get('location')]).toEqual([303, 'http://cuida.test/back'])
  expect(await payments.find(ref)).toMatchObject(end)
})

test('an unanswered challenge expires [B4.28]', async () => {
  const payments = subject.adapter(simulators)
  const request = { ...(await requestWith('4444444444444406')), expiresAt: new Date(Date.now() + 1100) }
  const update = await payments.charge(request)
  expect(update).toMatchObject({ state: 'pending' })
  const ref = { attemptId: request.attemptId, providerPaymentId: update.providerPaymentId }
  await expect.poll(() => payments.find(ref)).toMatchObject({ state: 'failed', reason: 'EXPIRED' })
})

test('nothing is charged when the payment id cannot be stored [B7.17]', async () => {
  const request = await requestWith(subject.goodCard)
  const onCreated = () => Promise.reject(new Error('database down'))
  await expect(subject.adapter(simulators).charge({ ...request, onCreated })).rejects.toThrow('database down')
  const { charges } = await simulators.ledger()
  expect(charges).not.toContainEqual(expect.objectContaining({ reference: request.attemptId }))
})

test('a payment without a confirmed card is no charge', async () => {
  const payments = subject.adapter(simulators)
  const request = await requestWith(subject.goodCard)
  let providerPaymentId = ''
  const onCreated = async (id: string) => {
    providerPaymentId = id
    throw new Error('the process ends here')
  }
  await payments.charge({ ...request, onCreated }).catch(() => undefined)
  expect(await payments.find({ attemptId: request.attemptId, providerPaymentId })).toBeUndefined()
  expect(await payments.charge({ ...request, providerPaymentId })).toMatchObject({
    state: 'succeeded',
    providerPaymentId,
  })
})

test.each([
  ['AUTHORIZED', undefined, 'processing'],
  ['PENDING', 'E001', 'processing'],
  ['CANCELED', 'E222', 'failed'],
  ['EXPIRED', undefined, 'failed'],
  ['PARTIALLY_REFUNDED', 'E000', 'refunded'],
] as const)('a payment that is %s (%s) becomes %s', (status, statusCode, state) => {
  const payment = { id: 'p1', orderId: 'o1', amount: 4_900, currency: 'EUR' as const, status, statusCode }
  expect(toPaymentUpdate(payment).state).toBe(state)
})

test('a cancelled challenge is over, and an answered one stays answered', async () => {
  const payments = subject.adapter(simulators)
  const abandonedRequest = await requestWith('4444444444444406')
  const done = await requestWith('4444444444444406')
  const leftFact = await payments.charge(abandonedRequest)
  const doneUpdate = await payments.charge(done)
  await answerBank(pageOf(doneUpdate), 'authorise')
  const ref = ({ attemptId }: ChargeRequest, { providerPaymentId = '' }: PaymentUpdate) => ({
    attemptId,
    providerPaymentId,
  })
  for (let i = 0; i < 2; i++)
    expect(await payments.cancel(ref(abandonedRequest, leftFact))).toMatchObject({
      state: 'failed',
      reason: 'CANCELLED',
    })
  expect(await payments.cancel(ref(done, doneUpdate))).toMatchObject({ state: 'succeeded' })
  expect(await payments.cancel({ ...ref(done, doneUpdate), attemptId: randomUUID() })).toBeUndefined()
})

test('a Pix charge fails without a request to MONEI', async () => {
  const { cardToken: _, tokenSession: __, installments: ___, ...request } = await requestWith('4444444444444422')
  const pixRequest = { ...request, method: 'pix' as const, expiresAt: new Date() }
  const nowhere = subject.adapter({ ...simulators, url: 'http://127.0.0.1:1' })
  expect(await nowhere.charge(pixRequest)).toEqual({ state: 'failed', reason: 'PIX_DISABLED' })
})

/** Every refusal code that MONEI lists (product 12.13), by the reason shown to the patient. */
const REFUSALS: Partial<Record<FailureReason, string>> = {
  INSUFFICIENT_FUNDS: 'E221',
  BAD_CARD_DETAILS: 'E501 E502 E503 E505',
  DISABLED_CARD: 'E504 E509',
  DUPLICATED_PAYMENT: 'E209',
  SIMILAR_PAYMENT: 'E217',
  UNAUTHORISED: 'E228 E301 E302 E303',
  FORBIDDEN_INTER_COUNTRY: 'E103 E517',
  DECLINED:
    'E101 E102 E150 E151 E152 E200 E201 E202 E203 E204 E205 E207 E208 E210 E211 E212 E213 E219 E220 E222 E223 E225 ' +
    'E300 E305 E306 E307 E310 E500 E506 E507 E508 E511 E512 E513 E514 E516 E518 E600 E620 E640 E680 E700 E999 E9999',
}
const refusals = Object.entries(REFUSALS).flatMap(([reason, codes]) => codes.split(' ').map((code) => [code, reason]))

test.each(refusals)('a payment refused with %s has the reason %s', (statusCode, reason) => {
  const payment = { id: 'p1', orderId: 'o1', amount: 4_900, currency: 'EUR' as const, status: 'FAILED' as const }
  expect(toPaymentUpdate({ ...payment, statusCode })).toMatchObject({ state: 'failed', reason })
})
