import { getPrice } from '@cuida/core/checkout/order/api.ts'
import { percentOf } from '@cuida/core/checkout/price/price.ts'
import { getPromoCode } from '@cuida/core/checkout/promo/promo-api.ts'
import { describe, expect, test } from 'vitest'
import { newCart, newPatient, type TestPatient } from '../../booking/test-people.ts'
import { payFor } from '../../invite/test-invitations.ts'
import { codeOf } from '../../testing/test-code-of.ts'
import { atCheckout, ledger, moneyOf, order, read, work } from '../order/test-orders.ts'
import { checkoutWorld } from '../test-checkout.ts'
import { change, newCode, remove, type, usesOf } from './test-promo.ts'

const { world, product } = await checkoutWorld()

const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000)
const off = (percentage: number) => product.price.amount - percentOf(product.price.amount, percentage)

/** Somebody with a cart and no held time: enough to type a code. */
async function withCart(patient?: TestPatient) {
  const owner = patient ?? (await newPatient(world))
  return { patient: owner, sessionKey: await newCart(world, owner, product) }
}
async function asGuest() {
  return { sessionKey: await newCart(world, undefined, product) }
}
const priceOf = async (at: { sessionKey: string; patient?: TestPatient }) =>
  (await world.tell(getPrice, { sessionKey: at.sessionKey }, at.patient ? { token: at.patient.token } : {})).body
const payCompany = (patientId: string, percentage: number) => payFor(world, patientId, product.id, percentage)

describe('a promo code [B5.9] [B8.3]', () => {
  test('is applied, read, told in the price, and removed [A1.5] [B1.6] [B4.22]', async () => {
    const at = await withCart()
    const code = await newCode(world, { percentage: 25 })
    const discount = { code, name: 'Autumn', type: 'PROMO_CODE', unitType: 'PERCENTAGE', value: 25 }
    expect(await type(world, at, code)).toMatchObject({ status: 200, body: { promoCode: discount, warning: null } })
    const read = () => world.tell(getPromoCode, { sessionKey: at.sessionKey }, at.patient)
    expect((await read()).body).toEqual({ promoCode: discount, warning: null })
    expect(await priceOf(at)).toMatchObject({
      total: off(25),
      promoCode: code,
      minimumCharge: 50,
      lines: [{ kind: 'product' }, { kind: 'promoCode', name: code, percentage: 25 }],
      discount,
    })
    expect((await remove(world, at)).status).toBe(204)
    expect((await remove(world, at)).status).toBe(204)
    expect((await read()).body).toEqual({ promoCode: null, warning: null })
    expect((await priceOf(at)).total).toBe(product.price.amount)
  })

  test('is the same however it is written, and twice is no change', async () => {
    const at = await withCart()
    const code = await newCode(world)
    expect((await type(world, at, ` ${code.toLowerCase().replace('-', ' -')} `)).status).toBe(200)
    expect((await type(world, at, code)).status).toBe(200)
    expect(await usesOf(world, code)).toBe(0)
  })

  test('of a guest is there after signing in [B3.9]', async () => {
    const guest = await asGuest()
    const code = await newCode(world)
    expect((await type(world, guest, code)).body.promoCode).toMatchObject({ type: 'anonymousPromoCode' })
    const patient = await newPatient(world)
    expect(await priceOf({ ...guest, patient })).toMatchObject({ total: off(10), promoCode: code, warning: null })
  })

  test('comes before a better referral, and after a company [B4.21]', async () => {
    const at = await withCart()
    await type(world, at, await newCode(world))
    await payCompany(at.patient.patientId, 5)
    expect(await priceOf(at)).toMatchObject({ total: off(5), warning: 'INCOMPATIBLE_WITH_COMPANY_DISCOUNT' })
  })

  test('of a cart of somebody else is not there, nor of an old one', async () => {
    const at = await withCart()
    const stranger = { ...at, patient: await newPatient(world) }
    const code = await newCode(world)
    expect(codeOf(await type(world, stranger, code))).toEqual([404, 'CART_NOT_FOUND'])
    expect(codeOf(await remove(world, stranger))).toEqual([404, 'CART_NOT_FOUND'])
    expect(codeOf(await world.tell(getPromoCode, at, stranger.patient))).toEqual([404, 'CART_NOT_FOUND'])
    await world.db`
      update cart set changed_at = clock_timestamp() - interval '24 hours' where account_id = ${at.patient.accountId}`
    expect(codeOf(await type(world, at, code))).toEqual([409, 'CART_EXPIRED'])
    expect(codeOf(await remove(world, at))).toEqual([409, 'CART_EXPIRED'])
    expect(codeOf(await world.tell(getPromoCode, at, at.patient))).toEqual([409, 'CART_EXPIRED'])
  })

  test('for a product that is gone, or that holds a card number, is refused', async () => {
    const at = await withCart()
    expect(codeOf(await type(world, at, '4444 4444 4444 4422'))).toEqual([400, 'CARD_NUMBER_REFUSED'])
    const code = await newCode(world)
    await world.db`update cart set product_id = 'gone' where account_id = ${at.patient.accountId}`
    expect(codeOf(await type(world, at, code))).toEqual([404, 'PRODUCT_NOT_FOUND'])
    expect(codeOf(await world.tell(getPromoCode, at, at.patient))).toEqual([404, 'PRODUCT_NOT_FOUND'])
  })
})

