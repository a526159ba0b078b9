import { type Agenda, isSame, occupiedBy, type Span } from '@cuida/core/booking/calendar/slots.ts'
import { rescheduleProblem, type Terms } from '@cuida/core/consultation/cancelling.ts'
import { type ActionRole, happened } from '@cuida/core/consultation/status/actions.ts'
import {
  insertBooked,
  isPatientBusy,
  isTimeLost,
  lockDays,
  releaseBooked,
  releaseExpired,
} from '../../booking/calendar/slot-hold-store.ts'
import { addEvent, type LockedOrder } from '../../checkout/order/order-store.ts'
import { insertActions } from '../../consultation/action-store.ts'
import { type Locked, lockConsultation, topicsOf } from '../../consultation/change-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import { enqueueCareNotification } from '../../notifications/outbox-store.ts'
import { lockOrderOf } from './cancel.ts'
import { type BookedSlot, findBookedSlot, saveRescheduled } from './reschedule-store.ts'

/** Whose a consultation was, and when, as the requester saw it. */
export interface Seen {
  clinicianId: string | null
  startTime: Date | null
}

/** False when its patient or a colleague has changed it since. Without `seen` anything is as seen. */
export const isAsSeen = ({ clinicianId, startTime }: Locked, seen: Seen | undefined): boolean =>
  !seen || (seen.clinicianId === clinicianId && seen.startTime?.getTime() === startTime?.getTime())

export interface NewTime {
  clinicianId: string
  slot: Span
  agenda: Agenda
  /** The partner's for who moves it, or none for the clinic. */
  terms: Terms | 'clinic'
  now: Date
  /** Whose it was and when, as it was asked about. */
  seen?: Seen | undefined
  /** The start for which others were offered, when it is by that offer. */
  offeredFor?: Date | undefined
  /** Who moves it, when it is not the patient, and what else commits with it. */
  staff?: { id: string; role: ActionRole; also: (tx: Tx) => Promise<void> }
}
export type NoReschedule =
  | 'CONSULTATION_NOT_FOUND'
  | 'NOT_RESCHEDULABLE'
  | 'TOO_LATE_TO_CANCEL'
  | 'SLOT_TAKEN'
  | 'CONSULTATION_OVERLAPS'
  | 'CHANGED_MEANWHILE'

/**
 * Another time for a booking, all or nothing: the old one is given back in the transaction that takes the new one, so
 * that whoever loses the race keeps what they had. The time that they have already is theirs already.
 */
export async function reschedule(db: Db, id: string, wish: NewTime): Promise<NoReschedule | undefined> {
  try {
    return await db.begin(async (tx) => {
      const order = await lockOrderOf(tx, id)
      const booked = await lockConsultation(tx, id)
      if (!booked || !order?.slotHoldId) return booked ? 'NOT_RESCHEDULABLE' : 'CONSULTATION_NOT_FOUND'
      const old = await findBookedSlot(tx, order.slotHoldId)
      if (old && booked.status === 'QUEUED' && isWished(old, wish)) return undefined
      if (!isAsSeen(booked, wish.seen) || !isStillOffered(booked, wish)) return 'CHANGED_MEANWHILE'
      const problem = rescheduleProblem(booked, wish.terms, wish.now)
      if (problem || !old) return problem ?? 'NOT_RESCHEDULABLE'
      await lockDays(tx, [old, { clinicianId: wish.clinicianId, start: wish.slot.start }])
      await move(tx, order, booked, old, wish)
      return undefined
    })
  } catch (error) {
    if (isPatientBusy(error)) return 'CONSULTATION_OVERLAPS'
    if (isTimeLost(error)) return 'SLOT_TAKEN'
    throw error
  }
}

async function move(tx: Tx, order: LockedOrder, booked: Locked, old: BookedSlot, wish: NewTime): Promise<void> {
  const { clinicianId, slot, agenda } = wish
  await releaseExpired(tx, clinicianId)
  await releaseBooked(tx, order.slotHoldId ?? '')
  const occupied = occupiedBy(slot, agenda.bufferMinutes)
  // Another clinician at the same time does not change what else the patient has then.
  const patientId = isSame(old, slot) ? old.patientId : order.patientId
  const slotHoldId = await insertBooked(tx, { cartId: order.cartId, patientId, clinicianId, slot, occupied })
  await saveRescheduled(tx, { orderId: order.id, consultationId: booked.id }, { slotHoldId, clinicianId, slot })
  // In the record it waits anew, by the wish of whoever asked; the released hold keeps the time that it had.
  const { staff } = wish
  await insertActions(tx, booked.id, staff?.id ?? null, [happened('QUEUED', staff?.role ?? 'PATIENT')])
  await addEvent(tx, order.id, order.status, staff ? 'staff' : 'app', 'RESCHEDULED')
  await enqueueCareNotification(tx, { consultationId: booked.id }, 'moved', { asked: staff === undefined })
  await staff?.also(tx)
  const calendars = [...new Set([old.clinicianId, clinicianId])].map((each) => `clinician:${each}`)
  await notifyChanged(tx, [...topicsOf(booked), `order:${order.id}`, 'queue', ...calendars])
}

const isStillOffered = ({ timesOfferedFor }: Locked, { offeredFor }: NewTime): boolean =>
  !offeredFor || offeredFor.getTime() === timesOfferedFor?.getTime()

const isWished = (old: BookedSlot, { clinicianId, slot }: NewTime): boolean =>
  old.clinicianId === clinicianId && isSame(old, slot)
