import { getCart, updateCart } from '@cuida/core/booking/cart/api.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { offeredTimes } from '../../booking/test-people.ts'
import { endFaults } from '../../testing/test-worlds.ts'
import {
  answerBank,
  attemptOf,
  authorise,
  books,
  claimOf,
  consultationOf,
  moneyOf,
  order,
  pass,
  placed,
  plan,
  read,
  sweepAndWork,
  work,
} from '../order/test-orders.ts'
import { checkoutWorld } from '../test-checkout.ts'
import { savePaymentUpdate } from './charge-order.ts'

const { world, product } = await checkoutWorld()
beforeEach(async () => {
  await endFaults(world)
})

describe('a declined card [A1.5] [B3.4] [B7.15]', () => {
  test('fails the order with the reason, keeps the time, and the second try pays', async () => {
    const at = await placed(world, product, 'poor')
    await work(world)
    expect(await at.read()).toMatchObject({
      status: 'FAILED',
      failureDomain: 'Payment',
      failureReason: 'INSUFFICIENT_FUNDS',
      consultations: [],
    })
    expect(await claimOf(world, at.id)).toMatchObject({ state: 'held', fresh: true })
    expect(await consultationOf(world, at.id)).toBeUndefined()
    const cart = await world.tell(getCart, { sessionKey: at.sessionKey }, at.patient)
    expect(cart.body).toMatchObject({ schedule: at.time, summary: expect.any(String) })

    const change = { sessionKey: at.sessionKey, productId: product.id }
    expect((await world.tell(updateCart, change, at.patient)).status).toBe(200)
    const again = await order(world, at, 'good')
    expect(again.body.workflowId).not.toBe(at.id)
    await work(world)
    expect((await read(world, at.patient, again.body.workflowId)).status).toBe('ACTIVE')
    expect(await moneyOf(world, again.body.workflowId)).toEqual({ charged: [product.price.amount], refunded: [] })
    expect((await moneyOf(world, at.id)).charged).toEqual([])
  })
  test('keeps no time that has begun, or that was kept for 45 minutes already', async () => {
    const begun = await placed(world, product, 'declined')
    const long = await placed(world, product, 'declined')
    await world.db`
      update slot_claim set starts_at = clock_timestamp() - interval '1 minute'
      where clinician_id = ${begun.clinicianId}`
    await world.db`
      update slot_claim set locked_at = clock_timestamp() - interval '45 minutes'
      where clinician_id = ${long.clinicianId}`
    await work(world)
    expect((await claimOf(world, begun.id))?.state).toBe('released')
    expect((await claimOf(world, long.id))?.state).toBe('released')
    const told = await order(world, long, 'good')
    expect(told.body.code).toBe('SLOT_LOCK_EXPIRED')
  })
})

