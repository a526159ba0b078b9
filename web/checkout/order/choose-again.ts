import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import type { Booking } from '../../booking/cart/booking.ts'
import { pathOf } from '../../routes.ts'

/** B8.4: these codes send the patient back to choose a time, or to the product. The answers stay. */
const LOST = new Set(['SLOT_LOCK_EXPIRED', 'SLOT_LOCK_NOT_FOUND', 'CART_EXPIRED'])

export const hasLostHold = (error: unknown): boolean => error instanceof CallFailed && LOST.has(error.code)

/**
 * Where the patient chooses again: the chosen clinician's calendar; for "now" the choice of a patient (`changesPatient`),
 * otherwise the product. `isSlotLost` makes that page explain why.
 */
export function choicePath(
  booking: Pick<Booking, 'mode' | 'clinicianId' | 'productSlug'>,
  { isSlotLost = false, changesPatient = false } = {},
): string {
  const { mode, clinicianId, productSlug } = booking
  if (mode === 'later' && clinicianId)
    return pathOf('clinicianCalendar', { clinicianId, productSlug }, isSlotLost ? { timeout: 'true' } : undefined)
  return changesPatient ? pathOf('selectProfile') : pathOf('product', { slug: productSlug })
}
