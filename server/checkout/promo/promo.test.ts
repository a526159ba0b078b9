import { getPrice } from '@cuida/core/checkout/order/api.ts'
import { percentOf } from '@cuida/core/checkout/price/price.ts'
import { getPromoCode } from '@cuida/core/checkout/promo/promo-api.ts'
import { describe, expect, test } from 'vitest'
import { newCart, newPatient, type TestPatient } from '../../booking/test-people.ts'
import { sponsorPatient } from '../../invite/test-invitations.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import {
  createCheckout,
  orderWithCard,
  readLedger,
  readOrder,
  readOrderMoney,
  runCheckoutJobs,
} from '../order/test-orders.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { enterPromoCode, insertPromoCode, readPromoUses, removePromoCode, updatePromoCode } from './test-promo.ts'

const { context, product } = await createCheckoutContext()

const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000)
const off = (percentage: number) => product.price.amount - percentOf(product.price.amount, percentage)

/** A patient with a cart but no held slot: enough to enter a code. */
async function withCart(patient?: TestPatient) {
  const owner = patient ?? (await newPatient(context))
  return { patient: owner, sessionKey: await newCart(context, owner, product) }
}
async function asGuest() {
  return { sessionKey: await newCart(context, undefined, product) }
}
const priceOf = async (at: { sessionKey: string; patient?: TestPatient }) =>
  (await context.sendCall(getPrice, { sessionKey: at.sessionKey }, at.patient ? { token: at.patient.token } : {})).body
const payCompany = (patientId: string, percentage: number) => sponsorPatient(context, patientId, product.id, percentage)

describe('a promo code [B5.9] [B8.3]', () => {
  test('a code is applied, read, shown in the price, and removed [A1.5] [B1.6] [B4.22]', async () => {
    const at = await withCart()
    const code = await insertPromoCode(context, { percentage: 25 })
    const discount = { code, name: 'Autumn', type: 'PROMO_CODE', unitType: 'PERCENTAGE', value: 25 }
    expect(await enterPromoCode(context, at, code)).toMatchObject({
      status: 200,
      body: { promoCode: discount, warning: null },
    })
    const read = () => context.sendCall(getPromoCode, { sessionKey: at.sessionKey }, at.patient)
    expect((await read()).body).toEqual({ promoCode: discount, warning: null })
    expect(await priceOf(at)).toMatchObject({
      total: off(25),
      promoCode: code,
      minimumCharge: 50,
      lines: [{ kind: 'product' }, { kind: 'promoCode', name: code, percentage: 25 }],
      discount,
    })
    expect((await removePromoCode(context, at)).status).toBe(204)
    expect((await removePromoCode(context, at)).status).toBe(204)
    expect((await read()).body).toEqual({ promoCode: null, warning: null })
    expect((await priceOf(at)).total).toBe(product.price.amount)
  })

  test('a code is the same in any spelling, and entering it twice changes nothing', async () => {
    const at = await withCart()
    const code = await insertPromoCode(context)
    expect((await enterPromoCode(context, at, ` ${code.toLowerCase().replace('-', ' -')} `)).status).toBe(200)
    expect((await enterPromoCode(context, at, code)).status).toBe(200)
    expect(await readPromoUses(context, code)).toBe(0)
  })

  test('a guest’s code is still there after signing in [B3.9]', async () => {
    const guest = await asGuest()
    const code = await insertPromoCode(context)
    expect((await enterPromoCode(context, guest, code)).body.promoCode).toMatchObject({ type: 'anonymousPromoCode' })
    const patient = await newPatient(context)
    expect(await priceOf({ ...guest, patient })).toMatchObject({ total: off(10), promoCode: code, warning: null })
  })

  test('a code takes precedence over a better referral, and a company over the code [B4.21]', async () => {
    const at = await withCart()
    await enterPromoCode(context, at, await insertPromoCode(context))
    await payCompany(at.patient.patientId, 5)
    expect(await priceOf(at)).toMatchObject({ total: off(5), warning: 'INCOMPATIBLE_WITH_COMPANY_DISCOUNT' })
  })

  test('a code for another account’s cart or an expired one is not found', async () => {
    const at = await withCart()
    const stranger = { ...at, patient: await newPatient(context) }
    const code = await insertPromoCode(context)
    expect(statusAndCodeOf(await enterPromoCode(context, stranger, code))).toEqual([404, 'CART_NOT_FOUND'])
    expect(statusAndCodeOf(await removePromoCode(context, stranger))).toEqual([404, 'CART_NOT_FOUND'])
    expect(statusAndCodeOf(await context.sendCall(getPromoCode, at, stranger.patient))).toEqual([404, 'CART_NOT_FOUND'])
    await context.db`
      update cart set changed_at = clock_timestamp() - interval '24 hours' where account_id = ${at.patient.accountId}`
    expect(statusAndCodeOf(await enterPromoCode(context, at, code))).toEqual([409, 'CART_EXPIRED'])
    expect(statusAndCodeOf(await removePromoCode(context, at))).toEqual([409, 'CART_EXPIRED'])
    expect(statusAndCodeOf(await context.sendCall(getPromoCode, at, at.patient))).toEqual([409, 'CART_EXPIRED'])
  })

  test('a code for a removed product, or with a card number in it, is refused', async () => {
    const at = await withCart()
    expect(statusAndCodeOf(await enterPromoCode(context, at, '4444 4444 4444 4422'))).toEqual([
      400,
      'CARD_NUMBER_REFUSED',
    ])
    const code = await insertPromoCode(context)
    await context.db`update cart set product_id = 'gone' where account_id = ${at.patient.accountId}`
    expect(statusAndCodeOf(await enterPromoCode(context, at, code))).toEqual([404, 'PRODUCT_NOT_FOUND'])
    expect(statusAndCodeOf(await context.sendCall(getPromoCode, at, at.patient))).toEqual([404, 'PRODUCT_NOT_FOUND'])
  })
})