describe('a code is refused, and nothing is put on the cart', () => {
  const refused = async (terms: Parameters<typeof newCode>[1]) => {
    const at = await withCart()
    const told = await type(world, at, await newCode(world, terms))
    expect((await priceOf(at)).promoCode).toBeNull()
    return told.body.code
  }
  test('when it was disabled', async () =>
    expect(await refused({ disabled_at: new Date() })).toBe('PROMOCODE_DISABLED'))
  test('before its first day and after its last, but not between them', async () => {
    expect(await refused({ valid_from: hour(1) })).toBe('DATE_RANGE')
    expect(await refused({ valid_from: hour(-2), valid_until: hour(-1) })).toBe('DATE_RANGE')
    const at = await withCart()
    const running = await newCode(world, { valid_from: hour(-1), valid_until: hour(1) })
    expect((await type(world, at, running)).status).toBe(200)
  })
  test('when it is for other products, and so is one that does not exist', async () => {
    expect(await refused({ product_ids: ['another'] })).toBe('INVALID_PRODUCT')
    expect((await type(world, await withCart(), 'NO-SUCH-CODE')).body).toMatchObject({ code: 'INVALID_PRODUCT' })
    const own = await newCode(world, { product_ids: ['another', product.id] })
    expect((await type(world, await withCart(), own)).status).toBe(200)
  })
  test('when it would leave less than can be charged', async () =>
    expect(await refused({ percentage: 99 })).toBe('PAYMENT_GATEWAY_THRESHOLD'))
  test('when another one is there already, until that is removed', async () => {
    const at = await withCart()
    const one = await newCode(world)
    const two = await newCode(world)
    await type(world, at, one)
    expect(codeOf(await type(world, at, two))).toEqual([409, 'TOO_MANY_CODES'])
    expect((await priceOf(at)).promoCode).toBe(one)
    await remove(world, at)
    expect((await type(world, at, two)).status).toBe(200)
  })
  test('when a company pays already [B4.21]', async () => {
    const at = await withCart()
    await payCompany(at.patient.patientId, 20)
    expect(codeOf(await type(world, at, await newCode(world)))).toEqual([409, 'INCOMPATIBLE_WITH_COMPANY_DISCOUNT'])
    expect(await priceOf(at)).toMatchObject({ promoCode: null, warning: null, total: off(20) })
  })
  test('when this account has used it, whoever of the family it was for [B8.2]', async () => {
    const code = await newCode(world)
    const at = await atCheckout(world, product)
    await type(world, at, code)
    expect((await order(world, at, 'good')).status).toBe(202)
    expect(codeOf(await type(world, await withCart(at.patient), code))).toEqual([409, 'ALREADY_USED'])
    expect((await type(world, await withCart(), code)).status).toBe(200)
  })
  test('when others have used it as often as it may be', async () => {
    const code = await newCode(world, { most_uses: 1 })
    const at = await atCheckout(world, product)
    await type(world, at, code)
    await order(world, at, 'good')
    expect(codeOf(await type(world, await withCart(), code))).toEqual([409, 'LIMIT_USAGE'])
  })
})

