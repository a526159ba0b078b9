import { type Agenda, type Span, workOn } from '@cuida/core/booking/calendar/slots.ts'
import { findUndecided } from '@cuida/core/care/absence/absence.ts'
import type { AbsenceAppointment, AppointmentResolution } from '@cuida/core/care/absence/absence-api.ts'
import { localTime } from '@cuida/core/kit/zone.ts'
import { lockClinician } from '../../booking/agenda/desk-agenda-store.ts'
import { soldNamesIn } from '../../catalogue/sold-names.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { errorCode, type Tx } from '../../kit/db/db.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import type { Services } from '../../services.ts'
import { loadFreeCheck, reassignEach } from '../reassignment/reassignment.ts'
import { findColleagues } from '../reassignment/reassignment-store.ts'
import {
  type BookedAppointment,
  findAppointmentsIn,
  findUndecidedOrdersIn,
  insertAbsence,
  releaseHeldSlotsIn,
} from './absence-store.ts'

/**
 * A clinician's appointments in a span, with product names in `locale`, and the colleagues who are free at each of
 * them.
 */
export async function listAppointmentsIn(services: Services, clinicianId: string, stretch: Span, locale: string) {
  const { db } = services
  const [booked, nameOf] = await Promise.all([
    findAppointmentsIn(db, clinicianId, stretch),
    soldNamesIn(services, locale),
  ])
  const products = [...new Set(booked.map(({ productId }) => productId))]
  const colleagues = await findColleagues(db, clinicianId, products)
  const isFree = await loadFreeCheck(
    services,
    colleagues.map(({ id }) => id),
    isWorking,
  )
  return {
    items: booked.map((hour) =>
      toAbsenceAppointment(
        { ...hour, productName: nameOf({ slug: hour.productSlug, name: hour.productName }) },
        colleagues.flatMap(({ id, productIds }) => (productIds.includes(hour.productId) && isFree(id, hour) ? id : [])),
      ),
    ),
    colleagues: colleagues.map(({ id, name }) => ({ id, name })),
  }
}

/** Reassignment needs working hours only; the slots that the colleague offers for booking do not matter. */
function isWorking(agenda: Agenda, hour: Span): boolean {
  const { day } = localTime(agenda.timeZone, hour.start)
  return workOn(agenda, day).some(({ start, end }) => start <= hour.start && hour.end <= end)
}

const toAbsenceAppointment = (hour: BookedAppointment, free: string[]): AbsenceAppointment => ({
  id: hour.id,
  startTime: hour.start.toISOString(),
  endTime: hour.end.toISOString(),
  product: { id: hour.productId, name: hour.productName },
  patient: { firstName: hour.firstName, lastName: hour.lastName },
  areTimesOffered: hour.areTimesOffered,
  free,
})

export interface EnterAbsenceInput {
  clinicianId: string
  stretch: Span
  reason: string
  resolutions: readonly AppointmentResolution[]
  by: StaffCaller
}

/**
 * From here on the database refuses new bookings in the span (`refuse_time_away`), so every earlier booking is
 * visible and needs a resolution. Slots held by carts are released. Orders that are being paid are processed again,
 * which refunds them.
 */
export async function createAbsence(
  services: Services,
  tx: Tx,
  { clinicianId, stretch, reason, resolutions, by }: EnterAbsenceInput,
): Promise<string | 'HAS_BOOKINGS'> {
  await lockClinician(tx, clinicianId)
  const booked = await findAppointmentsIn(tx, clinicianId, stretch)
  const appointments = booked.map((hour) => ({ ...hour, startTime: hour.start.toISOString() }))
  if (findUndecided(appointments, resolutions).length > 0) return 'HAS_BOOKINGS'
  const id = await insertAbsence(tx, { clinicianId, ...stretch }, by.staffId)
  const holders = await releaseHeldSlotsIn(tx, clinicianId, stretch)
  for (const orderId of await findUndecidedOrdersIn(tx, clinicianId, stretch))
    await enqueue(tx, 'processOrder', { orderId }, { key: `order:${orderId}` })
  const detail = {
    absence: id,
    from: stretch.start.toISOString(),
    until: stretch.end.toISOString(),
    booked: booked.length,
  }
  const subject = { kind: 'clinician', id: clinicianId } as const
  await audit(tx, services.secrets, { staffId: by.staffId, act: 'agenda', subject, reason, detail })
  await notifyChanged(tx, [`clinician:${clinicianId}`, 'queue', ...holders.map((account) => `account:${account}`)])
  return id
}

/** Whether the insert failed because the clinician already has an absence in the span. */
export const isOverlap = (error: unknown): boolean => errorCode(error) === '23P01'

/**
 * Applies the resolution of each appointment. An appointment that changed its clinician or start meanwhile was
 * resolved by its patient or a colleague and is skipped.
 */
export const resolveAppointments = (
  services: Services,
  from: string,
  resolutions: readonly AppointmentResolution[],
  by: StaffCaller,
) =>
  reassignEach(
    services,
    resolutions.map(({ startTime, ...resolution }) => ({
      ...resolution,
      seen: { clinicianId: from, startTime: new Date(startTime) },
    })),
    { by, reason: 'AWAY' },
  )