describe('refused codes, with nothing set on the cart', () => {
  const refused = async (terms: Parameters<typeof insertPromoCode>[1]) => {
    const at = await withCart()
    const result = await enterPromoCode(context, at, await insertPromoCode(context, terms))
    expect((await priceOf(at)).promoCode).toBeNull()
    return result.body.code
  }
  test('a disabled code is refused', async () =>
    expect(await refused({ disabled_at: new Date() })).toBe('PROMOCODE_DISABLED'))
  test('a code is refused before its first day and after its last, but not between them', async () => {
    expect(await refused({ valid_from: hour(1) })).toBe('DATE_RANGE')
    expect(await refused({ valid_from: hour(-2), valid_until: hour(-1) })).toBe('DATE_RANGE')
    const at = await withCart()
    const running = await insertPromoCode(context, { valid_from: hour(-1), valid_until: hour(1) })
    expect((await enterPromoCode(context, at, running)).status).toBe(200)
  })
  test('a code for other products is refused, and so is an unknown one', async () => {
    expect(await refused({ product_ids: ['another'] })).toBe('INVALID_PRODUCT')
    expect((await enterPromoCode(context, await withCart(), 'NO-SUCH-CODE')).body).toMatchObject({
      code: 'INVALID_PRODUCT',
    })
    const own = await insertPromoCode(context, { product_ids: ['another', product.id] })
    expect((await enterPromoCode(context, await withCart(), own)).status).toBe(200)
  })
  test('a code that leaves less than can be charged is refused', async () =>
    expect(await refused({ percentage: 99 })).toBe('PAYMENT_GATEWAY_THRESHOLD'))
  test('a second code is refused until the first is removed', async () => {
    const at = await withCart()
    const one = await insertPromoCode(context)
    const two = await insertPromoCode(context)
    await enterPromoCode(context, at, one)
    expect(statusAndCodeOf(await enterPromoCode(context, at, two))).toEqual([409, 'TOO_MANY_CODES'])
    expect((await priceOf(at)).promoCode).toBe(one)
    await removePromoCode(context, at)
    expect((await enterPromoCode(context, at, two)).status).toBe(200)
  })
  test('a code is refused when a company pays already [B4.21]', async () => {
    const at = await withCart()
    await payCompany(at.patient.patientId, 20)
    expect(statusAndCodeOf(await enterPromoCode(context, at, await insertPromoCode(context)))).toEqual([
      409,
      'INCOMPATIBLE_WITH_COMPANY_DISCOUNT',
    ])
    expect(await priceOf(at)).toMatchObject({ promoCode: null, warning: null, total: off(20) })
  })
  test('a code that this account has used is refused, for any patient of the family [B8.2]', async () => {
    const code = await insertPromoCode(context)
    const at = await createCheckout(context, product)
    await enterPromoCode(context, at, code)
    expect((await orderWithCard(context, at, 'good')).status).toBe(202)
    expect(statusAndCodeOf(await enterPromoCode(context, await withCart(at.patient), code))).toEqual([
      409,
      'ALREADY_USED',
    ])
    expect((await enterPromoCode(context, await withCart(), code)).status).toBe(200)
  })
  test('a code that others have used up is refused', async () => {
    const code = await insertPromoCode(context, { most_uses: 1 })
    const at = await createCheckout(context, product)
    await enterPromoCode(context, at, code)
    await orderWithCard(context, at, 'good')
    expect(statusAndCodeOf(await enterPromoCode(context, await withCart(), code))).toEqual([409, 'LIMIT_USAGE'])
  })
})

