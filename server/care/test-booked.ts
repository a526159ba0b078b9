import type { CareRules } from '@cuida/core/brand/care-rules.ts'
import { cancelOrder, rescheduleConsultation } from '@cuida/core/care/booked/booked-api.ts'
import { cancelConsultation } from '@cuida/core/care/queue/desk-api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { expect } from 'vitest'
import type { TestPatient } from '../booking/test-people.ts'
import {
  type PlacedOrder,
  placeTestOrder,
  readConsultation,
  readSlotHold,
  runCheckoutJobs,
} from '../checkout/order/test-orders.ts'
import type { TestContext } from '../testing/test-context.ts'
import { insertClinician, type TestClinician } from './test-people.ts'

/** A slot that is booked and paid for. */
export interface TestBooking extends PlacedOrder {
  consultationId: string
}

export async function bookConsultation(
  context: TestContext,
  product: Product,
  patient?: TestPatient,
): Promise<TestBooking> {
  const at = await placeTestOrder(context, product, 'good', patient)
  await runCheckoutJobs(context)
  return { ...at, consultationId: (await readConsultation(context, at.id))?.id }
}

export const cancelTestBooking = (
  context: TestContext,
  { id, patient }: Pick<PlacedOrder, 'id' | 'patient'>,
  reason = 'TIME',
) => context.sendCall(cancelOrder, { id, reason }, { token: patient.token })

export const rescheduleTestBooking = (
  context: TestContext,
  { consultationId, patient }: TestBooking,
  to: { startTime: string; endTime: string; clinicianId?: string },
) => context.sendCall(rescheduleConsultation, { id: consultationId, ...to }, { token: patient.token })

/** Inserts the staff account of a calendar's clinician. */
export async function insertStaffFor(context: TestContext, clinicianId: string): Promise<TestClinician> {
  const staff = await insertClinician(context, { isClinician: false })
  await context.db`update staff set clinician_id = ${clinicianId} where id = ${staff.staffId}`
  return { ...staff, clinicianId }
}

export const cancelAtDesk = (context: TestContext, { consultationId }: TestBooking, { token }: TestClinician) =>
  context.sendCall(cancelConsultation, { id: consultationId, reason: 'UNAVAILABLE' }, { token })

/** Moves the start to `seconds` from now, with a booking made the day before. */
export async function setStartIn(context: TestContext, at: TestBooking, seconds: number): Promise<void> {
  await setBookingAge(context, at, 24 * 60)
  await context.db`
    update consultation set starts_at = clock_timestamp() + make_interval(secs => ${seconds}),
      ends_at = clock_timestamp() + make_interval(secs => ${seconds + 1200})
    where id = ${at.consultationId}`
}

/** Makes the booking `minutes` old, because a partner may refund what is cancelled soon after booking. */
export async function setBookingAge(
  { owner }: TestContext,
  { consultationId }: TestBooking,
  minutes: number,
): Promise<void> {
  await owner.begin(async (tx) => {
    // Bypasses the trigger that makes the actions append-only.
    await tx`set local session_replication_role = replica`
    await tx`
      update consultation_action set at = clock_timestamp() - make_interval(mins => ${minutes})
      where id = (select min(id) from consultation_action where consultation_id = ${consultationId} and type = 'QUEUED')`
  })
}

/** Sets the partner's options for late cancellation; `{}` turns them off. */
export function setCancellationOptions({ services: { config } }: TestContext, care: Partial<CareRules>): void {
  const off: Partial<CareRules> = { graceMinutes: 0, lateCancellation: 'refused' }
  config.partnerConfig = { ...config.partnerConfig, care: { ...config.partnerConfig.care, ...off, ...care } }
}

/** The current state of a booking: consultation, slot hold, refunds and actions. */
export async function readBookingState(context: TestContext, at: Pick<TestBooking, 'id' | 'consultationId'>) {
  const consultation = await readConsultation(context, at.id)
  const hold = await readSlotHold(context, at.id)
  const actions = await context.db<{ type: string; role: string }[]>`
    select type, role from consultation_action where consultation_id = ${at.consultationId} order by id`
  const refunds = await context.db<{ amount: number; state: string; reason: string }[]>`
    select r.amount, r.state, r.reason from refund r join payment_attempt a on a.id = r.attempt_id
    where a.order_id = ${at.id}`
  return {
    status: consultation?.status,
    hold: hold?.state,
    record: actions.map(({ type, role }) => `${type} ${role}`),
    refunds: [...refunds],
  }
}

/**
 * Asserts the invariant of every booking after a race: one booked slot equal to the consultation's, or none when it
 * is over.
 */
export async function expectConsistentBooking(context: TestContext, at: TestBooking): Promise<void> {
  const holds = await context.db`
    select s.* from slot_hold s join care_order o on o.cart_id = s.cart_id where o.id = ${at.id} and s.state = 'booked'`
  const consultation = await readConsultation(context, at.id)
  if (consultation?.status !== 'QUEUED') return expect(holds).toEqual([])
  expect(holds).toMatchObject([
    { id: consultation.slot_hold_id, clinician_id: consultation.clinician_id, starts_at: consultation.starts_at },
  ])
}
