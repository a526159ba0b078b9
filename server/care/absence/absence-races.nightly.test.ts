import { describe, expect, test } from 'vitest'
import {
  createSecondProcess,
  listOfferedTimes,
  lockTestSlot,
  newCart,
  newClinician,
  newPatient,
} from '../../booking/test-people.ts'
import {
  authorisePayment,
  createCheckout,
  orderWithCard,
  placeTestOrder,
  readConsultation,
  readOrderMoney,
  readSlotHold,
  runCheckoutJobs,
  runScheduledJobs,
} from '../../checkout/order/test-orders.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { closeAfterTests } from '../../testing/test-contexts.ts'
import { bookConsultation, cancelTestBooking, expectConsistentBooking, rescheduleTestBooking } from '../test-booked.ts'
import { insertClinician } from '../test-people.ts'
import { createAbsenceActions, FIVE_DAY_ABSENCE, resolutionFor } from './test-absence.ts'

const { context, product } = await createCheckoutContext()
const other = closeAfterTests(await createSecondProcess(context))
const office = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
const desk = createAbsenceActions(context, office)
await context.app.listen({ port: Number(context.env.PORT), host: '127.0.0.1' })

const ROUNDS = 12
/** Slots that were held or booked after the clinician's absence was entered, and lie inside it. */
const takenAway = (clinicianId: string) => context.db`
  select s.state from slot_hold s join clinician_absence a on a.clinician_id = s.clinician_id
    and a.starts_at < s.ends_at and a.ends_at > s.starts_at and a.withdrawn_at is null
  where s.clinician_id = ${clinicianId} and s.state <> 'released' and s.locked_at > a.entered_at`
const stateIn = (clinicianId: string) => context.db`
  select s.state from slot_hold s where s.clinician_id = ${clinicianId} and s.state <> 'released'`
const notificationsOf = async (orderId: string) => {
  const rows = await context.db`
    select n.type as kind from notification n join consultation c on c.id = n.consultation_id where c.order_id = ${orderId}`
  return rows.map(({ kind }) => kind)
}

describe('a concurrent absence and booking', () => {
  test('a held slot is released or refused, and no cart keeps one', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const clinicianId = await newClinician(context, product)
      const patient = await newPatient(context)
      const sessionKey = await newCart(context, patient, product)
      const [time] = await listOfferedTimes(context, clinicianId, product)
      if (!time) throw new Error('the clinician has no free slot')
      const input = { id: clinicianId, productId: product.id, sessionKey, ...time }
      const [held, entered] = await Promise.all([
        lockTestSlot(round % 2 ? context : other, patient, input),
        createAbsenceActions(round % 2 ? other : context, office).enter(clinicianId),
      ])
      expect(entered.status).toBe(200)
      if (held.status !== 200) expect(['SLOT_TAKEN', 'SLOT_NOT_OFFERED']).toContain(statusAndCodeOf(held)[1])
      expect(await stateIn(clinicianId)).toHaveLength(0)
    }
  })
  test('a concurrent payment is booked and resolved, or refused and refunded: no booking stays unresolved [C10.3]', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const at = await createCheckout(context, product)
      const [paid, entered] = await Promise.all([orderWithCard(context, at, 'good'), desk.enter(at.clinicianId)])
      await runCheckoutJobs(context)
      const states = (await stateIn(at.clinicianId)).map(({ state }) => state)
      expect(entered.status === 200 ? states : ['booked']).toEqual(entered.status === 200 ? [] : states)
      if (paid.status > 299) {
        expect(statusAndCodeOf(paid)[1]).toMatch(/^SLOT_LOCK_/)
        continue
      }
      const { charged, refunded } = await readOrderMoney(context, paid.body.workflowId)
      if (entered.status === 200) expect(refunded).toEqual(charged)
    }
  })
  test('a concurrent reschedule into the absence fails, or makes entering the absence fail', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const at = await bookConsultation(context, product)
      const clinicianId = await newClinician(context, product)
      const time = (await listOfferedTimes(context, clinicianId, product)).at(-1)
      if (!time) throw new Error('the clinician has no free slot')
      const [moved, entered] = await Promise.all([
        rescheduleTestBooking(context, at, { ...time, clinicianId }),
        createAbsenceActions(other, office).enter(clinicianId),
      ])
      expect([moved.status === 200, entered.status === 200].filter(Boolean)).toHaveLength(1)
      await expectConsistentBooking(context, at)
      expect(await takenAway(clinicianId)).toHaveLength(0)
    }
  })
  test('of two managers who enter the same absence, one succeeds and the other gets 409', async () => {
    for (let round = 0; round < 4; round++) {
      const at = await bookConsultation(context, product)
      const resolutions = [resolutionFor(at, 'cancel')]
      const answers = await Promise.all([
        desk.enter(at.clinicianId, resolutions),
        createAbsenceActions(other, office).enter(at.clinicianId, resolutions),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      await runCheckoutJobs(context)
      expect((await readOrderMoney(context, at.id)).refunded).toEqual([product.price.amount])
    }
  })
  test('concurrent resolutions and a cancellation of one appointment refund it at most once', async () => {
    const at = await bookConsultation(context, product)
    const eva = await newClinician(context, product)
    const { body } = await desk.enter(at.clinicianId, [resolutionFor(at, 'offer')])
    await Promise.all([
      desk.settle(body.id, [resolutionFor(at, 'reassign', eva)]),
      createAbsenceActions(other, office).settle(body.id, [resolutionFor(at, 'cancel')]),
      cancelTestBooking(context, at),
    ])
    await runCheckoutJobs(context)
    await expectConsistentBooking(context, at)
    const back = (await readConsultation(context, at.id))?.status === 'CANCELLED'
    expect((await readOrderMoney(context, at.id)).refunded).toEqual(back ? [product.price.amount] : [])
  })
})

