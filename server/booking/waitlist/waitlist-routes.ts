import { nextFree } from '@cuida/core/booking/calendar/slots.ts'
import { joinWaitlist, leaveWaitlist, listWaitlist, takeOffer } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { HORIZON_DAYS } from '@cuida/core/kit/assumptions.ts'
import type { FastifyInstance } from 'fastify'
import { findCliniciansOf } from '../../catalogue/clinician-store.ts'
import { soldNamesIn, withSoldName } from '../../catalogue/sold-names.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { serve } from '../../kit/http/serve.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { findAgendas, findOccupiedTimes } from '../agenda/agenda-store.ts'
import { findProduct } from '../calendar/offer.ts'
import { releaseHeld } from '../calendar/slot-hold-store.ts'
import { findCart, toApiCart } from '../cart/cart-store.ts'
import { offerKeys } from './waitlist-offers.ts'
import { deleteEntry, findEntries, findOfferCart, upsertEntry } from './waitlist-store.ts'

const DAY_MS = 86_400_000

/** The waitlist for an earlier time (decision 0036). */
export function waitlistRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, joinWaitlist, async (input, { db, caller: { accountId }, locale, refuse }) => {
    const product = await findProduct(services, input.productId, locale)
    if (!product?.scheduled) return refuse('PRODUCT_NOT_FOUND')
    const { patientId = null, clinicianId = null } = input
    if (patientId && !(await patientOf(db, accountId, patientId))) refuse('PATIENT_NOT_FOUND')
    const until = (await soonestOf(services, product, clinicianId)) ?? refuse('CLINICIAN_NOT_FOUND')
    await db.begin(async (tx) => {
      const { id: productId, slug: productSlug, name: productName } = product
      await upsertEntry(tx, { accountId, patientId, productId, productSlug, productName, clinicianId, until })
      await notifyChanged(tx, [`account:${accountId}`])
    })
    const entry = (await findEntries(db, accountId)).find((each) => each.product.id === product.id)
    if (!entry) throw new Error('the waitlist entry that was just created does not exist')
    return entry
  })

  serve(
    app,
    services,
    listWaitlist,
    async (_, { db, caller: { accountId }, locale }) => {
      const [entries, nameOf] = await Promise.all([findEntries(db, accountId), soldNamesIn(services, locale)])
      return { items: entries.map((entry) => withSoldName(entry, nameOf)) }
    },
    { topics: (_, { accountId }) => [`account:${accountId}`] },
  )

  serve(app, services, leaveWaitlist, async ({ id }, { db, caller: { accountId }, refuse }) => {
    await db.begin(async (tx) => {
      const entry = (await deleteEntry(tx, id, accountId)) ?? refuse('WAITLIST_ENTRY_NOT_FOUND')
      const freed = entry.cartId && (await releaseHeld(tx, entry.cartId))
      await notifyChanged(tx, [`account:${accountId}`, ...(freed ? [`clinician:${freed}`] : [])])
    })
    return null
  })

  serve(app, services, takeOffer, async ({ id }, { db, caller: { accountId }, refuse }) => {
    const entry =
      (await findEntries(db, accountId)).find((each) => each.id === id) ?? refuse('WAITLIST_ENTRY_NOT_FOUND')
    const cartId = (entry.offer && (await findOfferCart(db, id, accountId))) ?? refuse('OFFER_EXPIRED')
    for (const sessionKey of offerKeys(services, cartId)) {
      const cart = await findCart(db, sessionKey, accountId)
      if (cart) return { sessionKey, productSlug: entry.product.slug, ...toApiCart(cart) }
    }
    return refuse('OFFER_EXPIRED')
  })
}

/**
 * What an offer must be earlier than: the next free time, or the end of the calendar. Undefined when no clinician
 * offers the product.
 */
async function soonestOf({ db, config, now }: Services, product: Product, clinicianId: string | null) {
  const all = (await findCliniciansOf(db, product.id, 'en')).map(({ id }) => id)
  const ids = clinicianId ? all.filter((id) => id === clinicianId) : all
  if (ids.length === 0) return undefined
  const [agendas, occupiedTimes] = await Promise.all([
    findAgendas(db, config, ids),
    findOccupiedTimes(db, ids, undefined),
  ])
  const { durationMinutes } = product
  const starts = [...agendas].map(
    ([id, agenda]) =>
      nextFree(agenda, { durationMinutes, now: now(), occupiedTimes: occupiedTimes.get(id) ?? [] })?.start.getTime() ??
      now().getTime() + HORIZON_DAYS * DAY_MS,
  )
  return new Date(Math.min(...starts))
}
