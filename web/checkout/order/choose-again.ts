import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import type { Booking } from '../../booking/cart/booking.ts'
import { pathOf } from '../../routes.ts'

/** B8.4: these codes send the patient back to choose a time, or to the product. The answers stay. */
const LOST = new Set(['SLOT_LOCK_EXPIRED', 'SLOT_LOCK_NOT_FOUND', 'CART_EXPIRED'])

export const hasLostHold = (error: unknown): boolean => error instanceof CallFailed && LOST.has(error.code)

/**
 * Where the patient chooses again: the chosen clinician's calendar; for "now" the choice of a patient (`who`),
 * otherwise the product. `lost` makes that page explain why.
 */
export function choicePath(
  booking: Pick<Booking, 'mode' | 'clinicianId' | 'productSlug'>,
  { lost = false, who = false } = {},
): string {
  const { mode, clinicianId, productSlug } = booking
  if (mode === 'later' && clinicianId)
    return pathOf('clinicianCalendar', { clinicianId, productSlug }, lost ? { timeout: 'true' } : undefined)
  return who ? pathOf('selectProfile') : pathOf('product', { slug: productSlug })
}
