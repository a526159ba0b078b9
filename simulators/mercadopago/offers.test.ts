import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { credentials } from '../credentials.ts'
import { jsonRequest, type RunningSimulators, startSimulators } from '../test-simulators.ts'

let simulators: RunningSimulators
beforeAll(async () => {
  simulators = await startSimulators()
})
afterAll(() => simulators.close())

const bearer = { authorization: `Bearer ${credentials.mercadopago.accessToken}` }
const KEY = `public_key=${credentials.mercadopago.publicKey}`
const ASKING = '5483928164574623'
const NEVER = '5361956806117557'

interface Told {
  id: number
  status: string
  status_detail: string
  transaction_amount: number
  transaction_details: object
  three_ds_info: { external_resource_url: string; creq: string } | null
}
const at = (path: string) => `${simulators.url}/simulators/mercadopago${path}`
const installments = (query: string, headers = {}) =>
  fetch(at(`/v1/payment_methods/installments?${query}`), { headers })

async function pay(number: string, change: object = {}): Promise<Told> {
  const token = await simulators.mercadoPagoToken('APRO', number)
  const body = { transaction_amount: 150, token, installments: 1, payer: { email: 'ana@example.test' }, ...change }
  const headers = { ...bearer, 'x-idempotency-key': randomUUID() }
  const method = { payment_method_id: number.startsWith('4') ? 'visa' : 'master' }
  return (await fetch(at('/v1/payments'), jsonRequest('POST', { ...method, ...body }, headers))).json() as Promise<Told>
}
const fetchPayment = async ({ id }: Told) =>
  (await fetch(at(`/v1/payments/${id}`), { headers: bearer })).json() as Promise<Told>
const statusOf = ({ status, status_detail }: Told) => `${status}/${status_detail}`

describe('installment options', () => {
  test.each([
    ['the seller, with their token', '', bearer, 200],
    ['a page of theirs, with the public key', `&${KEY}`, {}, 200],
    ['a page with another key', '&public_key=other', bearer, 401],
    ['nobody without a key', '', {}, 401],
  ])('the options are returned to %s', async (_, key, headers, status) =>
    expect((await installments(`bin=503143&amount=150${key}`, headers)).status).toBe(status),
  )

  test.each([
    [
      'a bank that charges interest from three installments',
      '503143',
      150,
      [
        [1, 150],
        [2, 150],
        [3, 159.6],
      ],
    ],
    [
      'a bank without interest',
      '423564',
      150,
      [
        [1, 150],
        [2, 150],
        [3, 150],
      ],
    ],
    [
      'a bank that offers two installments at most',
      '375365',
      150,
      [
        [1, 150],
        [2, 155.98],
      ],
    ],
    ['an amount too small for installments', '503143', 9.9, [[1, 9.9]]],
  ])('the options differ by card: %s', async (_, bin, amount, expected) => {
    const [offer] = (await (await installments(`bin=${bin}&amount=${amount}&${KEY}`)).json()) as {
      payer_costs: { installments: number; total_amount: number }[]
    }[]
    expect(offer?.payer_costs.map((cost) => [cost.installments, cost.total_amount])).toEqual(expected)
  })

  test("the price stays the same, and the payer's total is reported beside it", async () => {
    const paid = await pay('5031433215406351', { installments: 3 })
    expect(paid.transaction_amount).toBe(150)
    expect(paid.transaction_details).toEqual({ total_paid_amount: 159.6, installment_amount: 53.2 })
  })

  test('installments that are not offered for the amount are refused', async () =>
    expect(statusOf(await pay('5031433215406351', { installments: 2, transaction_amount: 9 }))).toBe(
      'rejected/cc_rejected_invalid_installments',
    ))
})

describe('a card with a 3-D Secure challenge', () => {
  const optional = { three_d_secure_mode: 'optional' }
  const post = (path: string, form: Record<string, string>) =>
    fetch(path, { method: 'POST', body: new URLSearchParams(form) })
  /** The shop's page posts the `creq` to the given URL. */
  const open = ({ three_ds_info: info }: Told, creq = info?.creq ?? '') =>
    post(String(info?.external_resource_url).replace('http://cuida.test', simulators.url), { creq })
  const answer = ({ id }: Told, act: string) => post(at(`/3ds/${id}`), { act })

  test.each([
    [ASKING, 'confirm', 'approved/accredited'],
    [ASKING, 'refuse', 'rejected/cc_rejected_3ds_challenge'],
    [NEVER, 'confirm', 'rejected/cc_rejected_3ds_challenge'],
  ])('%s: an answer %s returns %s, and the frame reports that it is done', async (number, act, ends) => {
    const payment = await pay(number, optional)
    expect(statusOf(payment)).toBe('pending/pending_challenge')
    expect(await (await open(payment)).text()).toContain('name="act"')
    expect(await (await answer(payment, act)).text()).toContain("postMessage({ status: 'COMPLETE' }")
    const after = await fetchPayment(payment)
    expect([statusOf(after), after.three_ds_info]).toEqual([ends, null])
    expect((await answer(payment, 'confirm')).status).toBe(400)
  })

  test("the bank's page opens only with the `creq` of the payment", async () => {
    const payment = await pay(ASKING, optional)
    expect((await open(payment, 'bm90aGluZw')).status).toBe(400)
    expect((await fetch(at('/3ds'))).status).toBe(404)
  })

  test('without an answer the payment stays pending, and the seller may cancel it', async () => {
    const payment = await pay(ASKING, optional)
    const headers = { ...bearer, 'x-idempotency-key': randomUUID() }
    await fetch(at(`/v1/payments/${payment.id}`), jsonRequest('PUT', { status: 'cancelled' }, headers))
    expect(statusOf(await fetchPayment(payment))).toBe('cancelled/by_collector')
    expect((await answer(payment, 'confirm')).status).toBe(400)
  })

  test('the payment is declined when the seller does not support a challenge', async () =>
    expect(statusOf(await pay(ASKING))).toBe('rejected/cc_rejected_3ds_mandatory'))

  test('a card without a challenge pays at once', async () =>
    expect(statusOf(await pay('5031433215406351', optional))).toBe('approved/accredited'))
})
