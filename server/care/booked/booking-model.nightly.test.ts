import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { listOfferedTimes } from '../../booking/test-people.ts'
import {
  advanceCheckoutTime,
  planPaymentFault,
  readOrderMoney,
  runCheckoutJobs,
  runScheduledJobs,
} from '../../checkout/order/test-orders.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { endFaults } from '../../testing/test-contexts.ts'
import {
  bookConsultation,
  cancelAtDesk,
  cancelTestBooking,
  expectConsistentBooking,
  insertStaffFor,
  readBookingState,
  rescheduleTestBooking,
  setStartIn,
  type TestBooking,
} from '../test-booked.ts'
import type { TestClinician } from '../test-people.ts'

const { context, product } = await createCheckoutContext()

/** Actions on one booking, which the test runs in any order and number. */
type ModelAction =
  | 'change'
  | 'changeTwice'
  | 'cancel'
  | 'cancelAtDesk'
  | 'comesNear'
  | 'work'
  | 'providerFails'
  | 'runJob'
const MODEL_ACTIONS: readonly ModelAction[] = [
  'change',
  'changeTwice',
  'cancel',
  'cancelAtDesk',
  'comesNear',
  'work',
  'providerFails',
  'runJob',
]

/** The model of the rule: whether the booking is over, and whether its start is within the notice period. */
interface Model {
  isOver: boolean
  isNear: boolean
}

async function apply(action: ModelAction, model: Model, at: TestBooking, clinician: TestClinician): Promise<void> {
  const [first, second] = await freeTimes(at)
  const statusOf = ({ status }: { status: number }) => status
  switch (action) {
    case 'change':
      return expect(statusOf(await rescheduleTestBooking(context, at, first))).toBe(
        model.isOver || model.isNear ? 409 : 200,
      )
    case 'changeTwice': {
      const both = (
        await Promise.all([rescheduleTestBooking(context, at, first), rescheduleTestBooking(context, at, second)])
      ).map(statusOf)
      return expect(both.includes(200)).toBe(!model.isOver && !model.isNear)
    }
    case 'cancel': {
      expect(statusOf(await cancelTestBooking(context, at))).toBe(!model.isOver && model.isNear ? 409 : 200)
      model.isOver ||= !model.isNear
      return
    }
    case 'cancelAtDesk': {
      expect(statusOf(await cancelAtDesk(context, at, clinician))).toBe(model.isOver ? 409 : 204)
      model.isOver = true
      return
    }
    case 'comesNear':
      if (!model.isOver) await comesNear(at)
      model.isNear ||= !model.isOver
      return
    case 'work':
      return runCheckoutJobs(context).catch(away)
    case 'providerFails':
      return planPaymentFault(context, 'did-it-then-5xx', { path: '/refund' })
    case 'runJob':
      await advanceCheckoutTime(context, 20)
      return runScheduledJobs(context).catch(away)
  }
}

/** Ignores an unavailable provider: retrying later is what this test is about. */
function away(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'ProviderDown') throw error
}

async function freeTimes({ clinicianId }: TestBooking) {
  const [_soonest, _next, first, second] = await listOfferedTimes(context, clinicianId, product)
  if (!first || !second) throw new Error('the clinician has no free slot')
  return [first, second] as const
}

/** Moves the slot hold together with the consultation, because both have the same start. */
async function comesNear(at: TestBooking): Promise<void> {
  await setStartIn(context, at, 60)
  await context.db`
    update slot_hold s set starts_at = c.starts_at, ends_at = c.ends_at, during = tstzrange(c.starts_at, c.ends_at)
    from consultation c where c.id = ${at.consultationId} and s.id = c.slot_hold_id`
}

test('after any sequence of actions a booking has its slot or one refund, and the provider agrees [B4.14]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...MODEL_ACTIONS), { minLength: 1, maxLength: 8 }), async (actions) => {
      const at = await bookConsultation(context, product)
      const clinician = await insertStaffFor(context, at.clinicianId)
      const model: Model = { isOver: false, isNear: false }
      for (const action of actions) {
        await apply(action, model, at, clinician)
        await expectConsistentBooking(context, at)
        expect((await readBookingState(context, at)).status).toBe(model.isOver ? 'CANCELLED' : 'QUEUED')
      }
      await endFaults(context)
      await advanceCheckoutTime(context, 20)
      await runScheduledJobs(context)
      const { amount } = product.price
      expect(await readOrderMoney(context, at.id)).toEqual({
        charged: [amount],
        refunded: model.isOver ? [amount] : [],
      })
      expect((await at.read()).refundAmount).toBe(model.isOver ? amount : 0)
    }),
    { numRuns: 25, endOnFailure: true },
  )
})
