import { mergedSlots } from '@cuida/core/booking/calendar/merged-slots.ts'
import { freeSlots, isOffered, isSameSpan, nextFree, type Span } from '@cuida/core/booking/calendar/slots.ts'
import { weekOf } from '@cuida/core/booking/calendar/week.ts'
import { listProductSlots, listSlots, lockSlot, unlockSlot } from '@cuida/core/booking/cart/api.ts'
import { listProductClinicians } from '@cuida/core/catalogue/api.ts'
import {
  getClinicianWeek,
  type ListedClinician,
  listClinicians,
} from '@cuida/core/catalogue/clinician/clinician-api.ts'
import { localTime } from '@cuida/core/kit/zone.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findClinicianDirectory, findCliniciansOf, listedClinicianOf } from '../../catalogue/clinician-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { serve } from '../../kit/http/serve.ts'
import { memoizeFor } from '../../kit/memoize.ts'
import type { Services } from '../../services.ts'
import { findAgendas, findOccupiedTimes } from '../agenda/agenda-store.ts'
import { findCart, type StoredCart } from '../cart/cart-store.ts'
import { holdSlot, LockRefused } from './hold-slot.ts'
import { findOffer, findProduct } from './offer.ts'
import { releaseHeld } from './slot-hold-store.ts'
import { activeProducts, bySoonest, findSoonest } from './soonest.ts'

/**
 * Milliseconds. The home page shows them to every visitor: one read of all calendars serves all requests of this
 * time.
 */
const DIRECTORY_CACHE_MS = 5_000

export function calendarRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listProductClinicians, async ({ slug }, { db, now, locale, refuse }) => {
    const product = (await findProduct(services, slug, locale)) ?? refuse('PRODUCT_NOT_FOUND')
    const clinicians = await findCliniciansOf(db, product.id, locale)
    const ids = clinicians.map(({ id }) => id)
    const [agendas, occupiedTimes] = await Promise.all([
      findAgendas(db, services.config, ids),
      findOccupiedTimes(db, ids, undefined),
    ])
    const items = clinicians.map((clinician) => {
      const agenda = product.scheduled ? agendas.get(clinician.id) : undefined
      const slotQuery = {
        durationMinutes: product.durationMinutes,
        now: now(),
        occupiedTimes: occupiedTimes.get(clinician.id) ?? [],
      }
      return { ...clinician, nextFree: (agenda && nextFree(agenda, slotQuery)?.start.toISOString()) ?? null }
    })
    return { items: items.sort((a, b) => soonness(a.nextFree).localeCompare(soonness(b.nextFree))) }
  })

  serve(app, services, listSlots, async ({ id, productId, from, to }, { db, now, caller, locale, refuse, request }) => {
    const offer = await findOffer(services, db, { clinicianId: id, productId, locale })
    if (typeof offer === 'string') return refuse(offer)
    const { product, agenda } = offer
    const cart = await ownCart(services, request, caller?.accountId)
    const own = cart?.hold?.clinicianId === id ? cart.hold : undefined
    const occupiedTimes = (await findOccupiedTimes(db, [id], cart?.id)).get(id) ?? []
    const slotQuery = { from, to, durationMinutes: product.durationMinutes, now: now(), occupiedTimes }
    return {
      timeZone: agenda.timeZone,
      nextFree: nextFree(agenda, slotQuery)?.start.toISOString() ?? null,
      days: freeSlots(agenda, slotQuery).map(({ date, slots }) => ({
        date,
        slots: withOwn(slots, own, date, agenda.timeZone).map((slot) => shownSlot(slot, own)),
      })),
    }
  })

  serve(app, services, listProductSlots, async ({ slug, from, to }, { db, now, caller, locale, refuse, request }) => {
    const product = await findProduct(services, slug, locale)
    if (!product?.scheduled) return refuse('PRODUCT_NOT_FOUND')
    const ids = (await findCliniciansOf(db, product.id, locale)).map(({ id }) => id)
    const cart = await ownCart(services, request, caller?.accountId)
    const own = cart?.hold && ids.includes(cart.hold.clinicianId) ? cart.hold : undefined
    const [agendas, occupiedTimes] = await Promise.all([
      findAgendas(db, services.config, ids),
      findOccupiedTimes(db, ids, cart?.id),
    ])
    const calendars = ids.flatMap((clinicianId) => {
      const agenda = agendas.get(clinicianId)
      return agenda ? [{ clinicianId, agenda, occupiedTimes: occupiedTimes.get(clinicianId) ?? [] }] : []
    })
    const slotQuery = { durationMinutes: product.durationMinutes, now: now() }
    const soonest = calendars.flatMap(
      (each) => nextFree(each.agenda, { ...slotQuery, occupiedTimes: each.occupiedTimes })?.start ?? [],
    )
    const { timeZone } = services.config
    return {
      timeZone,
      nextFree: soonest.sort((a, b) => a.getTime() - b.getTime())[0]?.toISOString() ?? null,
      days: mergedSlots(calendars, { ...slotQuery, from, to, timeZone, own }).map(({ date, slots }) => ({
        date,
        slots: slots.map((slot) => ({
          ...shownSlot(slot, own?.clinicianId === slot.clinicianId ? own : undefined),
          clinicianId: slot.clinicianId,
        })),
      })),
    }
  })
}