describe('an order with an undecided payment', () => {
  test('the order fails when its clinician is absent: nothing is charged and the patient is notified', async () => {
    const at = await placeTestOrder(context, product, 'challenge')
    await runCheckoutJobs(context)
    expect((await readSlotHold(context, at.id))?.state).toBe('paying')
    expect((await desk.enter(at.clinicianId)).status).toBe(200)
    await runScheduledJobs(context)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'TOO_LATE' })
    expect((await readSlotHold(context, at.id))?.state).toBe('released')
    expect((await readConsultation(context, at.id))?.status).toBe('EXPIRED')
    expect(await notificationsOf(at.id)).toEqual(['too-late'])
  })
  test('the order is refunded when the bank had already charged it', async () => {
    const at = await placeTestOrder(context, product, 'challenge')
    await runCheckoutJobs(context)
    await desk.enter(at.clinicianId)
    await authorisePayment(context, at.id)
    await runScheduledJobs(context)
    const { charged, refunded } = await readOrderMoney(context, at.id)
    expect(refunded).toEqual(charged)
    expect((await readSlotHold(context, at.id))?.state).toBe('released')
    expect(await at.read()).toMatchObject({ status: 'FAILED' })
  })
  test('with a concurrent bank result, the order is either booked before the absence or refunded', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const at = await placeTestOrder(context, product, 'challenge')
      await runCheckoutJobs(context)
      const [entered] = await Promise.all([
        desk.enter(at.clinicianId),
        authorisePayment(context, at.id).catch(() => {}),
      ])
      await runScheduledJobs(context)
      const { charged, refunded } = await readOrderMoney(context, at.id)
      const isBooked = (await readSlotHold(context, at.id))?.state === 'booked'
      expect(isBooked, `round ${round}`).toBe(entered.status !== 200)
      expect(refunded).toEqual(isBooked ? [] : charged)
    }
  })
})

test('a free order loses its slot too and fails as TOO_LATE', async () => {
  const at = await createCheckout(context, product)
  const free = await orderWithCard(context, at, 'good')
  await context.db`delete from payment_attempt where order_id = ${free.body.workflowId}`
  await context.db`update care_order set amount = 0 where id = ${free.body.workflowId}`
  expect((await desk.enter(at.clinicianId)).status).toBe(200)
  await runCheckoutJobs(context)
  expect((await readSlotHold(context, free.body.workflowId))?.state).toBe('released')
  const [row] = await context.db`select status, failure_reason from care_order where id = ${free.body.workflowId}`
  expect(row).toEqual({ status: 'FAILED', failure_reason: 'TOO_LATE' })
})

test('the database refuses a booked slot inside an absence', async () => {
  const at = await bookConsultation(context, product)
  const { body } = await desk.enter(at.clinicianId, [resolutionFor(at, 'cancel')])
  expect(body.results).toEqual([{ id: at.consultationId, problem: null }])
  const again = context.db`update slot_hold set state = 'booked' where id = (
    select slot_hold_id from consultation where id = ${at.consultationId})`
  await expect(again).rejects.toMatchObject({ code: '23P01' })
  expect(FIVE_DAY_ABSENCE.startTime < at.time.startTime).toBe(true)
})
