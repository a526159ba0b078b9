import { type Agenda, occupiedBy, overlaps, type Span, workOn } from '@cuida/core/booking/calendar/slots.ts'
import { undecidedOf } from '@cuida/core/care/absence/absence.ts'
import type { AbsenceHour, Decided } from '@cuida/core/care/absence/absence-api.ts'
import type { RescueProblem } from '@cuida/core/care/rescue/rescue-api.ts'
import { localTime } from '@cuida/core/kit/zone.ts'
import { findAgendas, findTaken } from '../../booking/agenda/agenda-store.ts'
import { lockClinician } from '../../booking/agenda/desk-agenda-store.ts'
import { namesIn } from '../../catalogue/sold-names.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { errorCode, type Tx } from '../../kit/db/db.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import type { Services } from '../../services.ts'
import { cancelOne, handOnOne, offerOne } from '../rescue/rescue.ts'
import {
  type BookedHour,
  findBookedIn,
  findColleagues,
  findPayingIn,
  insertAbsence,
  releaseHeldIn,
} from './absence-store.ts'

/** What is booked with a clinician in a stretch of time, its products in the reader's language (`locale`), and who of their colleagues is free at each hour of it. */
export async function hoursIn(services: Services, clinicianId: string, stretch: Span, locale: string) {
  const { db, config } = services
  const [booked, nameOf] = await Promise.all([findBookedIn(db, clinicianId, stretch), namesIn(services, locale)])
  const products = [...new Set(booked.map(({ productId }) => productId))]
  const colleagues = await findColleagues(db, clinicianId, products)
  const ids = colleagues.map(({ id }) => id)
  const [agendas, taken] = await Promise.all([findAgendas(db, config, ids), findTaken(db, ids, undefined)])
  const isFree = ({ start, end, productId }: BookedHour, colleague: (typeof colleagues)[number]): boolean => {
    const agenda = agendas.get(colleague.id)
    return (
      agenda !== undefined &&
      colleague.productIds.includes(productId) &&
      isAtLeisure(agenda, taken.get(colleague.id) ?? [], { start, end })
    )
  }
  return {
    items: booked.map((hour) =>
      shown(
        { ...hour, productName: nameOf({ slug: hour.productSlug, name: hour.productName }) },
        colleagues.filter((one) => isFree(hour, one)).map(({ id }) => id),
      ),
    ),
    colleagues: colleagues.map(({ id, name }) => ({ id, name })),
  }
}

/** Works then, and has nobody. Whoever takes an hour over has it at that hour, whatever times they offer themselves. */
function isAtLeisure(agenda: Agenda, taken: readonly Span[], hour: Span): boolean {
  const { day } = localTime(agenda.timeZone, hour.start)
  const works = workOn(agenda, day).some(({ start, end }) => start <= hour.start && hour.end <= end)
  return works && !taken.some((one) => overlaps(one, occupiedBy(hour, agenda.bufferMinutes)))
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
  fates: readonly Decided[]
  by: StaffCaller
}

/**
 * From here on nobody takes time of it (`refuse_time_away` in the database): all that was booked before is seen, and decided
 * of. Times that carts hold are given back; what is being paid for is no booking any more, and its money goes back by itself.
 */
export async function enter(
  services: Services,
  tx: Tx,
  { clinicianId, stretch, reason, fates, by }: Entered,
): Promise<string | 'HAS_BOOKINGS'> {
  await lockClinician(tx, clinicianId)
  const booked = await findBookedIn(tx, clinicianId, stretch)
  const asked = booked.map((hour) => ({ ...hour, startTime: hour.start.toISOString() }))
  if (undecidedOf(asked, fates).length > 0) return 'HAS_BOOKINGS'
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
 * What was decided of each hour, one after the other, each for itself: an hour that is not this clinician's any more, or has
 * another start, was decided by its patient or a colleague meanwhile.
 */
export async function settle(
  services: Services,
  clinicianId: string,
  fates: readonly Decided[],
  by: StaffCaller,
): Promise<{ id: string; problem: RescueProblem | null }[]> {
  const results: { id: string; problem: RescueProblem | null }[] = []
  for (const fate of new Map(fates.map((one) => [one.id, one])).values())
    results.push({ id: fate.id, problem: (await settleOne(services, clinicianId, fate, by)) ?? null })
  return results
}

async function settleOne(
  services: Services,
  from: string,
  { id, startTime, fate, clinicianId }: Decided,
  by: StaffCaller,
) {
  const wish = { by, reason: 'AWAY', seen: { clinicianId: from, startTime: new Date(startTime) } } as const
  if (fate === 'offer') return offerOne(services, id, wish)
  if (fate === 'cancel') return cancelOne(services, id, wish)
  return clinicianId ? handOnOne(services, id, { ...wish, clinicianId }) : ('COLLEAGUE_NOT_AVAILABLE' as const)
}
