import { randomUUID } from 'node:crypto'
import { isOffered, occupiedBy, type Span } from '@cuida/core/booking/calendar/slots.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { CART_HOURS, DESK_OFFER_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { type Actor, audit } from '../../kit/audit.ts'
import { hashOf } from '../../kit/crypto/secrets.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import { enqueueNotification } from '../../notifications/outbox-store.ts'
import type { Services } from '../../services.ts'
import { findOffer } from '../calendar/offer.ts'
import { insertSlotHold, isSlotTakenError, lockDays, releaseExpired } from '../calendar/slot-hold-store.ts'
import { offerKeys } from '../waitlist/waitlist-offers.ts'
import {
  findWaitingEntryId,
  insertOfferCart,
  lapseEntries,
  lockWaitlist,
  markOffered,
  upsertEntry,
} from '../waitlist/waitlist-store.ts'

export interface HoldTimeInput {
  accountId: string
  /** null: the account chooses the patient when it books. */
  patientId: string | null
  clinicianId: string
  productId: string
  startTime: string
  endTime: string
  /**
   * True: held for up to the lifetime of a cart and announced as a follow-up. False: held for `DESK_OFFER_MINUTES`.
   */
  isFollowUp: boolean
  /** More to write in the transaction that holds the time for this cart. */
  onHeld?: (tx: Tx, cartId: string) => Promise<unknown>
}

export type HoldRefusal = 'PRODUCT_NOT_FOUND' | 'CLINICIAN_NOT_FOUND' | 'SLOT_NOT_OFFERED' | 'SLOT_TAKEN' | 'OFFER_OPEN'

/**
 * Holds a free time of a clinician for an account, notifies the account, and lets it book the time in the app.
 * Returns when the hold ends, or the refusal code. Audited under `actor`.
 */
export async function holdTime(
  services: Services,
  db: Db,
  input: HoldTimeInput,
  { actor, locale }: { actor: Actor; locale: string },
): Promise<Date | HoldRefusal> {
  const { accountId, clinicianId, productId, startTime, endTime } = input
  const offer = await findOffer(services, db, { clinicianId, productId, locale })
  if (typeof offer === 'string') return offer
  const { agenda, product } = offer
  const slot = { start: new Date(startTime), end: new Date(endTime) }
  if (!isOffered(agenda, slot, product.durationMinutes, services.now())) return 'SLOT_NOT_OFFERED'
  const occupied = occupiedBy(slot, agenda.bufferMinutes)
  try {
    return await db.begin(async (tx) => {
      const until = await hold(services, tx, input, { product, slot, occupied })
      if (!until) return 'OFFER_OPEN'
      const subject = { kind: 'patient', id: accountId } as const
      const detail = { clinicianId, start: slot.start.toISOString() }
      await audit(tx, services.secrets, { ...actor, act: 'keep-time', subject, detail })
      return until
    })
  } catch (error) {
    if (isSlotTakenError(error)) return 'SLOT_TAKEN'
    throw error
  }
}

interface Time {
  product: Product
  slot: Span
  /** The slot with the clinician's buffer after it. */
  occupied: Span
}

/** When the hold ends; undefined when the account has an open offer for this product. */
async function hold(services: Services, tx: Tx, input: HoldTimeInput, { product, slot, occupied }: Time) {
  const { accountId, patientId, clinicianId, isFollowUp } = input
  // Take the waitlist lock first, as everything that offers a time does: another order could deadlock.
  await lockWaitlist(tx)
  await lapseEntries(tx)
  const { id: productId, slug: productSlug, name: productName } = product
  const entry = { accountId, patientId, productId, clinicianId, until: slot.start }
  await upsertEntry(tx, { ...entry, productSlug, productName })
  const entryId = await findWaitingEntryId(tx, accountId, productId)
  if (!entryId) return undefined
  await lockDays(tx, [{ clinicianId, start: slot.start }])
  await releaseExpired(tx, clinicianId)
  const cartId = randomUUID()
  const keyHash = hashOf(offerKeys(services, cartId)[0])
  await insertOfferCart(tx, { ...entry, id: entryId }, { id: cartId, keyHash, clinicianId })
  const minutes = isFollowUp ? followUpMinutes(slot.start, services.now()) : DESK_OFFER_MINUTES
  const { expiresAt } = await insertSlotHold(tx, cartId, clinicianId, slot, occupied, minutes)
  await markOffered(tx, entryId, cartId)
  await input.onHeld?.(tx, cartId)
  await enqueueNotification(tx, { type: isFollowUp ? 'follow-up' : 'offer-asked', accountId, subjectId: cartId })
  await notifyChanged(tx, [`clinician:${clinicianId}`, `account:${accountId}`])
  return expiresAt
}

/** Minutes of a follow-up's hold: a cart's lifetime, but never past the start. */
const followUpMinutes = (start: Date, now: Date): number =>
  Math.floor(Math.min(CART_HOURS * 60, (start.getTime() - now.getTime()) / 60_000))
