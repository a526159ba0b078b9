import { cancelOrder } from '@cuida/core/care/booked/booked-api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { productFor } from '../../booking/test-people.ts'
import { startTestContext, type TestContext } from '../../testing/test-context.ts'
import { endFaults } from '../../testing/test-contexts.ts'
import {
  advanceCheckoutTime,
  authorisePayment,
  compareTotals,
  createPublicAddress,
  type PlacedOrder,
  placeTestOrder,
  planPaymentFault,
  readConsultation,
  readOrderMoney,
  readSlotHold,
  runCheckoutJobs,
  runScheduledJobs,
} from '../order/test-orders.ts'
import { actAtBank, fetchProviderPayment } from '../pix/test-pix.ts'
import { chargeOrder } from './charge-order.ts'

/** A payment that is decided after the appointment's start never becomes a booking, at either provider (C10.6). */
const contexts = [
  { partner: 'vida-ligera', provider: 'monei', waits: 'PENDING' },
  { partner: 'bem-leve', provider: 'mercadopago', waits: 'PROCESSING' },
] as const

describe.each(contexts)('late decisions at $provider', ({ partner, provider, waits }) => {
  let context: TestContext
  let product: Product
  beforeAll(async () => {
    context = await startTestContext({ partner, demo: false, env: await createPublicAddress() })
    product = await productFor(context, 'scheduled')
    await context.app.listen({ port: Number(context.env.PORT), host: '127.0.0.1' })
  })
  beforeEach(() => endFaults(context))
  afterAll(() => context.close())

  /** An order whose payment waits for a challenge or the bank. */
  async function undecided(): Promise<PlacedOrder> {
    const at = await placeTestOrder(context, product, 'challenge')
    await runCheckoutJobs(context)
    expect((await at.read()).status).toBe(waits)
    return at
  }
  /** Moves the appointment to so many seconds from now. */
  const startsIn = ({ id }: PlacedOrder, seconds: number) => context.db`
    with moved as (
      update slot_hold s set starts_at = clock_timestamp() + make_interval(secs => ${seconds}),
        ends_at = clock_timestamp() + make_interval(secs => ${seconds + 1200})
      from care_order o where o.slot_hold_id = s.id and o.id = ${id} returning o.id, s.starts_at, s.ends_at)
    update consultation c set starts_at = moved.starts_at, ends_at = moved.ends_at from moved where c.order_id = moved.id`
  /** The bank approves, even if nothing waits for it any more. */
  const approve = (at: PlacedOrder) =>
    provider === 'monei' ? authorisePayment(context, at.id) : actAtBank(context, at.id, 'payLate')
  const notificationsOf = async ({ id }: PlacedOrder) => {
    const rows = await context.db`
      select n.type as kind from notification n join consultation c on c.id = n.consultation_id where c.order_id = ${id} order by n.created_at`
    return rows.map(({ kind }) => kind)
  }
  const fetchStates = async (at: PlacedOrder) => {
    const { status, failureReason } = await at.read()
    const consultation = await readConsultation(context, at.id)
    return [status, failureReason, (await readSlotHold(context, at.id))?.state, consultation?.status ?? null]
  }

  test('an undecided order is listed among the patient’s bookings', async () => {
    const at = await undecided()
    expect(await readConsultation(context, at.id)).toMatchObject({
      status: 'PENDING',
      patient_id: at.patient.patientId,
    })
  })

  test('when the appointment begins the hold ends, the provider cancels the payment, and the patient is notified [C10.6]', async () => {
    const at = await undecided()
    await startsIn(at, 60)
    await runScheduledJobs(context)
    expect(await fetchStates(at)).toEqual([waits, null, 'paying', 'PENDING'])
    await startsIn(at, -1)
    await advanceCheckoutTime(context, 20)
    await runScheduledJobs(context)
    expect(await fetchStates(at)).toEqual(['FAILED', 'TOO_LATE', 'released', 'EXPIRED'])
    expect(await notificationsOf(at)).toEqual(['too-late'])
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [], refunded: [] })
    if (provider === 'mercadopago')
      expect(await fetchProviderPayment(context, at.id)).toMatchObject({ status: 'cancelled' })
  })

  test('an unavailable provider does not keep the slot; what it approves later is refunded, and the patient notified', async () => {
    const at = await undecided()
    await startsIn(at, -1)
    await planPaymentFault(context, '5xx', { provider, times: 20 })
    await chargeOrder(context.services, at.id)
    expect((await fetchStates(at)).slice(0, 3)).toEqual(['FAILED', 'TOO_LATE', 'released'])
    await endFaults(context)
    await approve(at)
    await askAgain(at)
    const price = product.price.amount
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [price], refunded: [price] })
    expect(await at.read()).toMatchObject({ status: 'FAILED', refund: { amount: price, state: 'done' } })
    expect(await notificationsOf(at)).toEqual(['too-late', 'refunded'])
  })

  test('an approval after the start is no booking even if the hold has not ended; an approval before it is', async () => {
    const late = await undecided()
    const inTime = await undecided()
    await startsIn(inTime, 30)
    await approveWaiting(inTime)
    await askAgain(inTime)
    expect(await fetchStates(inTime)).toEqual(['ACTIVE', null, 'booked', 'QUEUED'])
    await startsIn(late, -1)
    await approveWaiting(late)
    await askAgain(late)
    expect(await fetchStates(late)).toEqual(['FAILED', 'TOO_LATE', 'released', 'EXPIRED'])
    const price = product.price.amount
    expect(await readOrderMoney(context, late.id)).toEqual({ charged: [price], refunded: [price] })
  })

  test('the patient cancels meanwhile; a later approval is refunded', async () => {
    const at = await undecided()
    const { status } = await context.sendCall(cancelOrder, { id: at.id, reason: 'TIME' }, { token: at.patient.token })
    expect(status).toBe(200)
    expect((await fetchStates(at)).slice(0, 3)).toEqual(['FAILED', 'CANCELLED', 'released'])
    if (provider === 'mercadopago') {
      await approve(at)
      await askAgain(at)
      expect((await readOrderMoney(context, at.id)).refunded).toEqual([product.price.amount])
    }
  })

  test('both books agree in the end', async () => {
    await runCheckoutJobs(context)
    const { ours, theirs } = await compareTotals(context)
    expect(ours).toEqual(theirs)
  })

  const approveWaiting = (at: PlacedOrder) =>
    provider === 'monei' ? authorisePayment(context, at.id) : actAtBank(context, at.id, 'pay')
  /** Fetches the payment and runs the jobs that follow, as a webhook does. */
  async function askAgain({ id }: PlacedOrder): Promise<void> {
    await context.db`
      insert into webhook_inbox (provider, event_id, payment_id, attempt_id)
      select provider, gen_random_uuid()::text, provider_payment_id, id from payment_attempt where order_id = ${id}`
    await context.db`update webhook_inbox set received_at = received_at - interval '20 seconds' where applied_at is null`
    await advanceCheckoutTime(context, 20)
    await runScheduledJobs(context)
    await runScheduledJobs(context)
  }
})