describe('an order with a code', () => {
  test('a 100 percent code needs no card and no call to the provider [B4.23] [B9.5]', async () => {
    const at = await createCheckout(context, product)
    const code = await insertPromoCode(context, { percentage: 100 })
    await enterPromoCode(context, at, code)
    await runCheckoutJobs(context)
    const before = await readLedger(context)
    const placed = await orderWithCard(context, at, undefined, { shownTotal: 0 })
    await runCheckoutJobs(context)
    const { status, amount, paymentMethodType } = await readOrder(context, at.patient, placed.body.workflowId)
    expect({ status, amount, paymentMethodType }).toEqual({
      status: 'ACTIVE',
      amount: 0,
      paymentMethodType: 'FULL_DISCOUNT',
    })
    expect(await readLedger(context)).toEqual(before)
    expect(await readPromoUses(context, code)).toBe(1)
  })

  test('an order that brings a code, as in the specification’s payload, uses it or says why not [B3.5]', async () => {
    const at = await createCheckout(context, product)
    const promoCode = await insertPromoCode(context)
    expect(statusAndCodeOf(await orderWithCard(context, at, 'good', { promoCode: 'NO-SUCH-CODE' }))).toEqual([
      409,
      'INVALID_PRODUCT',
    ])
    const placed = await orderWithCard(context, at, 'good', { promoCode })
    expect((await orderWithCard(context, at, 'good', { promoCode })).body.workflowId).toBe(placed.body.workflowId)
    await runCheckoutJobs(context)
    expect((await readOrderMoney(context, placed.body.workflowId)).charged).toEqual([off(10)])
    expect(await readPromoUses(context, promoCode)).toBe(1)
  })

  test('a repeated order uses the code once, and its own use does not refuse it', async () => {
    const at = await createCheckout(context, product)
    const code = await insertPromoCode(context, { most_uses: 1 })
    await enterPromoCode(context, at, code)
    const result = await Promise.all(
      [1, 2, 3, 4].map(() => orderWithCard(context, at, 'good', { shownTotal: off(10) })),
    )
    expect(new Set(result.map(({ body }) => body.workflowId)).size).toBe(1)
    expect(await readPromoUses(context, code)).toBe(1)
    expect((await priceOf(at)).total).toBe(off(10))
    await runCheckoutJobs(context)
    expect((await readOrderMoney(context, result[0]?.body.workflowId ?? '')).charged).toEqual([off(10)])
  })

  test.each([
    ['used up by others', { most_uses: 1 }, 'LIMIT_USAGE'],
    ['disabled', { disabled_at: new Date() }, 'PROMOCODE_DISABLED'],
    ['expired', { valid_from: hour(-2), valid_until: hour(-1) }, 'DATE_RANGE'],
    ['limited to other products', { product_ids: ['another'] }, 'INVALID_PRODUCT'],
    ['raised to 99 percent', { percentage: 99 }, 'PAYMENT_GATEWAY_THRESHOLD'],
  ] as const)(
    'an order whose code is %s meanwhile is refused: nothing is charged, and the cart stays',
    async (_, terms, reason) => {
      const at = await createCheckout(context, product)
      const other = await createCheckout(context, product)
      const code = await insertPromoCode(context)
      await enterPromoCode(context, at, code)
      await enterPromoCode(context, other, code)
      if (reason === 'LIMIT_USAGE') await orderWithCard(context, other, 'good')
      await updatePromoCode(context, code, terms as Parameters<typeof updatePromoCode>[2])
      expect(statusAndCodeOf(await orderWithCard(context, at, 'good', { shownTotal: off(10) }))).toEqual([409, reason])
      expect(statusAndCodeOf(await orderWithCard(context, at, 'good'))).toEqual([409, reason])
      expect(await context.db`select 1 from care_order where account_id = ${at.patient.accountId}`).toEqual([])
      expect(await priceOf(at)).toMatchObject({ total: product.price.amount, promoCode: code, warning: reason })
      // A patient who has seen the price without it may pay that.
      expect((await orderWithCard(context, at, 'good', { shownTotal: product.price.amount })).status).toBe(202)
    },
  )

  test('of two carts of one patient the first uses the code', async () => {
    const one = await createCheckout(context, product)
    const two = await createCheckout(context, product, { patient: one.patient })
    const code = await insertPromoCode(context)
    for (const at of [one, two]) await enterPromoCode(context, at, code)
    expect((await orderWithCard(context, one, 'good', { shownTotal: off(10) })).status).toBe(202)
    expect(statusAndCodeOf(await orderWithCard(context, two, 'good', { shownTotal: off(10) }))).toEqual([
      409,
      'ALREADY_USED',
    ])
  })

  test('an order with a company’s discount leaves the code unused', async () => {
    const at = await createCheckout(context, product)
    const code = await insertPromoCode(context)
    await enterPromoCode(context, at, code)
    await payCompany(at.patient.patientId, 20)
    expect(statusAndCodeOf(await orderWithCard(context, at, 'good', { shownTotal: off(10) }))).toEqual([
      409,
      'PRICE_CHANGED',
    ])
    expect((await orderWithCard(context, at, 'good', { shownTotal: off(20) })).status).toBe(202)
    expect(await readPromoUses(context, code)).toBe(0)
  })

  test('an order in progress keeps its code: its cart cannot be changed', async () => {
    const at = await createCheckout(context, product)
    const code = await insertPromoCode(context)
    await enterPromoCode(context, at, code)
    await orderWithCard(context, at, 'good')
    expect(statusAndCodeOf(await removePromoCode(context, at))).toEqual([409, 'CART_EXPIRED'])
    expect(statusAndCodeOf(await enterPromoCode(context, at, await insertPromoCode(context)))).toEqual([
      409,
      'CART_EXPIRED',
    ])
  })
})
