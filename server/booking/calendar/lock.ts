import { type Agenda, isSame, occupiedBy, type Span } from '@cuida/core/booking/calendar/slots.ts'
import { LOCKS_A_PATIENT, LOCKS_A_SOURCE } from '@cuida/core/kit/assumptions.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { type Db, inOneGo, type Tx } from '../../kit/db/db.ts'
import { lockCart, type StoredCart } from '../cart/cart-store.ts'
import {
  type Claim,
  countHeld,
  insertClaim,
  isTimeLost,
  lockDays,
  lockHolder,
  releaseExpired,
  releaseHeld,
  renewHeld,
} from './claim-store.ts'

export interface Wish {
  sessionKey: string
  accountId: string | undefined
  clinicianId: string
  slot: Span
  agenda: Agenda
  /** Whether this cart may have the time at all, for all that its clinician offers. */
  mayHave?: (cart: StoredCart) => boolean
  /** The page that held it went away, and came back. */
  again?: boolean
}
export type NoLock = 'SLOT_NOT_OFFERED' | 'CART_NOT_FOUND' | 'CART_EXPIRED' | 'TOO_MANY_LOCKS' | 'SLOT_TAKEN'

class Refused extends Error {
  readonly code: NoLock
  constructor(code: NoLock) {
    super(code)
    this.code = code
  }
}

/**
 * Holds a time for a cart, all or nothing: the cart's earlier time is given back only if the new one is won (decision
 * 0007). The same time again is the same lock, with its minutes begun anew when few are left.
 */
export async function holdSlot(db: Db, wish: Wish): Promise<Claim | NoLock> {
  try {
    return await db.begin(async (tx) => {
      const cart = await lockCart(tx, wish.sessionKey, wish.accountId)
      if (!cart) throw new Refused('CART_NOT_FOUND')
      if (wish.mayHave?.(cart) === false) throw new Refused('SLOT_NOT_OFFERED')
      if (cart.isExpired || cart.isOrdered) throw new Refused('CART_EXPIRED')
      const { held } = cart
      if (held && !held.isExpired && isWished(held, wish)) return renewHeld(tx, held.id, wish.again ?? false)
      return take(tx, cart, wish)
    })
  } catch (error) {
    if (error instanceof Refused) return error.code
    if (isTimeLost(error)) return 'SLOT_TAKEN'
    throw error
  }
}

async function take(tx: Tx, { id: cartId, held }: StoredCart, wish: Wish): Promise<Claim> {
  const [_holder, _days, _expired, left, count] = await inOneGo(
    lockHolder(tx, cartId),
    lockDays(tx, [{ clinicianId: wish.clinicianId, start: wish.slot.start }, ...(held ? [held] : [])]),
    releaseExpired(tx, wish.clinicianId),
    held && releaseHeld(tx, cartId),
    countHeld(tx, cartId, wish.accountId),
  )
  if (count >= (wish.accountId ? LOCKS_A_PATIENT : LOCKS_A_SOURCE)) throw new Refused('TOO_MANY_LOCKS')
  const occupied = occupiedBy(wish.slot, wish.agenda.bufferMinutes)
  const changed = new Set([wish.clinicianId, left ?? wish.clinicianId])
  const [claim] = await inOneGo(
    insertClaim(tx, cartId, wish.clinicianId, wish.slot, occupied),
    notifyChanged(
      tx,
      [...changed].map((id) => `clinician:${id}`),
    ),
  )
  return claim
}

const isWished = (held: Claim, { clinicianId, slot }: Wish): boolean =>
  held.clinicianId === clinicianId && isSame(held, slot)
