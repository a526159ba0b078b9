import { endChallenge } from '@cuida/core/checkout/order/api.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSecondProcess, newPatient } from '../../booking/test-people.ts'
import { endFaults } from '../../testing/test-contexts.ts'
import {
  advanceCheckoutTime,
  createCheckout,
  createMercadoPagoToken,
  orderWithCard,
  type PlacedOrder,
  planPaymentFault,
  readAttempt,
  readConsultation,
  readOrder,
  readOrderMoney,
  readSlotHold,
  runCheckoutJobs,
  runScheduledJobs,
} from '../order/test-orders.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { chargeOrder } from './charge-order.ts'

/**
 * The bank's challenge runs in a frame of the app. Only the patient sees it, and it ends like any other challenge.
 */
const ASKING = '5483928164574623'
const NEVER = '5361956806117557'
const { context, product } = await createCheckoutContext({ partner: 'bem-leve' })
await context.app.listen({ port: Number(context.env.PORT), host: '127.0.0.1' })
beforeEach(() => endFaults(context))

async function placeChallenged(number = ASKING, more: object = {}): Promise<PlacedOrder> {
  const at = await createCheckout(context, product)
  const cardToken = await createMercadoPagoToken(context, number)
  const { body } = await orderWithCard(context, at, 'good', { cardToken, showsChallenge: true, ...more })
  await runCheckoutJobs(context)
  return { ...at, id: body.workflowId, read: () => readOrder(context, at.patient, body.workflowId) }
}
async function answer(at: PlacedOrder, act: 'confirm' | 'refuse' = 'confirm'): Promise<number> {
  const { providerPaymentId } = await readAttempt(context, at.id)
  const path = `${context.simulatorsUrl}/simulators/mercadopago/3ds/${providerPaymentId}`
  return (await fetch(path, { method: 'POST', body: new URLSearchParams({ act }) })).status
}
const giveUp = (at: PlacedOrder, token = at.patient.token) => context.sendCall(endChallenge, { id: at.id }, { token })
const price = () => product.price.amount
/** Waits for the provider's own webhook to set the order's status. */
const result = (at: PlacedOrder, status: string) =>
  expect
    .poll(
      async () => {
        await runCheckoutJobs(context)
        return (await at.read()).status
      },
      { timeout: 10_000 },
    )
    .toBe(status)

describe('a 3-D Secure challenge in a frame', () => {
  test('the patient sees the challenge’s address and its form data', async () => {
    const at = await placeChallenged()
    const { status, challengeUrl, challengeFrame } = await at.read()
    expect([status, challengeUrl]).toEqual(['PENDING', null])
    expect(challengeFrame).toEqual({
      url: expect.stringMatching(/\/3ds$/),
      request: expect.stringMatching(/^[\w-]{40,}$/),
    })
    expect(await readConsultation(context, at.id)).toMatchObject({ status: 'PENDING' })
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [], refunded: [] })
  })

  test('an approved challenge pays once, and the challenge disappears', async () => {
    const at = await placeChallenged()
    expect(await answer(at)).toBe(200)
    await result(at, 'ACTIVE')
    expect(await at.read()).toMatchObject({ challengeUrl: null, challengeFrame: null })
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [price()], refunded: [] })
  })

  test('when the webhook is lost, reading the order fetches the payment', async () => {
    const at = await placeChallenged()
    await planPaymentFault(context, 'late-webhook', { provider: 'mercadopago', delayMs: 60_000 })
    await answer(at)
    await advanceCheckoutTime(context, 6)
    await at.read()
    await runCheckoutJobs(context)
    expect((await at.read()).status).toBe('ACTIVE')
  })

  test.each([
    ['declines after the challenge', NEVER, 'confirm'],
    ['gets the patient’s refusal', ASKING, 'refuse'],
  ] as const)('the bank %s: nothing is charged, and the slot waits for another card', async (_, number, act) => {
    const at = await placeChallenged(number)
    await answer(at, act)
    await result(at, 'FAILED')
    expect(await at.read()).toMatchObject({ failureReason: 'UNAUTHORISED', challengeFrame: null })
    const again = await orderWithCard(context, at, 'good')
    await runCheckoutJobs(context)
    expect((await readOrder(context, at.patient, again.body.workflowId)).status).toBe('ACTIVE')
    expect(await readOrderMoney(context, again.body.workflowId)).toEqual({ charged: [price()], refunded: [] })
  })

  test('a client that cannot show challenges gets a refusal instead', async () => {
    const at = await placeChallenged(ASKING, { showsChallenge: undefined })
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'UNAUTHORISED' })
  })

  test('two processes that apply the approval at once make one booking', async () => {
    const at = await placeChallenged()
    const other = await createSecondProcess(context)
    await answer(at)
    await advanceCheckoutTime(context, 60)
    await Promise.all([
      chargeOrder(context.services, at.id),
      chargeOrder(other.services, at.id),
      runScheduledJobs(context),
    ])
    await other.close()
    expect((await at.read()).status).toBe('ACTIVE')
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [price()], refunded: [] })
  })

  test('another account cannot end the challenge', async () => {
    const at = await placeChallenged()
    const stranger = await newPatient(context)
    expect(await giveUp(at, stranger.token)).toMatchObject({ status: 404, body: { code: 'ORDER_NOT_FOUND' } })
    expect((await at.read()).status).toBe('PENDING')
  })
})

