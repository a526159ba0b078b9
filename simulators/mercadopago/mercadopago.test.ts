import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentials } from '../credentials.ts'
import {
  CARD_TOKENS,
  jsonRequest,
  mercadoPagoCard,
  type RunningSimulators,
  startSimulators,
} from '../test-simulators.ts'

let simulators: RunningSimulators
beforeAll(async () => {
  simulators = await startSimulators()
})
afterAll(() => simulators.close())

const bearer = { authorization: `Bearer ${credentials.mercadopago.accessToken}` }
const keyed = (key: string = randomUUID()) => ({ ...bearer, 'x-idempotency-key': key })

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().replace('Z', '+00:00')
const pix = (change: object = {}) => ({
  transaction_amount: 149.9,
  payment_method_id: 'pix',
  date_of_expiration: inMinutes(31),
  payer: { email: 'ana@example.test', first_name: 'Ana', identification: { type: 'CPF', number: '12345678909' } },
  external_reference: randomUUID(),
  ...change,
})
const act = (id: string, action: string) =>
  fetch(`${simulators.url}/simulators/mercadopago/pix/${id}`, {
    method: 'POST',
    body: new URLSearchParams({ act: action }),
    redirect: 'manual',
  })
const cancel = (id: string) => sendRequest(`/v1/payments/${id}`, jsonRequest('PUT', { status: 'cancelled' }, keyed()))
const fetchStatus = async (id: string) => {
  const { status, status_detail } = (await sendRequest(`/v1/payments/${id}`, { headers: bearer })).body
  return `${status}/${status_detail}`
}

/** The response fields that these tests read. */
interface Body {
  id: string
  status: string
  status_detail: string
  point_of_interaction: { transaction_data: { qr_code: string; ticket_url: string } }
  cause: { code: unknown }[]
  results: unknown[]
  card: unknown
}

async function sendRequest(path: string, init?: RequestInit): Promise<{ status: number; body: Body }> {
  const response = await fetch(
    `${simulators.url}${path.startsWith('/simulators') ? '' : '/simulators/mercadopago'}${path}`,
    init,
  )
  return { status: response.status, body: (await response.json()) as Body }
}
const post = (path: string, body: object, headers: Record<string, string> = keyed()) =>
  sendRequest(path, jsonRequest('POST', body, headers))
const codesOf = ({ body }: { body: Body }) => body.cause.map(({ code }) => code)
const payment = async (change: object = {}) => ({
  transaction_amount: 149.9,
  token: await simulators.mercadoPagoToken('APRO'),
  payment_method_id: 'master',
  issuer_id: '24',
  installments: 1,
  payer: { email: 'ana@example.test' },
  external_reference: randomUUID(),
  ...change,
})

test('an empty card form gets every missing field at once', async () => {
  const answer = await post(CARD_TOKENS, {}, {})
  expect(answer.status).toBe(400)
  expect(codesOf(answer).sort()).toEqual(['205', '208', '209', '212', '214', '221', '224'])
})

test.each([
  ['E301', { card_number: '5031433215406352' }],
  ['325', { expiration_month: 13 }],
  ['326', { expiration_year: 2024 }],
  ['E203', { security_code: '1' }],
  ['316', { cardholder: { name: 'R2D2', identification: { type: 'CPF', number: '12345678909' } } }],
  ['322', { cardholder: { name: 'APRO', identification: { type: 'DNI', number: '12345678909' } } }],
  ['324', { cardholder: { name: 'APRO', identification: { type: 'CPF', number: '123' } } }],
])('invalid card data has the code %s [B7.16]', async (code, change) => {
  const answer = await post(CARD_TOKENS, { ...mercadoPagoCard('APRO'), ...change }, {})
  expect([answer.status, codesOf(answer)]).toEqual([400, [code]])
})

test('another public key creates no token', async () => {
  expect((await post('/v1/card_tokens?public_key=other', mercadoPagoCard('APRO'), {})).status).toBe(401)
})

test.each([
  ['no bearer', { 'x-idempotency-key': 'k' }, 401, 5],
  ['no idempotency key', bearer, 400, 4292],
])('a payment with %s is refused', async (_, headers, status, code) => {
  const answer = await post('/v1/payments', await payment(), headers)
  expect([answer.status, codesOf(answer)]).toEqual([status, [code]])
})

