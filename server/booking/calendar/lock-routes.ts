import { isOffered, isSame } from '@cuida/core/booking/calendar/slots.ts'
import { lockSlot, unlockSlot } from '@cuida/core/booking/cart/api.ts'
import type { FastifyInstance } from 'fastify'
import { notifyChanged } from '../../kit/db/changes.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { findCart, type StoredCart } from '../cart/cart-store.ts'
import { releaseHeld } from './claim-store.ts'
import { holdSlot, LockRefused } from './lock.ts'
import { findOffer } from './offer.ts'

/** A time is held while its patient is at the till, and given back on the way back. */
export function lockRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, lockSlot, async (input, { db, now, caller, locale, refuse }) => {
    const { id: clinicianId, productId, startTime, endTime, sessionKey } = input
    const offer = await findOffer(services, db, { clinicianId, productId, locale })
    if (typeof offer === 'string') return refuse(offer)
    const { agenda, product } = offer
    const slot = { start: new Date(startTime), end: new Date(endTime) }
    const mayHave = ({ content, claim }: StoredCart) =>
      content.productId === product.id &&
      ((claim?.clinicianId === clinicianId && isSame(claim, slot)) ||
        isOffered(agenda, slot, product.durationMinutes, now()))
    const who = { sessionKey, accountId: caller?.accountId }
    const held = await holdSlot(db, { ...who, clinicianId, slot, agenda, mayHave })
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
