import { getPrice } from '@cuida/core/checkout/order/api.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newPatient } from '../../booking/test-people.ts'
import { sponsorPatient } from '../../invite/test-invitations.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import {
  createCheckout,
  orderWithCard,
  readLedger,
  readOrder,
  readOrderMoney,
  readSlotHold,
  runCheckoutJobs,
} from '../order/test-orders.ts'
import { createCheckoutContext } from '../test-checkout.ts'

/** The nightly run tries a thousand. */
const CASES = process.env.NIGHTLY ? 1_000 : 100

const { context, product } = await createCheckoutContext()

const giveDiscount = (patientId: string, percentage: number) =>
  sponsorPatient(context, patientId, product.id, percentage)

describe('the price [B9.5]', () => {
  test('the price is shown line by line, with the company’s discount [B1.6] [B4.19]', async () => {
    const at = await createCheckout(context, product)
    await giveDiscount(at.patient.patientId, 20)
    const { body } = await context.sendCall(getPrice, { sessionKey: at.sessionKey }, at.patient)
    const off = Math.floor((product.price.amount * 20 + 50) / 100)
    expect(body).toMatchObject({
      total: product.price.amount - off,
      currency: product.price.currency,
      lines: [{ kind: 'product' }, { kind: 'companyDiscount', percentage: 20, amount: -off }],
      discount: { type: 'b2bCompanyEmployee', unitType: 'PERCENTAGE', value: 20 },
    })
    const placed = await orderWithCard(context, at, 'good')
    await runCheckoutJobs(context)
    expect((await readOrderMoney(context, placed.body.workflowId)).charged).toEqual([product.price.amount - off])
  })
  test('the server’s price counts, whatever the body claims [B3.5]', async () => {
    const anything = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.object(), fc.constant(null))
    const fields = [
      'amount',
      'price',
      'total',
      'currency',
      'discount',
      'lines',
      'percentage',
      'subtotal',
      'minimumCharge',
    ]
    const holds = fc.record(Object.fromEntries(fields.map((field) => [field, anything])), { requiredKeys: [] })
    const shownTotals = fc.constantFrom(undefined, undefined, product.price.amount, 0, 49, product.price.amount - 1)
    const counts = { asItWas: 0, refused: 0 }
    for (const [hold, shownTotal] of fc.sample(fc.tuple(holds, shownTotals), CASES)) {
      // Rate limits would interfere.
      await context.db`delete from rate_count`
      const at = await createCheckout(context, product)
      const { status, body } = await orderWithCard(context, at, 'good', { ...hold, shownTotal })
      // Input that could pollute prototypes or be a card number is refused, as everywhere.
      if (status === 400) continue
      // A wrong shown price is reported; all other claims are ignored and the order succeeds.
      if (shownTotal !== undefined && shownTotal !== product.price.amount) {
        expect(statusAndCodeOf({ status, body })).toEqual([409, 'PRICE_CHANGED'])
        counts.refused++
        continue
      }
      await runCheckoutJobs(context)
      expect((await readOrderMoney(context, body.workflowId)).charged).toEqual([product.price.amount])
      counts.asItWas++
    }
    // Nearly half of the bodies contain something like a card number; a tenth is far below what chance leaves to
    // either outcome.
    expect(Math.min(counts.asItWas, counts.refused)).toBeGreaterThan(CASES / 10)
  }, 300_000)
  test('a free order never reaches the payment provider, with or without a card [B1.5] [B4.23]', async () => {
    const patient = await newPatient(context)
    await giveDiscount(patient.patientId, 100)
    const before = await readLedger(context)
    const at = await createCheckout(context, product, { patient })
    const placed = await orderWithCard(context, at, undefined)
    await runCheckoutJobs(context)
    expect(await readOrder(context, patient, placed.body.workflowId)).toMatchObject({
      status: 'ACTIVE',
      amount: 0,
      paymentMethodType: 'FULL_DISCOUNT',
      paymentId: null,
      cardType: null,
    })
    expect((await readSlotHold(context, placed.body.workflowId))?.state).toBe('booked')
    expect(await readLedger(context)).toEqual(before)
  })
  test('a price below the provider’s minimum is refused before a card is charged [B8.3]', async () => {
    const at = await createCheckout(context, product)
    await giveDiscount(at.patient.patientId, 99)
    const placed = await orderWithCard(context, at, 'good')
    const small = product.price.amount - Math.floor((product.price.amount * 99 + 50) / 100) < 50
    expect(statusAndCodeOf(placed)).toEqual(small ? [409, 'PAYMENT_GATEWAY_THRESHOLD'] : [202, undefined])
  })
  test('the price of another account’s cart, of an expired cart and of a removed product is refused', async () => {
    const at = await createCheckout(context, product)
    const stranger = await newPatient(context)
    expect(statusAndCodeOf(await context.sendCall(getPrice, { sessionKey: at.sessionKey }, stranger))).toEqual([
      404,
      'CART_NOT_FOUND',
    ])
    await context.db`update cart set product_id = 'gone' where account_id = ${at.patient.accountId}`
    expect(statusAndCodeOf(await context.sendCall(getPrice, { sessionKey: at.sessionKey }, at.patient))).toEqual([
      404,
      'PRODUCT_NOT_FOUND',
    ])
    await context.db`
      update cart set changed_at = clock_timestamp() - interval '24 hours' where account_id = ${at.patient.accountId}`
    expect(statusAndCodeOf(await context.sendCall(getPrice, { sessionKey: at.sessionKey }, at.patient))).toEqual([
      409,
      'CART_EXPIRED',
    ])
  })
})