test.each([
  ['an amount with three decimals', { transaction_amount: 149.905 }, 2072],
  ['an amount as text', { transaction_amount: '149.90' }, 2072],
  ['no e-mail', { payer: {} }, 1],
  ['half an installment', { installments: 1.5 }, 1],
  ['no card', { token: undefined }, 2131],
  ['another method without a card', { token: undefined, payment_method_id: 'bolbradesco' }, 2131],
  ['an unknown token', { token: 'b1f0' }, 2006],
  ['the method of another card', { payment_method_id: 'visa' }, 2131],
  ['no method', { payment_method_id: undefined }, 2131],
  ['an unknown method', { payment_method_id: 'bogus' }, 2131],
  ["another bank's card", { issuer_id: '25' }, 3001],
  ['an unknown 3-D Secure mode', { three_d_secure_mode: 'opcional' }, 1],
  ['3-D Secure and binary mode', { three_d_secure_mode: 'optional', binary_mode: true }, 1],
])('a payment with %s is refused', async (_, change, code) => {
  const answer = await post('/v1/payments', await payment(change))
  expect([answer.status, codesOf(answer)]).toEqual([400, [code]])
})

test('a repeated key returns the same response, and another body under it is a conflict', async () => {
  const key = randomUUID()
  const body = await payment()
  const first = await post('/v1/payments', body, keyed(key))
  expect(first.status).toBe(201)
  expect(await post('/v1/payments', body, keyed(key))).toEqual(first)
  expect((await post('/v1/payments', { ...body, transaction_amount: 1 }, keyed(key))).status).toBe(409)
  expect(codesOf(await post('/v1/payments', body))).toEqual([3003])
})

test('a payment is found by its id and by our reference, in decimals', async () => {
  const body = await payment()
  const paid = (await post('/v1/payments', body)).body
  expect(paid).toMatchObject({ status: 'approved', status_detail: 'accredited', transaction_amount: 149.9 })
  expect(paid.card).toMatchObject({ first_six_digits: null, last_four_digits: '6351' })
  const found = await sendRequest(`/v1/payments/search?external_reference=${body.external_reference}`, {
    headers: bearer,
  })
  expect(found.body.results).toEqual([paid])
  expect((await sendRequest(`/v1/payments/${paid.id}`, { headers: bearer })).body).toEqual(paid)
  expect((await sendRequest('/v1/payments/1', { headers: bearer })).status).toBe(404)
})

test('a card cannot pay in more installments than offered', async () => {
  const { body } = await post('/v1/payments', await payment({ installments: 4 }))
  expect([body.status, body.status_detail]).toEqual(['rejected', 'cc_rejected_invalid_installments'])
})

test("a seller reads a token's holder and the installment options of its card", async () => {
  const token = await simulators.mercadoPagoToken('APRO')
  const bin = '503143'
  const read = () => sendRequest(`/v1/card_tokens/${token}`, { headers: bearer })
  expect((await read()).body).toMatchObject({ id: token, status: 'active', first_six_digits: bin })
  const offers = await sendRequest(`/v1/payment_methods/installments?bin=${bin}&amount=100`, { headers: bearer })
  const costs = [
    { installments: 1, installment_amount: 100, total_amount: 100 },
    { installments: 2, installment_amount: 50, total_amount: 100 },
    { installments: 3, installment_rate: 6.4, installment_amount: 35.47, total_amount: 106.41 },
  ]
  expect(offers.body).toMatchObject([{ payment_method_id: 'master', issuer: { id: '24' }, payer_costs: costs }])
  await post('/v1/payments', await payment({ token }))
  expect((await read()).body.status).toBe('used')
})

test.each([
  ['/v1/card_tokens/b1f0', 404, 2006],
  ['/v1/payment_methods/installments?amount=100', 400, 1],
  ['/v1/payment_methods/installments?bin=503143&amount=0', 400, 1],
])('%s is refused', async (path, status, code) => {
  const answer = await sendRequest(path, { headers: bearer })
  expect([answer.status, codesOf(answer)]).toEqual([status, [code]])
})

test('a contingency can be neither paid nor refunded', async () => {
  const body = await payment({ token: await simulators.mercadoPagoToken('CONT') })
  const answer = await post('/v1/payments', body)
  expect(answer.body).toMatchObject({ status: 'in_process', status_detail: 'pending_contingency', date_approved: null })
  expect(codesOf(await post(`/v1/payments/${answer.body.id}/refunds`, {}))).toEqual([2063])
})

test("a payment in any other cardholder's name succeeds", async () => {
  const body = await payment({ token: await simulators.mercadoPagoToken('Joana Prado') })
  expect((await post('/v1/payments', body)).body.status).toBe('approved')
})

test.each([
  [0, 401, 4040],
  ['half', 401, 4041],
  [150, 400, 2063],
])('a refund of %s is refused', async (amount, status, code) => {
  const { id } = (await post('/v1/payments', await payment())).body
  const answer = await post(`/v1/payments/${id}/refunds`, { amount })
  expect([answer.status, codesOf(answer)]).toEqual([status, [code]])
})