/** The cart of the request's `x-cart-key`, if the caller may use it and it is not ordered yet. */
async function ownCart({ db }: Services, request: FastifyRequest, accountId: string | undefined) {
  const key = request.headers['x-cart-key']
  const cart = typeof key === 'string' ? await findCart(db, key, accountId) : undefined
  return cart?.isOrdered ? undefined : cart
}

/** Lists the caller's own held time even when it is too close to be offered to others. */
function withOwn(slots: Span[], own: Span | undefined, date: string, timeZone: string): Span[] {
  if (!own || localTime(timeZone, own.start).day !== date || slots.some((slot) => isSameSpan(slot, own))) return slots
  return [...slots, own].sort((a, b) => a.start.getTime() - b.start.getTime())
}

const shownSlot = (slot: Span, own: Span | undefined) => ({
  startTime: slot.start.toISOString(),
  endTime: slot.end.toISOString(),
  lockedByYou: own !== undefined && isSameSpan(slot, own),
})

const soonness = (moment: string | null): string => moment ?? '9999'

/** Holds a slot while its patient checks out, and releases it when the patient goes back. */
export function lockRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, lockSlot, async (input, { db, now, caller, locale, refuse }) => {
    const { id: clinicianId, productId, startTime, endTime, sessionKey } = input
    const offer = await findOffer(services, db, { clinicianId, productId, locale })
    if (typeof offer === 'string') return refuse(offer)
    const { agenda, product } = offer
    const slot = { start: new Date(startTime), end: new Date(endTime) }
    const mayHave = ({ content, hold }: StoredCart) =>
      content.productId === product.id &&
      ((hold?.clinicianId === clinicianId && isSameSpan(hold, slot)) ||
        isOffered(agenda, slot, product.durationMinutes, now()))
    const holder = { sessionKey, accountId: caller?.accountId }
    const held = await holdSlot(db, { ...holder, clinicianId, slot, agenda, mayHave })
    if (held instanceof LockRefused) return refuse(held.code, { extra: { existing: held.existing } })
    return {
      startTime: held.start.toISOString(),
      endTime: held.end.toISOString(),
      lockedAt: held.lockedAt.toISOString(),
      expiresAt: held.expiresAt.toISOString(),
    }
  })

  serve(app, services, unlockSlot, async ({ id, sessionKey }, { db, caller, refuse }) => {
    const cart = (await findCart(db, sessionKey, caller?.accountId)) ?? refuse('SLOT_LOCK_NOT_FOUND')
    await db.begin(async (tx) => {
      if ((await releaseHeld(tx, cart.id, id)) === undefined) refuse('SLOT_LOCK_NOT_FOUND')
      await notifyChanged(tx, [`clinician:${id}`])
    })
    return null
  })
}

/** The clinician directory with free times, for visitors who have not chosen a product yet. */
export function clinicianDirectoryRoutes(app: FastifyInstance, services: Services): void {
  const everybody = memoizeFor(DIRECTORY_CACHE_MS, () => findSoonest(services))

  serve(app, services, listClinicians, async ({ page, pageSize }, { locale }) => {
    const all = await everybody()
    const number = Number(page)
    const size = Number(pageSize)
    const pageRows = all.slice((number - 1) * size, number * size)
    const items = pageRows.map(
      ({ clinician, nextFree }): ListedClinician => ({ ...listedClinicianOf(clinician, locale), nextFree }),
    )
    return { items, page: number, pageSize: size, total: all.length }
  })

  serve(
    app,
    services,
    getClinicianWeek,
    async ({ id }, { db, locale, now, refuse }) => {
      const { config } = services
      const products = activeProducts(services, locale)
      const productIds = products.map((product) => product.id)
      const [clinician] = await findClinicianDirectory(db, productIds, id)
      if (!clinician) return refuse('CLINICIAN_NOT_FOUND')
      const [agendas, occupiedTimes] = await Promise.all([
        findAgendas(db, config, [id]),
        findOccupiedTimes(db, [id], undefined),
      ])
      const agenda = agendas.get(id) ?? refuse('CLINICIAN_NOT_FOUND')
      const clinicianProducts = products.filter(
        (product) => product.scheduled && clinician.products.includes(product.id),
      )
      const offers = clinicianProducts.map(({ slug, name, durationMinutes }) => {
        const slotQuery = { durationMinutes, now: now(), occupiedTimes: occupiedTimes.get(id) ?? [] }
        return { slug, name, durationMinutes, nextFree: nextFree(agenda, slotQuery)?.start.toISOString() ?? null }
      })
      const { timeZone } = config
      return { timeZone, days: weekOf(agenda, timeZone, now()), offers: offers.sort(bySoonest) }
    },
    { topics: ({ id }) => [`clinician:${id}`] },
  )
}