describe('an order', () => {
  test('of 100 percent needs no card, and no provider hears of it [B4.23] [B9.5]', async () => {
    const at = await atCheckout(world, product)
    const code = await newCode(world, { percentage: 100 })
    await type(world, at, code)
    await work(world)
    const before = await ledger(world)
    const placed = await order(world, at, undefined, { shownTotal: 0 })
    await work(world)
    const { status, amount, paymentMethodType } = await read(world, at.patient, placed.body.workflowId)
    expect({ status, amount, paymentMethodType }).toEqual({
      status: 'ACTIVE',
      amount: 0,
      paymentMethodType: 'FULL_DISCOUNT',
    })
    expect(await ledger(world)).toEqual(before)
    expect(await usesOf(world, code)).toBe(1)
  })

  test('that brings a code, as the payload of the specification has it, uses it or says why not [B3.5]', async () => {
    const at = await atCheckout(world, product)
    const promoCode = await newCode(world)
    expect(codeOf(await order(world, at, 'good', { promoCode: 'NO-SUCH-CODE' }))).toEqual([409, 'INVALID_PRODUCT'])
    const placed = await order(world, at, 'good', { promoCode })
    expect((await order(world, at, 'good', { promoCode })).body.workflowId).toBe(placed.body.workflowId)
    await work(world)
    expect((await moneyOf(world, placed.body.workflowId)).charged).toEqual([off(10)])
    expect(await usesOf(world, promoCode)).toBe(1)
  })

  test('uses the code once however often it is sent, and its own use is no hindrance', async () => {
    const at = await atCheckout(world, product)
    const code = await newCode(world, { most_uses: 1 })
    await type(world, at, code)
    const told = await Promise.all([1, 2, 3, 4].map(() => order(world, at, 'good', { shownTotal: off(10) })))
    expect(new Set(told.map(({ body }) => body.workflowId)).size).toBe(1)
    expect(await usesOf(world, code)).toBe(1)
    expect((await priceOf(at)).total).toBe(off(10))
    await work(world)
    expect((await moneyOf(world, told[0]?.body.workflowId ?? '')).charged).toEqual([off(10)])
  })

  test.each([
    ['used up by others', { most_uses: 1 }, 'LIMIT_USAGE'],
    ['disabled', { disabled_at: new Date() }, 'PROMOCODE_DISABLED'],
    ['over', { valid_from: hour(-2), valid_until: hour(-1) }, 'DATE_RANGE'],
    ['for other products', { product_ids: ['another'] }, 'INVALID_PRODUCT'],
    ['too much off', { percentage: 99 }, 'PAYMENT_GATEWAY_THRESHOLD'],
  ] as const)('is refused when the code is %s meanwhile: nothing charged, the cart kept', async (_, terms, reason) => {
    const at = await atCheckout(world, product)
    const other = await atCheckout(world, product)
    const code = await newCode(world)
    await type(world, at, code)
    await type(world, other, code)
    if (reason === 'LIMIT_USAGE') await order(world, other, 'good')
    await change(world, code, terms as Parameters<typeof change>[2])
    expect(codeOf(await order(world, at, 'good', { shownTotal: off(10) }))).toEqual([409, reason])
    expect(codeOf(await order(world, at, 'good'))).toEqual([409, reason])
    expect(await world.db`select 1 from care_order where account_id = ${at.patient.accountId}`).toEqual([])
    expect(await priceOf(at)).toMatchObject({ total: product.price.amount, promoCode: code, warning: reason })
    // Who has seen the price without it may pay that.
    expect((await order(world, at, 'good', { shownTotal: product.price.amount })).status).toBe(202)
  })

  test('of two carts of one person uses the code for the first', async () => {
    const one = await atCheckout(world, product)
    const two = await atCheckout(world, product, { patient: one.patient })
    const code = await newCode(world)
    for (const at of [one, two]) await type(world, at, code)
    expect((await order(world, one, 'good', { shownTotal: off(10) })).status).toBe(202)
    expect(codeOf(await order(world, two, 'good', { shownTotal: off(10) }))).toEqual([409, 'ALREADY_USED'])
  })

  test('beside a company’s discount leaves the code unused', async () => {
    const at = await atCheckout(world, product)
    const code = await newCode(world)
    await type(world, at, code)
    await payCompany(at.patient.patientId, 20)
    expect(codeOf(await order(world, at, 'good', { shownTotal: off(10) }))).toEqual([409, 'PRICE_CHANGED'])
    expect((await order(world, at, 'good', { shownTotal: off(20) })).status).toBe(202)
    expect(await usesOf(world, code)).toBe(0)
  })

  test('that has begun keeps its code: nobody changes the cart under it', async () => {
    const at = await atCheckout(world, product)
    const code = await newCode(world)
    await type(world, at, code)
    await order(world, at, 'good')
    expect(codeOf(await remove(world, at))).toEqual([409, 'CART_EXPIRED'])
    expect(codeOf(await type(world, at, await newCode(world)))).toEqual([409, 'CART_EXPIRED'])
  })
})