describe('3-D Secure', () => {
  const challenged = async () => {
    const at = await placed(world, product, 'challenge')
    await work(world)
    const pending = await at.read()
    expect(pending).toMatchObject({ status: 'PENDING', challengeUrl: expect.stringMatching(/^http/) })
    return at
  }

  test('waits for the patient, with the time still theirs, and the poll of a patient who comes back finds the verdict', async () => {
    const at = await challenged()
    expect(await consultationOf(world, at.id)).toMatchObject({ status: 'PENDING' })
    expect((await claimOf(world, at.id))?.state).toBe('paying')
    expect(await offeredTimes(world, at.clinicianId, product)).not.toContainEqual(at.time)
    await authorise(world, at.id)
    await work(world)
    expect((await at.read()).status).toBe('PENDING')
    await pass(world, 5)
    await at.read()
    await work(world)
    expect(await at.read()).toMatchObject({ status: 'ACTIVE', challengeUrl: null })
    expect(await consultationOf(world, at.id)).toMatchObject({ status: 'QUEUED' })
    expect((await moneyOf(world, at.id)).charged).toEqual([product.price.amount])
  })
  test('that the patient refuses fails the order and keeps the time [B8.6]', async () => {
    const at = await challenged()
    await answerBank(world, at.id, 'refuse')
    await pass(world, 20)
    await sweepAndWork(world)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'UNAUTHORISED', challengeUrl: null })
    expect(await consultationOf(world, at.id)).toMatchObject({ status: 'EXPIRED' })
    expect((await claimOf(world, at.id))?.state).toBe('held')
  })
  test('left open for a quarter of an hour is over; a second less is not', async () => {
    const at = await challenged()
    await pass(world, 15 * 60 - 2)
    await sweepAndWork(world)
    expect((await at.read()).status).toBe('PENDING')
    await pass(world, 20)
    await sweepAndWork(world)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'EXPIRED' })
    expect(await consultationOf(world, at.id)).toMatchObject({ status: 'EXPIRED' })
  })
  test('answered after we gave up: the money goes back by itself, once', async () => {
    const at = await challenged()
    await pass(world, 15 * 60 + 1)
    await sweepAndWork(world)
    expect((await at.read()).status).toBe('FAILED')
    await authorise(world, at.id)
    const attempt = await attemptOf(world, at.id)
    const fact = await world.services.providers.payments.find({
      attemptId: attempt.id,
      providerPaymentId: attempt.providerPaymentId ?? '',
    })
    if (!fact) throw new Error('the provider knows nothing')
    await Promise.all([
      savePaymentUpdate(world.services, attempt, fact, 'webhook'),
      savePaymentUpdate(world.services, attempt, fact, 'webhook'),
    ])
    const late = await world.db`select 1 from order_event where order_id = ${at.id} and detail = 'PAID_TOO_LATE'`
    expect(late).toHaveLength(1)
    // Even when the job of the refund is lost.
    await world.db`delete from graphile_worker._private_jobs`
    await pass(world, 15)
    await sweepAndWork(world)
    await sweepAndWork(world)
    expect(await moneyOf(world, at.id)).toEqual({ charged: [product.price.amount], refunded: [product.price.amount] })
    expect(await at.read()).toMatchObject({ status: 'FAILED', refundAmount: product.price.amount })
  })
})

describe('a provider that misbehaves', () => {
  const faults = [
    ['5xx', 'POST /simulators/monei/v1/payments'],
    ['malformed', 'POST /simulators/monei/v1/payments'],
    ['reset', '/confirm'],
    ['truncated', '/confirm'],
    ['did-it-then-5xx', '/confirm'],
  ] as const
  test.each(faults)(
    '%s at %s: the order waits, the time stays theirs, and one charge settles it',
    async (fault, path) => {
      await plan(world, fault, { path })
      const at = await placed(world, product, 'good')
      await expect(work(world)).rejects.toMatchObject({ name: 'ProviderDown' })
      expect((await at.read()).status).toBe('PROCESSING')
      expect((await claimOf(world, at.id))?.state).toBe('paying')
      await pass(world, 20)
      await sweepAndWork(world)
      expect((await at.read()).status).toBe('ACTIVE')
      expect((await moneyOf(world, at.id)).charged).toEqual([product.price.amount])
    },
  )
  test('silence counts as unknown, not as a refusal', { tags: ['nightly'] }, async () => {
    await plan(world, 'did-it-then-timeout', { path: '/confirm' })
    const at = await placed(world, product, 'good')
    await expect(work(world)).rejects.toMatchObject({ name: 'ProviderDown' })
    expect((await at.read()).status).toBe('PROCESSING')
    await pass(world, 20)
    await sweepAndWork(world)
    expect((await at.read()).status).toBe('ACTIVE')
    expect((await moneyOf(world, at.id)).charged).toEqual([product.price.amount])
  })
  test('while asking, leaves the order as it was', async () => {
    await plan(world, 'did-it-then-5xx', { path: '/confirm' })
    const at = await placed(world, product, 'good')
    await expect(work(world)).rejects.toMatchObject({ name: 'ProviderDown' })
    await plan(world, '5xx', { path: 'GET ', times: 2 })
    await pass(world, 20)
    await expect(sweepAndWork(world)).rejects.toMatchObject({ name: 'ProviderDown' })
    expect((await at.read()).status).toBe('PROCESSING')
    await endFaults(world)
    await pass(world, 20)
    await sweepAndWork(world)
    expect((await at.read()).status).toBe('ACTIVE')
  })
})

test('our books and the provider’s agree to the cent', async () => {
  const { ours, theirs } = await books(world)
  expect(ours).toEqual(theirs)
})