test('a Pix stays pending with its code until it is paid at the bank', async () => {
  const { status, body } = await post('/v1/payments', pix())
  expect([status, body.status, body.status_detail]).toEqual([201, 'pending', 'pending_waiting_transfer'])
  const { qr_code, ticket_url } = body.point_of_interaction.transaction_data
  expect(qr_code).toMatch(/^000201.*5406149\.90.*6304[0-9A-F]{4}$/)
  expect(ticket_url).toBe(`http://cuida.test/simulators/mercadopago/pix/${body.id}`)
  expect(codesOf(await post(`/v1/payments/${body.id}/refunds`, {}))).toEqual([2063])
  const bank = `${simulators.url}/simulators/mercadopago/pix`
  const pasted = await fetch(bank, { method: 'POST', body: new URLSearchParams({ code: qr_code }), redirect: 'manual' })
  expect([pasted.status, pasted.headers.get('location')]).toEqual([303, `/simulators/mercadopago/pix/${body.id}`])
  expect(await (await fetch(`${bank}/${body.id}`)).text()).toContain('R$149.90')
  expect((await act(body.id, 'pay')).status).toBe(303)
  expect(await fetchStatus(body.id)).toBe('approved/accredited')
  expect((await act(body.id, 'pay')).status).toBe(400)
  expect((await post(`/v1/payments/${body.id}/refunds`, {})).status).toBe(201)
})

test('the bank refuses an altered code', async () => {
  const { body } = await post('/v1/payments', pix())
  const code = `${body.point_of_interaction.transaction_data.qr_code}0`
  const pasted = await fetch(`${simulators.url}/simulators/mercadopago/pix`, {
    method: 'POST',
    body: new URLSearchParams({ code }),
  })
  expect(pasted.status).toBe(400)
})

test.each([
  ['without a CPF', { payer: { email: 'ana@example.test' } }, 2067],
  ['that expires in less than half an hour', { date_of_expiration: inMinutes(29) }, 23],
  ['that expires in more than 30 days', { date_of_expiration: inMinutes(60 * 24 * 30 + 1) }, 23],
  ['whose expiry has no offset', { date_of_expiration: '2099-01-01T10:00:00.000' }, 23],
])('a Pix %s is refused', async (_, change, code) => {
  const answer = await post('/v1/payments', pix(change))
  expect([answer.status, codesOf(answer)]).toEqual([400, [code]])
})

test('the seller may cancel a pending Pix once; a later payment is an accidental one', async () => {
  const { id } = (await post('/v1/payments', pix())).body
  expect((await cancel(id)).body).toMatchObject({ status: 'cancelled', status_detail: 'by_collector' })
  expect(codesOf(await cancel(id))).toEqual([3005])
  expect((await act(id, 'pay')).status).toBe(400)
  await act(id, 'payLate')
  expect(await fetchStatus(id)).toBe('approved/accredited')
})

test.each([
  ['expire', 'cancelled/expired'],
  ['fail', 'rejected/bank_error'],
])('a Pix can %s at the bank', async (action, end) => {
  const { id } = (await post('/v1/payments', pix())).body
  await act(id, action)
  expect(await fetchStatus(id)).toBe(end)
  expect(codesOf(await cancel(id))).toEqual([3005])
})

test('a card is saved with its customer, pays again with its security code, and can be deleted', async () => {
  const email = `${randomUUID()}@example.test`
  const customer = (await post('/v1/customers', { email }, bearer)).body
  expect(codesOf(await post('/v1/customers', { email }, bearer))).toEqual(['101'])
  const search = await sendRequest(`/v1/customers/search?email=${email}`, { headers: bearer })
  expect(search.body.results).toMatchObject([{ id: customer.id }])

  const token = await simulators.mercadoPagoToken('APRO')
  const card = (await post(`/v1/customers/${customer.id}/cards`, { token }, bearer)).body
  expect(card).toMatchObject({ customer_id: customer.id, last_four_digits: '6351', payment_method: { id: 'master' } })
  expect((await simulators.ledger()).savedCards).toMatchObject([{ id: card.id, last4: '6351' }])

  expect(codesOf(await post(CARD_TOKENS, { card_id: card.id }, {}))).toEqual(['224'])
  const again = (await post(CARD_TOKENS, { card_id: card.id, security_code: '123' }, {})).body
  expect((await post('/v1/payments', await payment({ token: again.id }))).body.status).toBe('approved')

  await sendRequest(`/v1/customers/${customer.id}/cards/${card.id}`, { method: 'DELETE', headers: bearer })
  expect((await sendRequest(`/v1/customers/${customer.id}/cards`, { headers: bearer })).body).toEqual([])
})
