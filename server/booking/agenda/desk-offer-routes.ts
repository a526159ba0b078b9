import { randomUUID } from 'node:crypto'
import { keepTime, listDeskTimes } from '@cuida/core/booking/agenda/desk-offer-api.ts'
import { freeSlots, isOffered, occupiedBy, type Span } from '@cuida/core/booking/calendar/slots.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { DESK_OFFER_MINUTES } from '@cuida/core/kit/assumptions.ts'
import type { FastifyInstance } from 'fastify'
import { wantedOf } from '../../access/people/people-search.ts'
import { SEARCHES_OF_STAFF } from '../../access/rate-limits.ts'
import { audit } from '../../kit/audit.ts'
import { hashOf } from '../../kit/crypto/secrets.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { spend } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { insertClaim, isTimeLost, lockDays, releaseExpired } from '../calendar/claim-store.ts'
import { findOffer } from '../calendar/offer.ts'
import { offerKey } from '../waitlist/waitlist-offers.ts'
import {
  findWaiting,
  insertOfferCart,
  lapseEntries,
  lockWaiting,
  markOffered,
  upsertEntry,
} from '../waitlist/waitlist-store.ts'
import { findTaken } from './agenda-store.ts'
import { findClinicians } from './desk-agenda-store.ts'
import { findHolder, findProductIds } from './desk-offer-store.ts'
import { isMine } from './whose-agenda.ts'

/**
 * Who asks for a time at the clinic gets one on offer, as somebody who waits in line does: the desk books nothing in
 * their place, because the answers, the consent and the money are theirs (docs/decisions/0060).
 */
export function deskOfferRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listDeskTimes, async ({ id, day, productId: wanted }, { db, now, caller, locale, refuse }) => {
    const [clinician] = isMine(caller, id) ? await findClinicians(db, id) : []
    if (!clinician) return refuse('CLINICIAN_NOT_FOUND')
    const given = await findProductIds(db, id)
    const products = (await services.content.products(locale)).filter(
      ({ id: each, scheduled }: Product) => scheduled && given.has(each),
    )
    const productId = (products.find((each) => each.id === wanted) ?? products[0])?.id ?? null
    const offer = productId && (await findOffer(services, db, { clinicianId: id, productId, locale }))
    const shown = { products: products.map(({ id: each, name }) => ({ id: each, name })), productId }
    if (!offer || typeof offer === 'string') return { ...shown, timeZone: clinician.timeZone, slots: [] }
    const taken = (await findTaken(db, [id], undefined)).get(id) ?? []
    const { durationMinutes } = offer.product
    const days = freeSlots(offer.agenda, { from: day, to: day, durationMinutes, now: now(), taken })
    return { ...shown, timeZone: offer.agenda.timeZone, slots: days.flatMap(({ slots }) => slots).map(shownSlot) }
  })

  serve(app, services, keepTime, async ({ id, ...wish }, { db, now, caller, locale, refuse }) => {
    const { secrets, config } = services
    if (!isMine(caller, id)) refuse('CLINICIAN_NOT_FOUND')
    await spend(db, secrets, SEARCHES_OF_STAFF, caller.staffId)
    const offer = await findOffer(services, db, { clinicianId: id, productId: wish.productId, locale })
    if (typeof offer === 'string') return refuse(offer)
    const wanted = wantedOf(wish.phone, config.countryCodes)
    const accountId = ('phone' in wanted && (await findHolder(db, wanted.phone))) || refuse('NUMBER_NOT_FOUND')
    const slot = { start: new Date(wish.startTime), end: new Date(wish.endTime) }
    if (!isOffered(offer.agenda, slot, offer.product.durationMinutes, now())) refuse('SLOT_NOT_OFFERED')
    const occupied = occupiedBy(slot, offer.agenda.bufferMinutes)
    const kept = await db
      .begin(async (tx) => {
        const until = await keep(services, tx, { accountId, clinicianId: id, product: offer.product, slot, occupied })
        if (!until) return refuse('OFFER_OPEN')
        const subject = { kind: 'patient', id: accountId } as const
        const detail = { clinicianId: id, start: slot.start.toISOString() }
        await audit(tx, secrets, { staffId: caller.staffId, act: 'keep-time', subject, detail })
        return until
      })
      .catch((error: unknown) => {
        if (isTimeLost(error)) return refuse('SLOT_TAKEN')
        throw error
      })
    return { keptUntil: kept.toISOString() }
  })
}

const shownSlot = ({ start, end }: Span) => ({ startTime: start.toISOString(), endTime: end.toISOString() })

interface Kept {
  accountId: string
  clinicianId: string
  product: Product
  slot: Span
  /** With the pause after it. */
  occupied: Span
}

/** Until when it is kept; undefined when they have a time of this kind on offer already. */
async function keep(services: Services, tx: Tx, kept: Kept): Promise<Date | undefined> {
  const { accountId, clinicianId, product, slot, occupied } = kept
  // The line's lock first, as everybody who offers a time takes it.
  await lockWaiting(tx)
  await lapseEntries(tx)
  const { id: productId, slug: productSlug, name: productName } = product
  const whose = { accountId, patientId: null, productId, clinicianId, until: slot.start }
  await upsertEntry(tx, { ...whose, productSlug, productName })
  const entryId = await findWaiting(tx, accountId, productId)
  if (!entryId) return undefined
  await lockDays(tx, [{ clinicianId, start: slot.start }])
  await releaseExpired(tx, clinicianId)
  const cartId = randomUUID()
  const keyHash = hashOf(offerKey(services, cartId))
  await insertOfferCart(tx, { ...whose, id: entryId }, { id: cartId, keyHash, clinicianId })
  const { expiresAt } = await insertClaim(tx, cartId, clinicianId, slot, occupied, DESK_OFFER_MINUTES)
  await markOffered(tx, entryId, cartId)
  await enqueue(tx, 'tellOffer', { entryId, asked: true }, { key: `offer:${cartId}` })
  await notifyChanged(tx, [`clinician:${clinicianId}`, `account:${accountId}`])
  return expiresAt
}
