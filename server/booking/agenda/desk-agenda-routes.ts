import { areInOrder, findOutsideHours } from '@cuida/core/booking/agenda/agenda.ts'
import { getAgenda, setHours } from '@cuida/core/booking/agenda/agenda-api.ts'
import { keepTime, listDeskTimes } from '@cuida/core/booking/agenda/desk-offer-api.ts'
import { type Agenda, freeSlots, hoursOn, type Span } from '@cuida/core/booking/calendar/slots.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { HORIZON_DAYS } from '@cuida/core/kit/assumptions.ts'
import { dayAfter, localTime, momentOf, weekdayOf } from '@cuida/core/kit/zone.ts'
import { ageOn, dayInUtc } from '@cuida/core/profile/account/age.ts'
import type { FastifyInstance } from 'fastify'
import { parsePersonQuery } from '../../access/people/people-search.ts'
import { SEARCHES_OF_STAFF } from '../../access/rate-limits.ts'
import { soldNamesIn } from '../../catalogue/sold-names.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import { consumeRateLimit } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { findOffer } from '../calendar/offer.ts'
import { canSeeAgenda, visibleClinicianId } from './agenda-access.ts'
import { findAgendas, findOccupiedTimes } from './agenda-store.ts'
import {
  type DeskSlotHold,
  findAbsences,
  findActiveAccountByPhone,
  findChangedDays,
  findClinicians,
  findProductIds,
  findSlotHolds,
  lockClinician,
  replaceDay,
  replaceWeekday,
} from './desk-agenda-store.ts'
import { holdTime } from './hold-time.ts'

const WEEK = 7

/** Working hours and bookings. Managers see all agendas, clinicians their own. */
export function deskAgendaRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getAgenda, async ({ from }, { db, caller, locale, now }) => {
    const visibleId = visibleClinicianId(caller)
    if (visibleId === null) return { clinicians: [] }
    const clinicians = await findClinicians(db, visibleId)
    const ids = clinicians.map(({ id }) => id)
    const days = Array.from({ length: WEEK }, (_, offset) => dayAfter(from, offset))
    const until = dayAfter(from, WEEK)
    const moment = now()
    const [agendas, changed, holds, absences, nameOf] = await Promise.all([
      findAgendas(db, services.config, ids),
      findChangedDays(db, ids, from, until),
      // One more day at either end: a day begins at different moments in different time zones.
      findSlotHolds(db, ids, momentOf('UTC', dayAfter(from, -1), '00:00'), momentOf('UTC', dayAfter(until), '00:00')),
      findAbsences(db, ids, momentOf('UTC', dayAfter(from, -1), '00:00')),
      soldNamesIn(services, locale),
    ])
    const clinicianAgendas = clinicians.map((clinician) => ({
      ...clinician,
      absences: absences.get(clinician.id) ?? [],
      days: days.map((date) => ({
        date,
        hours: hoursOf(agendas.get(clinician.id), date),
        isException: changed.has(`${clinician.id} ${date}`),
        holds: holds
          .filter((hold) => isOn(hold, clinician, date))
          .map((hold) => ({
            ...toApiHold(hold),
            booked: hold.booked && {
              patient: { ...hold.booked.patient, age: ageOn(hold.booked.patient.dateOfBirth, dayInUtc(moment)) },
              productName: nameOf({ slug: hold.booked.productSlug, name: hold.booked.productName }),
            },
          })),
      })),
    }))
    return { clinicians: clinicianAgendas }
  })

  serve(app, services, setHours, async (input, { db, now, caller, refuse }) => {
    const { id, day, hours, weekly = false, anyway = false, reason } = input
    if (!canSeeAgenda(caller, id)) refuse('CLINICIAN_NOT_FOUND')
    if (hours && !areInOrder(hours)) refuse('HOURS_OVERLAP')
    await db.begin(async (tx) => {
      const [clinician] = await findClinicians(tx, id)
      if (!clinician) return refuse('CLINICIAN_NOT_FOUND')
      await lockClinician(tx, id)
      if (weekly) await replaceWeekday(tx, id, weekdayOf(day), hours ?? [])
      else await replaceDay(tx, id, day, hours)
      const outside = await bookedOutside(tx, services.config, clinician, weekly ? undefined : day, now())
      // Bookings outside the new hours need a confirmation: the refusal rolls back what was written above.
      if (outside.length > 0 && !anyway) refuse('HAS_BOOKINGS', { extra: { bookings: outside.map(toApiHold) } })
      const detail = { day, weekly, hours, booked: outside.length }
      const subject = { kind: 'clinician', id } as const
      await audit(tx, services.secrets, { staffId: caller.staffId, act: 'agenda', subject, reason, detail })
      await notifyChanged(tx, [`clinician:${id}`])
    })
    return null
  })
}

