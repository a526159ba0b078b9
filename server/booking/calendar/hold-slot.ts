import { type Agenda, isSameSpan, occupiedBy, type Span } from '@cuida/core/booking/calendar/slots.ts'
import type { ExistingConsultation } from '@cuida/core/booking/cart/api.ts'
import { LOCKS_A_PATIENT, LOCKS_PER_ADDRESS } from '@cuida/core/kit/assumptions.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { type Db, pipeline, type Tx } from '../../kit/db/db.ts'
import { lockCart, type StoredCart } from '../cart/cart-store.ts'
import {
  countHeld,
  findOverlap,
  insertSlotHold,
  isSlotTakenError,
  lockCartOwner,
  lockDays,
  releaseExpired,
  releaseHeld,
  renewHeld,
  type SlotHold,
} from './slot-hold-store.ts'

export interface LockSlotInput {
  sessionKey: string
  accountId: string | undefined
  clinicianId: string
  slot: Span
  agenda: Agenda
  /** A further condition on the cart, beside the clinician's offer. */
  mayHave?: (cart: StoredCart) => boolean
}
type NoLock =
  | 'SLOT_NOT_OFFERED'
  | 'CART_NOT_FOUND'
  | 'CART_EXPIRED'
  | 'TOO_MANY_LOCKS'
  | 'SLOT_TAKEN'
  | 'CONSULTATION_OVERLAPS'

/** Why a slot is not held, with the patient's other consultation when that is the reason. */
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
 * Holds a time for a cart in one transaction: the cart's earlier time is released only if the new one is won
 * (decision 0007). The same time again returns the same lock, and renews its minutes when few are left.
 */
export async function holdSlot(db: Db, input: LockSlotInput): Promise<SlotHold | LockRefused> {
  try {
    return await db.begin(async (tx) => {
      const cart = await lockCart(tx, input.sessionKey, input.accountId)
      if (!cart) throw new LockRefused('CART_NOT_FOUND')
      if (input.mayHave?.(cart) === false) throw new LockRefused('SLOT_NOT_OFFERED')
      if (cart.isExpired || cart.isOrdered) throw new LockRefused('CART_EXPIRED')
      const { held } = cart
      if (held && !held.isExpired && isSameSlot(held, input)) return renewHeld(tx, held.id)
      return take(tx, cart, input)
    })
  } catch (error) {
    if (error instanceof LockRefused) return error
    if (isSlotTakenError(error)) return new LockRefused('SLOT_TAKEN')
    throw error
  }
}

async function take(tx: Tx, { id: cartId, content, held }: StoredCart, input: LockSlotInput): Promise<SlotHold> {
  const [_holder, _days, _expired, previousClinicianId, count, existing] = await pipeline(
    lockCartOwner(tx, cartId),
    lockDays(tx, [{ clinicianId: input.clinicianId, start: input.slot.start }, ...(held ? [held] : [])]),
    releaseExpired(tx, input.clinicianId),
    held && releaseHeld(tx, cartId),
    countHeld(tx, cartId, input.accountId),
    findOverlap(tx, content.patientId, input.slot),
  )
  if (existing) throw new LockRefused('CONSULTATION_OVERLAPS', existing)
  if (count >= (input.accountId ? LOCKS_A_PATIENT : LOCKS_PER_ADDRESS)) throw new LockRefused('TOO_MANY_LOCKS')
  const occupied = occupiedBy(input.slot, input.agenda.bufferMinutes)
  const changed = new Set([input.clinicianId, previousClinicianId ?? input.clinicianId])
  const [hold] = await pipeline(
    insertSlotHold(tx, cartId, input.clinicianId, input.slot, occupied),
    notifyChanged(
      tx,
      [...changed].map((id) => `clinician:${id}`),
    ),
  )
  return hold
}

const isSameSlot = (held: SlotHold, { clinicianId, slot }: LockSlotInput): boolean =>
  held.clinicianId === clinicianId && isSameSpan(held, slot)
