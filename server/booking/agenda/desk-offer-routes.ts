import { keepTime, listDeskTimes } from '@cuida/core/booking/agenda/desk-offer-api.ts'
import { freeSlots, type Span } from '@cuida/core/booking/calendar/slots.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { FastifyInstance } from 'fastify'
import { wantedOf } from '../../access/people/people-search.ts'
import { SEARCHES_OF_STAFF } from '../../access/rate-limits.ts'
import { serve } from '../../kit/http/serve.ts'
import { spend } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { findOffer } from '../calendar/offer.ts'
import { findTaken } from './agenda-store.ts'
import { findClinicians, findHolder, findProductIds } from './desk-agenda-store.ts'
import { holdTime } from './hold-time.ts'
import { isMine } from './whose-agenda.ts'

/**
 * Who asks for a time at the clinic gets one on offer, as somebody who waits in line does: the desk books nothing in
 * their place, because the answers, the consent and the money are theirs (docs/decisions/0047).
 */
export function deskOfferRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listDeskTimes, async ({ id, day, productId: wanted }, { db, now, caller, locale, refuse }) => {
    const [clinician] = isMine(caller, id) ? await findClinicians(db, id) : []
    if (!clinician) return refuse('CLINICIAN_NOT_FOUND')
    const given = await findProductIds(db, id)
    const products = services.content
      .products(locale)
      .filter(({ id: each, scheduled }: Product) => scheduled && given.has(each))
    const productId = (products.find((each) => each.id === wanted) ?? products[0])?.id ?? null
    const offer = productId && (await findOffer(services, db, { clinicianId: id, productId, locale }))
    const shown = { products: products.map(({ id: each, name }) => ({ id: each, name })), productId }
    if (!offer || typeof offer === 'string') return { ...shown, timeZone: clinician.timeZone, slots: [] }
    const taken = (await findTaken(db, [id], undefined)).get(id) ?? []
    const { durationMinutes } = offer.product
    const days = freeSlots(offer.agenda, { from: day, to: day, durationMinutes, now: now(), taken })
    return { ...shown, timeZone: offer.agenda.timeZone, slots: days.flatMap(({ slots }) => slots).map(shownSlot) }
  })

  serve(app, services, keepTime, async ({ id, phone, ...wanted }, { db, caller, locale, refuse }) => {
    const { secrets, config } = services
    if (!isMine(caller, id)) refuse('CLINICIAN_NOT_FOUND')
    await spend(db, secrets, SEARCHES_OF_STAFF, caller.staffId)
    const number = wantedOf(phone, config.countryCodes)
    const accountId = ('phone' in number && (await findHolder(db, number.phone))) || refuse('NUMBER_NOT_FOUND')
    const whose = { accountId, patientId: null, clinicianId: id, isFollowUp: false }
    const kept = await holdTime(services, db, { ...whose, ...wanted }, { staffId: caller.staffId, locale })
    return typeof kept === 'string' ? refuse(kept) : { keptUntil: kept.toISOString() }
  })
}

const shownSlot = ({ start, end }: Span) => ({ startTime: start.toISOString(), endTime: end.toISOString() })
