import { randomUUID } from 'node:crypto'
import { freeSlots, occupiedBy, type Span } from '@cuida/core/booking/calendar/slots.ts'
import { isQuiet, offerOf } from '@cuida/core/booking/waitlist/waitlist.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { OFFER_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { localTime } from '@cuida/core/kit/zone.ts'
import { findCliniciansOf } from '../../catalogue/clinician-store.ts'
import { hashOf, mapKeys, type PerKey } from '../../kit/crypto/secrets.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { enqueueNotification } from '../../notifications/outbox-store.ts'
import type { Services } from '../../services.ts'
import { findAgendas, findOccupiedTimes } from '../agenda/agenda-store.ts'
import { findProduct } from '../calendar/offer.ts'
import { insertSlotHold, isSlotTakenError, lockDays, releaseExpired } from '../calendar/slot-hold-store.ts'
import {
  findWaitingEntries,
  insertOfferCart,
  lapseEntries,
  lockWaitingEntry,
  lockWaitlist,
  markOffered,
  type WaitingEntry,
} from './waitlist-store.ts'

/**
 * The key of an offer's cart under each known key. It is derived, so it can be computed again, and only the account's
 * own session receives it.
 */
export const offerKeys = ({ secrets }: Pick<Services, 'secrets'>, cartId: string): PerKey<string> =>
  mapKeys(secrets.derive('offer', cartId), (key) => key.toString('base64url'))

/**
 * Offers free times to waitlist entries in order. It searches the calendars themselves, so every cause counts: a
 * released hold, an expired one, a cancelled booking or new hours.
 */
export async function offerFreedTimes(services: Services): Promise<void> {
  const { db, now, config } = services
  await db.begin(async (tx) => {
    const accounts = await lapseEntries(tx)
    await notifyChanged(
      tx,
      accounts.map((id) => `account:${id}`),
    )
  })
  if (isQuiet(localTime(config.timeZone, now()).time)) return
  for (const entry of await findWaitingEntries(db)) {
    const product = await findProduct(services, entry.productId, 'en')
    if (!product?.scheduled) continue
    await db
      .begin((tx) => offer(services, tx, entry, product))
      .catch((error: unknown) => {
        // The next run finds another time.
        if (!isSlotTakenError(error)) throw error
      })
  }
}

async function offer(services: Services, tx: Tx, entry: WaitingEntry, product: Product): Promise<void> {
  await lockWaitlist(tx)
  if (!(await lockWaitingEntry(tx, entry.id))) return
  const found = await soonest(services, tx, entry, product)
  if (!found) return
  const { clinicianId, slot, bufferMinutes } = found
  await lockDays(tx, [{ clinicianId, start: slot.start }])
  await releaseExpired(tx, clinicianId)
  const cartId = randomUUID()
  await insertOfferCart(tx, entry, { id: cartId, keyHash: hashOf(offerKeys(services, cartId)[0]), clinicianId })
  await insertSlotHold(tx, cartId, clinicianId, slot, occupiedBy(slot, bufferMinutes), OFFER_MINUTES)
  await markOffered(tx, entry.id, cartId)
  await enqueueNotification(tx, { type: 'offer', accountId: entry.accountId, subjectId: cartId })
  await notifyChanged(tx, [`clinician:${clinicianId}`, `account:${entry.accountId}`])
}

/** The earliest free time of any clinician whom this entry accepts. */
async function soonest({ config, now }: Services, tx: Tx, entry: WaitingEntry, { id, durationMinutes }: Product) {
  const all = (await findCliniciansOf(tx, id, 'en')).map((clinician) => clinician.id)
  const ids = entry.clinicianId ? all.filter((each) => each === entry.clinicianId) : all
  const agendas = await findAgendas(tx, config, ids)
  const occupiedTimes = await findOccupiedTimes(tx, ids, undefined)
  let best: { clinicianId: string; slot: Span; bufferMinutes: number } | undefined
  for (const [clinicianId, agenda] of agendas) {
    const dayOf = (moment: Date) => localTime(agenda.timeZone, moment).day
    const span = { from: dayOf(now()), to: dayOf(entry.until) }
    const days = freeSlots(agenda, {
      ...span,
      durationMinutes,
      now: now(),
      occupiedTimes: occupiedTimes.get(clinicianId) ?? [],
    })
    const slot = offerOf(days, entry.until, now())
    if (slot && (!best || slot.start < best.slot.start))
      best = { clinicianId, slot, bufferMinutes: agenda.bufferMinutes }
  }
  return best
}
