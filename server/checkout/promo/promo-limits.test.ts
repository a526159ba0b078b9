import { getPrice } from '@cuida/core/checkout/order/api.ts'
import { percentOf } from '@cuida/core/checkout/price/price.ts'
import { describe, expect, test } from 'vitest'
import { newCart, newPatient, type TestPatient } from '../../booking/test-people.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { createCheckout, orderWithCard, readOrder, runCheckoutJobs } from '../order/test-orders.ts'
import { CODES_OF_ACCOUNT, CODES_PER_ADDRESS } from '../rate-limits.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { applyTestRefund, enterPromoCode, insertPromoCode, readPromoUses } from './test-promo.ts'

const { context, product } = await createCheckoutContext()

const off = (percentage: number) => product.price.amount - percentOf(product.price.amount, percentage)
async function withCart(patient?: TestPatient) {
  const owner = patient ?? (await newPatient(context))
  return { patient: owner, sessionKey: await newCart(context, owner, product) }
}
const priceOf = async (at: { sessionKey: string; patient: TestPatient }) =>
  (await context.sendCall(getPrice, { sessionKey: at.sessionKey }, at.patient)).body

describe('guessing promo codes', () => {
  const wrong = (at: Parameters<typeof enterPromoCode>[1], from: string) =>
    enterPromoCode(context, at, 'GUESS', { from })

  test('a guesser gets TOO_MANY_CODES with the time to wait, for a valid code too, but not from another address [B5.9] [B8.2]', async () => {
    const at = { sessionKey: await newCart(context, undefined, product) }
    const code = await insertPromoCode(context)
    const from = '10.9.8.7'
    const guesses = Array.from({ length: CODES_PER_ADDRESS.most }, () => wrong(at, from))
    expect((await Promise.all(guesses)).map(({ body }) => body.code)).not.toContain('TOO_MANY_CODES')
    const result = await enterPromoCode(context, at, code, { from })
    expect(statusAndCodeOf(result)).toEqual([409, 'TOO_MANY_CODES'])
    expect(Number(result.headers['retry-after'])).toBeGreaterThan(0)
    expect((await enterPromoCode(context, at, code, { from: '10.9.8.8' })).status).toBe(200)
  })
  test('changing the address does not help an account: its rate limit is its own; valid codes do not count', async () => {
    const at = await withCart()
    const code = await insertPromoCode(context)
    for (let turn = 0; turn < CODES_OF_ACCOUNT.most + 1; turn++)
      expect((await enterPromoCode(context, at, code)).status).toBe(200)
    for (let turn = 0; turn < CODES_OF_ACCOUNT.most; turn++)
      expect((await wrong(at, `10.7.${turn}.1`)).headers['retry-after']).toBeUndefined()
    expect((await wrong(at, '10.7.99.1')).headers['retry-after']).toBeDefined()
  })
})

describe('a use of a code is returned', () => {
  test('a refused card returns the use, and the next try counts again', async () => {
    const at = await createCheckout(context, product)
    const code = await insertPromoCode(context, { most_uses: 1 })
    await enterPromoCode(context, at, code)
    const first = await orderWithCard(context, at, 'declined')
    expect(await readPromoUses(context, code)).toBe(1)
    await runCheckoutJobs(context)
    expect((await readOrder(context, at.patient, first.body.workflowId)).status).toBe('FAILED')
    expect(await readPromoUses(context, code)).toBe(0)
    expect(await priceOf(at)).toMatchObject({ total: off(10), promoCode: code })
    expect((await orderWithCard(context, at, 'good', { shownTotal: off(10) })).status).toBe(202)
    expect(await readPromoUses(context, code)).toBe(1)
  })

  test('a full refund returns the use once, a partial one does not', async () => {
    const at = await createCheckout(context, product)
    const code = await insertPromoCode(context)
    await enterPromoCode(context, at, code)
    const { body } = await orderWithCard(context, at, 'good')
    await runCheckoutJobs(context)
    const give = (amount: number) => applyTestRefund(context, body.workflowId, amount)
    await give(off(10) - 1)
    expect(await readPromoUses(context, code)).toBe(1)
    await give(off(10))
    await give(off(10))
    expect(await readPromoUses(context, code)).toBe(0)
    expect((await enterPromoCode(context, await withCart(at.patient), code)).status).toBe(200)
  })
})

test('the database refuses uses beyond the total limit and the limit per account', async () => {
  const at = await createCheckout(context, product)
  const { body } = await orderWithCard(context, at, 'good')
  const code = await insertPromoCode(context, { most_uses: 1 })
  const use = (more: object) => context.db`
    insert into promo_redemption ${context.db({ order_id: body.workflowId, account_id: at.patient.accountId, most_uses_an_account: 1, use_of_account: 1, ...more })}`
  const [promo] = await context.db`select id from promo_code where code = ${code}`
  await context.db`update promo_code set uses = 1 where code = ${code}`
  await expect(use({ promo_code_id: promo?.id })).rejects.toThrow('promo_code_is_not_used_up')
  await expect(use({ promo_code_id: promo?.id, use_of_account: 2 })).rejects.toThrow('use_within_account_limit')
  await expect(use({ promo_code_id: promo?.id, most_uses_an_account: 2 })).rejects.toThrow('foreign key')
})
