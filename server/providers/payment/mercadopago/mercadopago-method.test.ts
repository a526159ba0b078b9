import { randomUUID } from 'node:crypto'
import { credentials } from '@cuida/simulators/credentials.ts'
import { CARD_TOKENS, jsonRequest, type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CardCharge, CardPayments } from '../port.ts'
import { mercadoPagoPayments } from './mercadopago.ts'
import { methodFromOffers } from './mercadopago-method.ts'

const { accessToken, publicKey, webhookSecret } = credentials.mercadopago
const headers = { authorization: `Bearer ${accessToken}` }

let simulators: RunningSimulators
let payments: CardPayments
beforeAll(async () => {
  simulators = await startSimulators()
  const baseUrl = `${simulators.url}/simulators/mercadopago`
  const keys = { accessToken, publicKey, webhookSecrets: [webhookSecret] }
  payments = mercadoPagoPayments({ baseUrl, browserBaseUrl: baseUrl, ...keys })
})
afterAll(() => simulators.close())

const payer = { email: 'ana@example.test', firstName: 'Ana', lastName: 'Prado' }
const chargeOf = (cardToken: string, change: Partial<CardCharge> = {}): CardCharge => {
  const attemptId = randomUUID()
  return {
    method: 'card',
    attemptId,
    amount: 14_990,
    currency: 'BRL',
    installments: 1,
    description: 'x',
    payer,
    returnUrl: 'http://cuida.test/back',
    callbackUrl: simulators.callbackUrl(attemptId),
    cardToken,
    ...change,
  }
}
async function result(id: string | undefined): Promise<unknown> {
  return (await fetch(`${simulators.url}/simulators/mercadopago/v1/payments/${id}`, { headers })).json()
}

test.each([
  ['5031433215406351', 'master', '24'],
  ['4235647728025682', 'visa', '25'],
  ['375365153556885', 'amex', '1002'],
  ['5067766783888311', 'elo', '2007'],
  ['6062828888666688', 'hipercard', '2008'],
])('%s pays with its own brand and bank', async (number, method, issuer) => {
  const code = method === 'amex' ? '1234' : '123'
  const identification = { type: 'CPF', number: '12345678909' }
  const card = { card_number: number, expiration_month: 11, expiration_year: 2034, security_code: code }
  const response = await fetch(
    simulators.url + CARD_TOKENS,
    jsonRequest('POST', { ...card, cardholder: { name: 'APRO', identification } }),
  )
  const { id } = (await response.json()) as { id: string }
  const update = await payments.charge(chargeOf(id))
  expect(update).toMatchObject({ state: 'succeeded', cardType: method })
  expect(await result(update.providerPaymentId)).toMatchObject({ payment_method_id: method, issuer_id: issuer })
})

test('a saved card pays with its brand and bank too', async () => {
  const first = chargeOf(await simulators.mercadoPagoToken('APRO'))
  const { providerPaymentId = '' } = await payments.charge(first)
  const { cardToken } = first
  const input = { reference: randomUUID(), cardToken, currency: 'BRL', payer, providerPaymentId } as const
  const { cardId: card_id, customerId } = await payments.keepCard(input)
  const response = await fetch(simulators.url + CARD_TOKENS, jsonRequest('POST', { card_id, security_code: '123' }))
  const { id } = (await response.json()) as { id: string }
  const again = await payments.charge(chargeOf(id, { ...(customerId ? { customerId } : {}) }))
  expect(again.state).toBe('succeeded')
  expect(await result(again.providerPaymentId)).toMatchObject({ payment_method_id: 'master', issuer_id: '24' })
})

test('an unknown token is declined by the payment, not by the query', async () =>
  expect(await payments.charge(chargeOf('b1f0'))).toEqual({ state: 'failed', reason: 'DECLINED' }))

test('installments that the bank does not offer are declined, and nothing is charged', async () => {
  const update = await payments.charge(chargeOf(await simulators.mercadoPagoToken('APRO'), { installments: 4 }))
  expect(update).toMatchObject({ state: 'failed', reason: 'DECLINED' })
})

const offer = (payment_method_id: string, id?: string) => ({ payment_method_id, issuer: id ? { id } : null })
test.each([
  ['no offer determines nothing', [], {}],
  ['one offer determines brand and bank', [offer('visa', '25')], { payment_method_id: 'visa', issuer_id: '25' }],
  ['two banks leave the bank open', [offer('visa', '25'), offer('visa', '26')], { payment_method_id: 'visa' }],
  ['an unnamed bank stays open', [offer('visa')], { payment_method_id: 'visa' }],
  ['two brands leave everything open', [offer('visa', '25'), offer('elo', '25')], {}],
])('%s', (_, offers, method) => expect(methodFromOffers(offers)).toEqual(method))