describe('a challenge that the patient leaves', () => {
  test('it ends at the provider first, then here: an answer no longer pays, and another payment method does', async () => {
    const at = await placeChallenged()
    expect((await giveUp(at)).status).toBe(202)
    expect((await at.read()).challengeFrame).toBeNull()
    await runCheckoutJobs(context)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'CANCELLED' })
    expect((await readSlotHold(context, at.id))?.state).toBe('held')
    expect(await answer(at)).toBe(400)
    const again = await orderWithCard(context, at, 'good')
    await runCheckoutJobs(context)
    expect((await readOrder(context, at.patient, again.body.workflowId)).status).toBe('ACTIVE')
  })

  test('a challenge that was approved just before pays once', async () => {
    const at = await placeChallenged()
    await planPaymentFault(context, 'late-webhook', { provider: 'mercadopago', delayMs: 60_000 })
    await answer(at)
    await giveUp(at)
    await runCheckoutJobs(context)
    expect((await at.read()).status).toBe('ACTIVE')
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [price()], refunded: [] })
  })

  test('while the provider is unavailable it stays given up, and ends when the provider is back', async () => {
    const at = await placeChallenged()
    await planPaymentFault(context, '5xx', { provider: 'mercadopago', times: 3 })
    await giveUp(at)
    await expect(runCheckoutJobs(context)).rejects.toThrow()
    expect(await at.read()).toMatchObject({ status: 'PENDING', challengeFrame: null })
    await endFaults(context)
    await advanceCheckoutTime(context, 60)
    await runScheduledJobs(context)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'CANCELLED' })
  })

  test('a decided order is not changed, however often the patient asks', async () => {
    const at = await placeChallenged()
    await answer(at)
    await result(at, 'ACTIVE')
    expect((await giveUp(at)).status).toBe(202)
    await runCheckoutJobs(context)
    expect((await at.read()).status).toBe('ACTIVE')
  })
})

describe('an unanswered challenge', () => {
  test('it ends here and at the provider after the provider’s own time limit', async () => {
    const at = await placeChallenged()
    await advanceCheckoutTime(context, 5 * 60)
    await runScheduledJobs(context)
    expect((await at.read()).status).toBe('PENDING')
    await advanceCheckoutTime(context, 61)
    await runScheduledJobs(context)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'EXPIRED', challengeFrame: null })
    expect((await readSlotHold(context, at.id))?.state).toBe('held')
    expect(await answer(at)).toBe(400)
  })

  test('a payment that still arrives is refunded', async () => {
    const at = await placeChallenged()
    await giveUp(at)
    await runCheckoutJobs(context)
    const { providerPaymentId } = await readAttempt(context, at.id)
    const late = { method: 'POST', body: new URLSearchParams({ act: 'payLate' }), redirect: 'manual' } as const
    expect((await fetch(`${context.simulatorsUrl}/simulators/mercadopago/pix/${providerPaymentId}`, late)).status).toBe(
      303,
    )
    await expect
      .poll(
        async () => {
          await runCheckoutJobs(context)
          return readOrderMoney(context, at.id)
        },
        { timeout: 10_000 },
      )
      .toEqual({ charged: [price()], refunded: [price()] })
    expect((await at.read()).status).toBe('FAILED')
  })

  test('it ends when the appointment begins, and the patient is notified', async () => {
    const at = await placeChallenged()
    await context.db`
      with moved as (
        update slot_hold s set starts_at = clock_timestamp() - interval '1 second', ends_at = clock_timestamp() + interval '20 minutes'
        from care_order o where o.slot_hold_id = s.id and o.id = ${at.id} returning o.id, s.starts_at, s.ends_at)
      update consultation c set starts_at = moved.starts_at, ends_at = moved.ends_at from moved where c.order_id = moved.id`
    await advanceCheckoutTime(context, 20)
    await runScheduledJobs(context)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'TOO_LATE' })
    expect((await readSlotHold(context, at.id))?.state).toBe('released')
    expect(await answer(at)).toBe(400)
  })
})
