import { describe, expect, test } from 'vitest'
import { applyPaymentUpdate } from '../payment/apply-payment-update.ts'
import {
  createDeskContext,
  createMoneyActions,
  placePaidOrder,
  readAuditDetails,
  readAuditRows,
  statusAndCode,
} from '../test-desk-money.ts'
import { readAttempt, runCheckoutJobs } from './test-orders.ts'

const { context, product, price, ana, luis } = await createDeskContext()

describe('a payment on hold', () => {
  const orderOnHold = async () => {
    const at = await placePaidOrder(context, product)
    const attempt = await readAttempt(context, at.id)
    const { providerPaymentId, currency } = attempt
    const lie = { state: 'refunded', providerPaymentId: providerPaymentId ?? '', amount: price + 1 } as const
    await context.db.begin((tx) => applyPaymentUpdate(tx, attempt, { ...lie, currency, refundedAmount: 5 }, 'webhook'))
    return at
  }

  test('a payment on hold moves no money until a manager releases it; the provider is then asked again and its answer counts', async () => {
    const at = await orderOnHold()
    expect((await createMoneyActions(context, ana).list('on-hold')).body.items).toMatchObject([
      { id: at.id, attention: 'on-hold' },
    ])
    expect(statusAndCode(await createMoneyActions(context, ana).ask(at.id, 100))).toEqual([409, 'PAYMENT_ON_HOLD'])
    const result = await Promise.all([
      createMoneyActions(context, ana).release(at.id),
      createMoneyActions(context, luis).release(at.id),
    ])
    expect(result.map(({ status }) => status).sort()).toEqual([200, 409])
    await runCheckoutJobs(context)
    expect((await createMoneyActions(context, ana).open(at.id)).body).toMatchObject({
      attention: null,
      left: price,
      refunded: 0,
    })
    expect(
      (await createMoneyActions(context, ana).tasks()).body.items.filter(({ orderId }) => orderId === at.id),
    ).toEqual([])
    expect(statusAndCode(await createMoneyActions(context, ana).release(at.id))).toEqual([409, 'CHANGED_MEANWHILE'])
    expect((await readAuditRows(context, at.id)).map(([act]) => act)).toEqual(['release-payment'])
    expect(await readAuditDetails(context, at.id)).toEqual([{ attempt: (await readAttempt(context, at.id)).id }])
  })

  test('a released payment goes on hold again, with a new task, when the provider still reports another amount', async () => {
    const at = await orderOnHold()
    await context.db`update payment_attempt set amount = amount + 1, captured = 0, state = 'processing' where order_id = ${at.id}`
    await createMoneyActions(context, ana).release(at.id)
    await runCheckoutJobs(context)
    expect((await createMoneyActions(context, ana).open(at.id)).body.attention).toBe('on-hold')
    const tasks = (await createMoneyActions(context, ana).tasks()).body.items.filter(({ orderId }) => orderId === at.id)
    expect(tasks).toMatchObject([{ kind: 'MONEY_ON_HOLD' }])
  })
})
