import { cancelOrder } from '@cuida/core/care/booked/booked-api.ts'
import { endPix, renewPix } from '@cuida/core/checkout/order/api.ts'
import { describe, expect, test } from 'vitest'
import { newPatient, secondWorld, type TestPatient } from '../../booking/test-people.ts'
import { payFor } from '../../invite/test-invitations.ts'
import { closing } from '../../testing/test-worlds.ts'
import { books, moneyOf, read, sweepAndWork, work } from '../order/test-orders.ts'
import { again, atBank, end, later, openPix, paymentOf, pixWorld, placedPix, spoil, tell } from './test-pix.ts'

const MINUTE = 60
const { world, product } = await pixWorld()
const other = closing(await secondWorld(world))

describe('another code', () => {
  test('of one that has run out is a new order for the same time, the same for whoever asks again', async () => {
    const at = await openPix(world, product)
    expect((await again(world, at)).body.workflowId).toBe(at.id)
    await later(world, 30 * MINUTE)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => again(i % 2 ? world : other, at)))
    const ids = new Set(answers.map(({ body }) => body.workflowId))
    expect([ids.size, ids.has(at.id)]).toEqual([1, false])
    await work(world)
    const [id = ''] = ids
    const renewed = await read(world, at.patient, id)
    expect(renewed).toMatchObject({ status: 'PENDING', amount: product.price.amount })
    await atBank(world, id, 'pay')
    await later(world, 20)
    expect(await read(world, at.patient, id)).toMatchObject({
      status: 'ACTIVE',
      consultations: [{ startTime: at.time.startTime }],
    })
  })
  test('of one that is open comes only after that is dead at the provider', async () => {
    const at = await openPix(world, product)
    await spoil(world, '5xx', 'PUT ')
    expect((await end(world, at)).status).toBe(202)
    expect((await at.read()).pix).toBeNull()
    await expect(work(world)).rejects.toMatchObject({ name: 'ProviderDown' })
    expect((await again(world, at)).body.workflowId).toBe(at.id)
    await later(world, 20)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'CANCELLED' })
    expect(await paymentOf(world, at.id)).toMatchObject({ status: 'cancelled' })
    const { body } = await again(world, at)
    expect(body.workflowId).not.toBe(at.id)
  })
  test('and the first paid all the same: one is kept, the other comes back', async () => {
    const at = await openPix(world, product)
    await end(world, at)
    await work(world)
    const second = (await again(world, at)).body.workflowId
    await work(world)
    await atBank(world, at.id, 'payLate')
    await atBank(world, second, 'pay')
    await Promise.all([tell(world, at.id), later(world, 20)])
    await sweepAndWork(world)
    expect(await read(world, at.patient, second)).toMatchObject({ status: 'ACTIVE', refundAmount: 0 })
    expect(await at.read()).toMatchObject({ status: 'FAILED', refundAmount: product.price.amount })
    const first = await moneyOf(world, at.id)
    const kept = await moneyOf(world, second)
    expect([first.charged, first.refunded]).toEqual([[product.price.amount], [product.price.amount]])
    expect([kept.charged, kept.refunded]).toEqual([[product.price.amount], []])
  })
  test('that is not wanted before the first was made: nobody is asked for money', async () => {
    const at = await placedPix(world, product)
    await end(world, at)
    await work(world)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'CANCELLED' })
  })
  test('of a paid order is that order, and ending it changes nothing', async () => {
    const at = await openPix(world, product)
    await atBank(world, at.id, 'pay')
    await later(world, 20)
    await end(world, at)
    await work(world)
    expect((await again(world, at)).body.workflowId).toBe(at.id)
    expect((await at.read()).status).toBe('ACTIVE')
  })
  test('at another price is not asked for unseen', async () => {
    const at = await openPix(world, product)
    await end(world, at)
    await work(world)
    await payFor(world, at.patient.patientId, product.id, 10)
    const told = await again(world, at)
    expect([told.status, told.body.code]).toEqual([409, 'PRICE_CHANGED'])
  })
  test('when the time is gone leads to choosing another', async () => {
    const at = await openPix(world, product)
    await end(world, at)
    await work(world)
    await world.db`update slot_claim set expires_at = clock_timestamp() where clinician_id = ${at.clinicianId}`
    const told = await again(world, at)
    expect([told.status, told.body.code]).toEqual([409, 'SLOT_LOCK_EXPIRED'])
  })
  test.each([
    ['end', endPix],
    ['ask for another of', renewPix],
  ] as const)('nobody may %s somebody else’s', async (_, call) => {
    const at = await openPix(world, product)
    const told = await world.tell(call, { id: at.id }, await newPatient(world))
    expect([told.status, told.body.code]).toEqual([404, 'ORDER_NOT_FOUND'])
    expect((await at.read()).status).toBe('PENDING')
  })
})

describe('a booking that is cancelled while its code is open', () => {
  const cancel = ({ id, patient }: { id: string; patient: TestPatient }) =>
    world.tell(cancelOrder, { id, reason: 'Changed my mind' }, patient)

  test('is over at once, and so is the code at the provider', async () => {
    const at = await openPix(world, product)
    expect(await cancel(at)).toMatchObject({ status: 200, body: { refundAmount: 0 } })
    expect(await at.read()).toMatchObject({ status: 'FAILED', pix: null })
    expect(await paymentOf(world, at.id)).toMatchObject({ status: 'cancelled', status_detail: 'by_collector' })
  })
  test('while the provider is away: the code is ended as soon as it is back', async () => {
    const at = await openPix(world, product)
    await spoil(world, '5xx', 'PUT ')
    expect((await cancel(at)).status).toBe(200)
    expect(await paymentOf(world, at.id)).toMatchObject({ status: 'pending' })
    await work(world)
    expect(await paymentOf(world, at.id)).toMatchObject({ status: 'cancelled' })
  })
  test('while the provider is away, and paid before it is back: the money comes back', async () => {
    const at = await openPix(world, product)
    await spoil(world, '5xx', 'PUT ')
    await cancel(at)
    await atBank(world, at.id, 'pay')
    await work(world)
    expect(await at.read()).toMatchObject({ status: 'FAILED', refundAmount: product.price.amount })
  })
})

test('our books and the provider’s agree to the cent', async () => {
  const { ours, theirs } = await books(world)
  expect(ours).toEqual(theirs)
})
