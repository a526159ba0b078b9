import { type Agenda, isSameSpan, occupiedBy, type Span } from '@cuida/core/booking/calendar/slots.ts'
import { rescheduleProblem, type Terms } from '@cuida/core/consultation/cancelling.ts'
import { type ActionRole, createAction } from '@cuida/core/consultation/status/actions.ts'
import {
  insertBooked,
  isPatientBusyError,
  isSlotTakenError,
  lockDays,
  releaseBooked,
  releaseExpired,
} from '../../booking/calendar/slot-hold-store.ts'
import { addEvent, type LockedOrder } from '../../checkout/order/order-store.ts'
import { insertActions } from '../../consultation/action-store.ts'
import { type LockedConsultation, lockConsultation, topicsOf } from '../../consultation/change-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import { enqueueCareNotification } from '../../notifications/outbox-store.ts'
import { lockOrderOf } from './cancel.ts'
import { type BookedSlot, findBookedSlot, saveRescheduled } from './reschedule-store.ts'

/** The clinician and start that the requester saw (optimistic lock). */
export interface SeenAppointment {
  clinicianId: string | null
  startTime: Date | null
}

/**
 * False when the patient or a colleague changed the appointment since the requester saw it. Without `seen` there is
 * no check.
 */
export const isUnchangedSince = (
  { clinicianId, startTime }: LockedConsultation,
  seenAppointment: SeenAppointment | undefined,
): boolean =>
  !seenAppointment ||
  (seenAppointment.clinicianId === clinicianId && seenAppointment.startTime?.getTime() === startTime?.getTime())

export interface RescheduleBookingInput {
  clinicianId: string
  slot: Span
  agenda: Agenda
  /** The partner's rescheduling terms for the requester; the clinic has none to keep. */
  terms: Terms | 'clinic'
  now: Date
  seen?: SeenAppointment | undefined
  /** The start time for which alternatives were offered, when the patient picks one of them. */
  offeredFor?: Date | undefined
  /** The member of staff who reschedules, and writes that commit with it; absent for the patient. */
  staff?: { id: string; role: ActionRole; also: (tx: Tx) => Promise<void> }
}
export type RescheduleRefusal =
  | 'CONSULTATION_NOT_FOUND'
  | 'NOT_RESCHEDULABLE'
  | 'TOO_LATE_TO_CANCEL'
  | 'SLOT_TAKEN'
  | 'CONSULTATION_OVERLAPS'
  | 'CHANGED_MEANWHILE'

/**
 * Moves a booking to another time. The old slot is released in the transaction that takes the new one, so a request
 * that loses the race keeps its booking. Asking for the slot that the booking already has succeeds without a change.
 */
export async function reschedule(
  db: Db,
  id: string,
  input: RescheduleBookingInput,
): Promise<RescheduleRefusal | undefined> {
  try {
    return await db.begin(async (tx) => {
      const order = await lockOrderOf(tx, id)
      const booked = await lockConsultation(tx, id)
      if (!booked || !order?.slotHoldId) return booked ? 'NOT_RESCHEDULABLE' : 'CONSULTATION_NOT_FOUND'
      const old = await findBookedSlot(tx, order.slotHoldId)
      if (old && booked.status === 'QUEUED' && isSameSlot(old, input)) return undefined
      if (!isUnchangedSince(booked, input.seen) || !isStillOffered(booked, input)) return 'CHANGED_MEANWHILE'
      const problem = rescheduleProblem(booked, input.terms, input.now)
      if (problem || !old) return problem ?? 'NOT_RESCHEDULABLE'
      await lockDays(tx, [old, { clinicianId: input.clinicianId, start: input.slot.start }])
      await move(tx, order, booked, old, input)
      return undefined
    })
  } catch (error) {
    if (isPatientBusyError(error)) return 'CONSULTATION_OVERLAPS'
    if (isSlotTakenError(error)) return 'SLOT_TAKEN'
    throw error
  }
}

async function move(
  tx: Tx,
  order: LockedOrder,
  booked: LockedConsultation,
  old: BookedSlot,
  input: RescheduleBookingInput,
): Promise<void> {
  const { clinicianId, slot, agenda } = input
  await releaseExpired(tx, clinicianId)
  await releaseBooked(tx, order.slotHoldId ?? '')
  const occupied = occupiedBy(slot, agenda.bufferMinutes)
  // Another clinician at the same time adds no overlap for the patient, so an old row without the overlap check stays
  // without it.
  const patientId = isSameSpan(old, slot) ? old.patientId : order.patientId
  const slotHoldId = await insertBooked(tx, { cartId: order.cartId, patientId, clinicianId, slot, occupied })
  await saveRescheduled(tx, { orderId: order.id, consultationId: booked.id }, { slotHoldId, clinicianId, slot })
  // The actions record that the consultation is queued again and who moved it; the released hold keeps the old time.
  const { staff } = input
  await insertActions(tx, booked.id, staff?.id ?? null, [createAction('QUEUED', staff?.role ?? 'PATIENT')])
  await addEvent(tx, order.id, order.status, staff ? 'staff' : 'app', 'RESCHEDULED')
  await enqueueCareNotification(tx, { consultationId: booked.id }, 'moved', { asked: staff === undefined })
  await staff?.also(tx)
  const calendars = [...new Set([old.clinicianId, clinicianId])].map((each) => `clinician:${each}`)
  await notifyChanged(tx, [...topicsOf(booked), `order:${order.id}`, 'queue', ...calendars])
}

const isStillOffered = ({ timesOfferedFor }: LockedConsultation, { offeredFor }: RescheduleBookingInput): boolean =>
  !offeredFor || offeredFor.getTime() === timesOfferedFor?.getTime()

const isSameSlot = (old: BookedSlot, { clinicianId, slot }: RescheduleBookingInput): boolean =>
  old.clinicianId === clinicianId && isSameSpan(old, slot)
