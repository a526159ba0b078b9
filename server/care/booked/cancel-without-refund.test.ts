import { cancelOrder } from '@cuida/core/care/booked/booked-api.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSecondProcess } from '../../booking/test-people.ts'
import { readOrderMoney, runScheduledJobs } from '../../checkout/order/test-orders.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { closeAfterTests } from '../../testing/test-contexts.ts'
import {
  bookConsultation,
  cancelAtDesk,
  insertStaffFor,
  readBookingState,
  setCancellationOptions,
  setStartIn,
  type TestBooking,
} from '../test-booked.ts'

const { context, product, price } = await createCheckoutContext()
const other = closeAfterTests(await createSecondProcess(context))

const cannotCome = (context: TestContext, { id, patient }: TestBooking) =>
  context.sendCall(cancelOrder, { id, reason: 'TIME', withoutRefund: true }, patient)
const lateOne = async () => {
  const at = await bookConsultation(context, product)
  await setStartIn(context, at, 600)
  return at
}

test('inside the notice period cancelling without a refund is refused, unless the partner allows it [B4.14] [B8.8]', async () => {
  const at = await lateOne()
  expect(statusAndCodeOf(await cannotCome(context, at))).toEqual([409, 'TOO_LATE_TO_CANCEL'])
  expect(await readBookingState(context, at)).toMatchObject({ status: 'QUEUED', hold: 'booked', refunds: [] })
})

describe('cancelling without a refund, where the partner allows it', () => {
  beforeAll(() => {
    for (const each of [context, other]) setCancellationOptions(each, { lateCancellation: 'without-refund' })
  })
  test('the slot is released for others, and the patient is notified that there is no refund [B4.14]', async () => {
    const at = await lateOne()
    expect(await cannotCome(context, at)).toMatchObject({ status: 200, body: { refundAmount: 0 } })
    const record = ['QUEUED SYSTEM', 'CANCELLED PATIENT']
    expect(await readBookingState(context, at)).toEqual({ status: 'CANCELLED', hold: 'released', record, refunds: [] })
    await runScheduledJobs(context)
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [price], refunded: [] })
    expect(await cannotCome(context, at)).toMatchObject({ status: 200, body: { refundAmount: 0 } })
  })
  test('the patient is refunded in full when it is not too late after all', async () => {
    const at = await bookConsultation(context, product)
    await setStartIn(context, at, 120 * 60 + 30)
    expect(await cannotCome(context, at)).toMatchObject({ body: { refundAmount: price } })
  })
  test('a consultation that has begun cannot be cancelled', async () => {
    const at = await lateOne()
    await setStartIn(context, at, -1)
    expect(statusAndCodeOf(await cannotCome(context, at))).toEqual([409, 'TOO_LATE_TO_CANCEL'])
  })
  test('five concurrent cancellations and one by the clinician end it once, with a refund only when the clinic was first', async () => {
    const at = await lateOne()
    const clinician = await insertStaffFor(context, at.clinicianId)
    const tries = [1, 2, 3, 4, 5].map((each) => cannotCome(each % 2 ? context : other, at))
    const answers = await Promise.all([...tries, cancelAtDesk(other, at, clinician)])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    await runScheduledJobs(context)
    const { record, refunds } = await readBookingState(context, at)
    const ends = record.filter((action) => action.startsWith('CANCELLED'))
    expect(ends).toHaveLength(1)
    expect(refunds).toHaveLength(ends[0] === 'CANCELLED PATIENT' ? 0 : 1)
  })
})
