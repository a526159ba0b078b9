import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentials } from '../credentials.ts'
import { passesLuhn } from '../kit/card.ts'
import { CLIENT_ENV, jsonRequest, type RunningSimulators, startSimulators } from '../test-simulators.ts'
import { testCards } from './cards.ts'

let simulators: RunningSimulators
beforeAll(async () => {
  simulators = await startSimulators()
})
afterAll(() => simulators.close())

const { apiKey, accountId } = credentials.monei
const merchant = { authorization: apiKey, 'user-agent': 'Cuida/1' }
/** The response fields that these tests read. */
interface Body {
  id: string
  orderId: string
  status: string
}

async function sendRequest(path: string, init?: RequestInit): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${simulators.url}/simulators/monei/v1${path}`, init)
  return { status: response.status, body: (await response.json()) as Body }
}
const post = (path: string, body: object, headers: Record<string, string> = merchant) =>
  sendRequest(path, jsonRequest('POST', body, headers))
const order = () => ({ amount: 4_900, currency: 'EUR', orderId: randomUUID() })
const card = (change: object = {}) => ({
  paymentMethod: { card: { number: '4444444444444422', expMonth: '12', expYear: '34', cvc: '123', ...change } },
})
const token = (body: object, env = CLIENT_ENV) => post('/tokens', body, { 'client-env': env })

test.each([
  ['no key', {}, 401],
  ['another key', { ...merchant, authorization: 'pk_test_other' }, 401],
  ['a key behind "Bearer"', { ...merchant, authorization: `Bearer ${apiKey}` }, 401],
  ['no user agent', { authorization: apiKey }, 400],
])('a client with %s is refused', async (_, headers, status) => {
  const answer = await post('/payments', order(), headers)
  expect(answer.status).toBe(status)
  expect(answer.body).toMatchObject({ statusCode: status, message: expect.any(String), requestId: expect.any(String) })
})

test.each([
  ['an amount in euros', { amount: 49.5 }],
  ['no amount', { amount: undefined }],
  ['no currency', { currency: undefined }],
  ['no order', { orderId: undefined }],
  ['a callback that is no URL', { callbackUrl: 'nowhere' }],
])('a payment with %s is refused', async (_, change) => {
  expect((await post('/payments', { ...order(), ...change })).status).toBe(422)
})

test.each([
  ['an incomplete number', card({ number: '444444444444442' })],
  ['a wrong check digit', card({ number: '4444444444444423' })],
  ['an invalid month', card({ expMonth: '13' })],
  ['an expiry in the past', card({ expYear: '24' })],
  ['a short security code', card({ cvc: '12' })],
])('no token for a card with %s', async (_, sent) => {
  expect((await token({ accountId, sessionId: 's', ...sent })).status).toBe(422)
})

test('a page that does not describe its browser, and another account, get no token', async () => {
  expect((await token({ accountId, sessionId: 's', ...card() }, 'nonsense')).status).toBe(400)
  expect((await token({ accountId: 'other', sessionId: 's', ...card() })).status).toBe(422)
})

test('a token of one form session cannot pay in another', async () => {
  const paymentToken = await simulators.moneiToken('4444444444444422', 'mine')
  const payment = await post('/payments', { ...order(), sessionId: 'yours' })
  expect((await post(`/payments/${payment.body.id}/confirm`, { paymentToken })).status).toBe(422)
  expect((await sendRequest(`/payments/${payment.body.id}`, { headers: merchant })).body.status).toBe('PENDING')
})

test('a new payment charges nothing, and it can be confirmed once', async () => {
  const created = await post('/payments', order())
  expect(created.body).toMatchObject({ status: 'PENDING', nextAction: { type: 'CONFIRM' }, refundedAmount: null })
  expect(created.body).not.toHaveProperty('private')
  const { body } = await token({ paymentId: created.body.id, ...card() })
  const confirm = () => post(`/payments/${created.body.id}/confirm`, body)
  expect((await confirm()).body).toMatchObject({ status: 'SUCCEEDED', statusCode: 'E000' })
  expect((await confirm()).status).toBe(422)
  const { charges } = await simulators.ledger()
  expect(charges.filter(({ reference }) => reference === created.body.orderId)).toHaveLength(1)
})

test('a browser confirms without an API key and gets a reduced payment', async () => {
  const { body } = await post('/payments', order())
  const tokenReply = await token({ paymentId: body.id, ...card({ number: '4444444444444406' }) })
  const confirmed = await post(`/payments/${body.id}/client-confirm`, tokenReply.body, {})
  expect(confirmed.body).toMatchObject({
    status: 'PENDING',
    statusCode: 'E002',
    nextAction: {
      type: 'CHALLENGE',
      mustRedirect: true,
      redirectUrl: `http://cuida.test/simulators/monei/3ds/${body.id}`,
    },
  })
  expect(confirmed.body).not.toHaveProperty('paymentMethod')
  expect((await sendRequest(`/payments/${body.id}/client-get`)).body).toEqual(confirmed.body)
})

test('a cancelled payment cannot be paid', async () => {
  const { body } = await post('/payments', order())
  expect((await post(`/payments/${body.id}/cancel`, {})).body).toMatchObject({ status: 'CANCELED' })
  const tokenReply = await token({ paymentId: body.id, ...card() })
  expect((await post(`/payments/${body.id}/confirm`, tokenReply.body)).status).toBe(422)
})

test('an unknown payment is not found', async () => {
  expect((await sendRequest('/payments/nobody', { headers: merchant })).status).toBe(404)
})

test.each([
  ['en-GB', 'Authorise', '€49.00'],
  ['es-ES,es;q=0.9', 'Autorizar', '49,00'],
])("the bank's page is in the language of a reader of %s", async (language, word, amount) => {
  const { body } = await post('/payments', { ...order(), description: 'A <b>consultation</b>' })
  const tokenReply = await token({ paymentId: body.id, ...card({ number: '5555555555555565' }) })
  await post(`/payments/${body.id}/confirm`, tokenReply.body)
  const page = await fetch(`${simulators.url}/simulators/monei/3ds/${body.id}`, {
    headers: { 'accept-language': language },
  })
  const markup = await page.text()
  expect(markup).toContain(word)
  expect(markup).toContain(amount)
  expect(markup).toContain('A &lt;b&gt;consultation')
})

test('every test card passes the Luhn check of card forms', () => {
  expect(testCards.filter(({ number }) => !passesLuhn(number))).toEqual([])
})
