import { type Agenda, isSame, occupiedBy, type Span } from '@cuida/core/booking/calendar/slots.ts'
import type { ExistingConsultation } from '@cuida/core/booking/cart/api.ts'
import { LOCKS_A_PATIENT, LOCKS_PER_ADDRESS } from '@cuida/core/kit/assumptions.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { type Db, pipeline, type Tx } from '../../kit/db/db.ts'
import { lockCart, type StoredCart } from '../cart/cart-store.ts'
import {
  countHeld,
  findOverlap,
  insertSlotHold,
  isTimeLost,
  lockDays,
  lockHolder,
  releaseExpired,
  releaseHeld,
  renewHeld,
  type SlotHold,
} from './slot-hold-store.ts'

export interface Wish {
  sessionKey: string
  accountId: string | undefined
  clinicianId: string
  slot: Span
  agenda: Agenda
  /** Whether this cart may have the time at all, for all that its clinician offers. */
  mayHave?: (cart: StoredCart) => boolean
}
type NoLock =
  | 'SLOT_NOT_OFFERED'
  | 'CART_NOT_FOUND'
  | 'CART_EXPIRED'
  | 'TOO_MANY_LOCKS'
  | 'SLOT_TAKEN'
  | 'CONSULTATION_OVERLAPS'

/** Why a slot is not held; with the consultation that the patient has already, where that is the reason. */
export class LockRefused extends Error {
  readonly code: NoLock
  readonly existing: ExistingConsultation | undefined
  constructor(code: NoLock, existing?: ExistingConsultation) {
    super(code)
    this.code = code
    this.existing = existing
  }
}

/**
 * Holds a time for a cart, all or nothing: the cart's earlier time is given back only if the new one is won (decision
 * 0007). The same time again is the same lock, with its minutes begun anew when few are left.
 */
export async function holdSlot(db: Db, wish: Wish): Promise<SlotHold | LockRefused> {
  try {
    return await db.begin(async (tx) => {
      const cart = await lockCart(tx, wish.sessionKey, wish.accountId)
      if (!cart) throw new LockRefused('CART_NOT_FOUND')
      if (wish.mayHave?.(cart) === false) throw new LockRefused('SLOT_NOT_OFFERED')
      if (cart.isExpired || cart.isOrdered) throw new LockRefused('CART_EXPIRED')
      const { held } = cart
      if (held && !held.isExpired && isWished(held, wish)) return renewHeld(tx, held.id)
      return take(tx, cart, wish)
    })
  } catch (error) {
    if (error instanceof LockRefused) return error
    if (isTimeLost(error)) return new LockRefused('SLOT_TAKEN')
    throw error
  }
}

async function take(tx: Tx, { id: cartId, content, held }: StoredCart, wish: Wish): Promise<SlotHold> {
  const [_holder, _days, _expired, left, count, existing] = await pipeline(
    lockHolder(tx, cartId),
    lockDays(tx, [{ clinicianId: wish.clinicianId, start: wish.slot.start }, ...(held ? [held] : [])]),
    releaseExpired(tx, wish.clinicianId),
    held && releaseHeld(tx, cartId),
    countHeld(tx, cartId, wish.accountId),
    findOverlap(tx, content.patientId, wish.slot),
  )
  if (existing) throw new LockRefused('CONSULTATION_OVERLAPS', existing)
  if (count >= (wish.accountId ? LOCKS_A_PATIENT : LOCKS_PER_ADDRESS)) throw new LockRefused('TOO_MANY_LOCKS')
  const occupied = occupiedBy(wish.slot, wish.agenda.bufferMinutes)
  const changed = new Set([wish.clinicianId, left ?? wish.clinicianId])
  const [hold] = await pipeline(
    insertSlotHold(tx, cartId, wish.clinicianId, wish.slot, occupied),
    notifyChanged(
      tx,
      [...changed].map((id) => `clinician:${id}`),
    ),
  )
  return hold
}

const isWished = (held: SlotHold, { clinicianId, slot }: Wish): boolean =>
  held.clinicianId === clinicianId && isSame(held, slot)
