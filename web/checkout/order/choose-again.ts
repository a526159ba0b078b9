import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import type { Booking } from '../../booking/cart/booking.ts'
import { pathOf } from '../../routes.ts'

/** B8.4: these send the patient back to choose a time, or to the product. The answers stay. */
const LOST = new Set(['SLOT_LOCK_EXPIRED', 'SLOT_LOCK_NOT_FOUND', 'CART_EXPIRED'])

export const hasLostTime = (error: unknown): boolean => error instanceof CallFailed && LOST.has(error.code)

/**
 * Where a patient chooses again: the calendar of whoever they chose; for "now" the person it is for (`who`), else the
 * product. `lost` says there why.
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
