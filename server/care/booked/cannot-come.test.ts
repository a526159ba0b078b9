import { cancelOrder } from '@cuida/core/care/booked/booked-api.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { secondWorld } from '../../booking/test-people.ts'
import { moneyOf, sweepAndWork } from '../../checkout/order/test-orders.ts'
import { checkoutWorld } from '../../checkout/test-checkout.ts'
import { codeOf } from '../../testing/test-code-of.ts'
import type { World } from '../../testing/test-world.ts'
import { closing } from '../../testing/test-worlds.ts'
import { type Booked, booked, cancelAtDesk, lenient, staffOf, standingOf, startsIn } from '../test-booked.ts'

const { world, product, price } = await checkoutWorld()
const other = closing(await secondWorld(world))

const cannotCome = (world: World, { id, patient }: Booked) =>
  world.tell(cancelOrder, { id, reason: 'TIME', withoutRefund: true }, patient)
const lateOne = async () => {
  const at = await booked(world, product)
  await startsIn(world, at, 600)
  return at
}

test('inside the notice cancelling without a refund is refused too, unless the partner allows it [B4.14] [B8.8]', async () => {
  const at = await lateOne()
  expect(codeOf(await cannotCome(world, at))).toEqual([409, 'TOO_LATE_TO_CANCEL'])
  expect(await standingOf(world, at)).toMatchObject({ status: 'QUEUED', claim: 'booked', refunds: [] })
})

describe('a patient who cancels without a refund, where the partner allows it', () => {
  beforeAll(() => {
    for (const each of [world, other]) lenient(each, { lateCancellation: 'without-refund' })
  })
  test('gives the time up for others, and is told that nothing comes back [B4.14]', async () => {
    const at = await lateOne()
    expect(await cannotCome(world, at)).toMatchObject({ status: 200, body: { refundAmount: 0 } })
    const record = ['QUEUED SYSTEM', 'CANCELLED PATIENT']
    expect(await standingOf(world, at)).toEqual({ status: 'CANCELLED', claim: 'released', record, refunds: [] })
    await sweepAndWork(world)
    expect(await moneyOf(world, at.id)).toEqual({ charged: [price], refunded: [] })
    expect(await cannotCome(world, at)).toMatchObject({ status: 200, body: { refundAmount: 0 } })
  })
  test('has all the money back where it is not too late after all', async () => {
    const at = await booked(world, product)
    await startsIn(world, at, 120 * 60 + 30)
    expect(await cannotCome(world, at)).toMatchObject({ body: { refundAmount: price } })
  })
  test('not once it has begun', async () => {
    const at = await lateOne()
    await startsIn(world, at, -1)
    expect(codeOf(await cannotCome(world, at))).toEqual([409, 'TOO_LATE_TO_CANCEL'])
  })
  test('five times at once, and the clinician too: it ends once, and money goes back only if it was the clinic', async () => {
    const at = await lateOne()
    const clinician = await staffOf(world, at.clinicianId)
    const tries = [1, 2, 3, 4, 5].map((each) => cannotCome(each % 2 ? world : other, at))
    const answers = await Promise.all([...tries, cancelAtDesk(other, at, clinician)])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    await sweepAndWork(world)
    const { record, refunds } = await standingOf(world, at)
    const ends = record.filter((action) => action.startsWith('CANCELLED'))
    expect(ends).toHaveLength(1)
    expect(refunds).toHaveLength(ends[0] === 'CANCELLED PATIENT' ? 0 : 1)
  })
})
