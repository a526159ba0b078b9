import { type Agenda, type Span, workOn } from '@cuida/core/booking/calendar/slots.ts'
import { undecidedOf } from '@cuida/core/care/absence/absence.ts'
import type { AbsenceHour, Decided } from '@cuida/core/care/absence/absence-api.ts'
import { localTime } from '@cuida/core/kit/zone.ts'
import { lockClinician } from '../../booking/agenda/desk-agenda-store.ts'
import { namesIn } from '../../catalogue/sold-names.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { errorCode, type Tx } from '../../kit/db/db.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import type { Services } from '../../services.ts'
import { loadFreeCheck, reassignEach } from '../reassignment/reassignment.ts'
import { findColleagues } from '../reassignment/reassignment-store.ts'
import { type BookedHour, findBookedIn, findPayingIn, insertAbsence, releaseHeldIn } from './absence-store.ts'

/** What is booked with a clinician in a stretch of time, its products in the reader's language (`locale`), and who of their colleagues is free at each hour of it. */
export async function hoursIn(services: Services, clinicianId: string, stretch: Span, locale: string) {
  const { db } = services
  const [booked, nameOf] = await Promise.all([findBookedIn(db, clinicianId, stretch), namesIn(services, locale)])
  const products = [...new Set(booked.map(({ productId }) => productId))]
  const colleagues = await findColleagues(db, clinicianId, products)
  const isFree = await loadFreeCheck(
    services,
    colleagues.map(({ id }) => id),
    isWorking,
  )
  return {
    items: booked.map((hour) =>
      shown(
        { ...hour, productName: nameOf({ slug: hour.productSlug, name: hour.productName }) },
        colleagues.flatMap(({ id, productIds }) => (productIds.includes(hour.productId) && isFree(id, hour) ? id : [])),
      ),
    ),
    colleagues: colleagues.map(({ id, name }) => ({ id, name })),
  }
}

/** Reassigned hours need working time alone, not the times that the colleague offers. */
function isWorking(agenda: Agenda, hour: Span): boolean {
  const { day } = localTime(agenda.timeZone, hour.start)
  return workOn(agenda, day).some(({ start, end }) => start <= hour.start && hour.end <= end)
}

const shown = (hour: BookedHour, free: string[]): AbsenceHour => ({
  id: hour.id,
  startTime: hour.start.toISOString(),
  endTime: hour.end.toISOString(),
  product: { id: hour.productId, name: hour.productName },
  patient: { firstName: hour.firstName, lastName: hour.lastName },
  areTimesOffered: hour.areTimesOffered,
  free,
})

export interface Entered {
  clinicianId: string
  stretch: Span
  reason: string
  resolutions: readonly Decided[]
  by: StaffCaller
}

/**
 * From here on nobody takes time of it (`refuse_time_away` in the database): all that was booked before is seen, and decided
 * of. Times that carts hold are given back; what is being paid for is no booking any more, and its money goes back by itself.
 */
export async function enter(
  services: Services,
  tx: Tx,
  { clinicianId, stretch, reason, resolutions, by }: Entered,
): Promise<string | 'HAS_BOOKINGS'> {
  await lockClinician(tx, clinicianId)
  const booked = await findBookedIn(tx, clinicianId, stretch)
  const asked = booked.map((hour) => ({ ...hour, startTime: hour.start.toISOString() }))
  if (undecidedOf(asked, resolutions).length > 0) return 'HAS_BOOKINGS'
  const id = await insertAbsence(tx, { clinicianId, ...stretch }, by.staffId)
  const holders = await releaseHeldIn(tx, clinicianId, stretch)
  for (const orderId of await findPayingIn(tx, clinicianId, stretch))
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

/** Whether somebody was away then already. */
export const isOverlap = (error: unknown): boolean => errorCode(error) === '23P01'

/**
 * Applies the decision about each booked hour. An hour that is no longer this clinician's, or has another start, was decided
 * by its patient or a colleague meanwhile.
 */
export const settle = (services: Services, from: string, resolutions: readonly Decided[], by: StaffCaller) =>
  reassignEach(
    services,
    resolutions.map(({ startTime, ...resolution }) => ({
      ...resolution,
      seen: { clinicianId: from, startTime: new Date(startTime) },
    })),
    { by, reason: 'AWAY' },
  )