const hoursOf = (agenda: Agenda | undefined, date: string) =>
  (agenda ? hoursOn(agenda, date) : [])
    .map(({ starts, ends }) => ({ starts: starts.slice(0, 5), ends: ends.slice(0, 5) }))
    .sort((a, b) => a.starts.localeCompare(b.starts))

const isOn = (hold: DeskSlotHold, { id, timeZone }: { id: string; timeZone: string }, date: string): boolean =>
  hold.clinicianId === id && localTime(timeZone, hold.start).day === date

const toApiHold = ({ start, end, state, consultationId }: DeskSlotHold) => ({
  startTime: start.toISOString(),
  endTime: end.toISOString(),
  state,
  consultationId,
})

/** Bookings and payments in progress outside the current hours, on one day or on every future day. */
async function bookedOutside(
  tx: Tx,
  config: Services['config'],
  { id, timeZone }: { id: string; timeZone: string },
  day: string | undefined,
  now: Date,
): Promise<DeskSlotHold[]> {
  const from = day ? momentOf(timeZone, day, '00:00') : now
  const until = day
    ? momentOf(timeZone, day, '24:00')
    : momentOf('UTC', dayAfter(isoDay(now), HORIZON_DAYS + 2), '00:00')
  const holds = (await findSlotHolds(tx, [id], from, until)).filter(
    ({ state, start }) => state !== 'held' && start > now,
  )
  const agenda = (await findAgendas(tx, config, [id])).get(id)
  return holds.filter((hold) => {
    const date = localTime(timeZone, hold.start).day
    return findOutsideHours([hold], hoursOf(agenda, date), timeZone).length > 0
  })
}

const isoDay = (moment: Date): string => moment.toISOString().slice(0, 10)

/**
 * A patient who asks the clinic for a time gets an offer, as from the waitlist. The desk books nothing in the
 * patient's place, because answers, consent and money are the patient's (docs/decisions/0047).
 */
export function deskOfferRoutes(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    listDeskTimes,
    async ({ id, day, productId: requestedProductId }, { db, now, caller, locale, refuse }) => {
      const [clinician] = canSeeAgenda(caller, id) ? await findClinicians(db, id) : []
      if (!clinician) return refuse('CLINICIAN_NOT_FOUND')
      const clinicianProductIds = await findProductIds(db, id)
      const products = services.content
        .products(locale)
        .filter(({ id: each, scheduled }: Product) => scheduled && clinicianProductIds.has(each))
      const productId = (products.find((each) => each.id === requestedProductId) ?? products[0])?.id ?? null
      const offer = productId && (await findOffer(services, db, { clinicianId: id, productId, locale }))
      const productChoice = { products: products.map(({ id: each, name }) => ({ id: each, name })), productId }
      if (!offer || typeof offer === 'string') return { ...productChoice, timeZone: clinician.timeZone, slots: [] }
      const occupiedTimes = (await findOccupiedTimes(db, [id], undefined)).get(id) ?? []
      const { durationMinutes } = offer.product
      const days = freeSlots(offer.agenda, { from: day, to: day, durationMinutes, now: now(), occupiedTimes })
      return {
        ...productChoice,
        timeZone: offer.agenda.timeZone,
        slots: days.flatMap(({ slots }) => slots).map(shownSlot),
      }
    },
  )

  serve(app, services, keepTime, async ({ id, phone, ...wanted }, { db, caller, locale, refuse }) => {
    const { secrets, config } = services
    if (!canSeeAgenda(caller, id)) refuse('CLINICIAN_NOT_FOUND')
    await consumeRateLimit(db, secrets, SEARCHES_OF_STAFF, caller.staffId)
    const number = parsePersonQuery(phone, config.countryCodes)
    const accountId =
      ('phone' in number && (await findActiveAccountByPhone(db, number.phone))) || refuse('NUMBER_NOT_FOUND')
    const holdTarget = { accountId, patientId: null, clinicianId: id, isFollowUp: false }
    const result = await holdTime(
      services,
      db,
      { ...holdTarget, ...wanted },
      { actor: { staffId: caller.staffId }, locale },
    )
    return typeof result === 'string' ? refuse(result) : { keptUntil: result.toISOString() }
  })
}

const shownSlot = ({ start, end }: Span) => ({ startTime: start.toISOString(), endTime: end.toISOString() })
