import type { Order } from '@cuida/core/checkout/order/order.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { useEffect, useState } from 'react'
import type { Booking, Slot } from '../../booking/cart/booking.ts'
import { restoreBooking, useBooking } from '../../booking/cart/cart-store.ts'

/** A booking whose time the server holds again after a failed payment. */
export interface HeldAgain {
  booking: Booking
  slot: Slot
  clinicianId: string
  until: string
}

/** The booking of a failed order while its time is held for another attempt; undefined without a held time. */
export function useHeldAgain(order: Order): HeldAgain | undefined {
  const booking = useBooking()
  const [isRestored, setRestored] = useState(false)
  const isFailed = order.status === 'FAILED'
  useEffect(() => {
    // The expiry in memory predates the payment.
    if (isFailed) void restoreBooking().then(() => setRestored(true))
  }, [isFailed])
  if (!isFailed || !isRestored || booking?.productSlug !== order.product.slug || booking.mode !== 'later')
    return undefined
  const { slot, clinicianId, lockExpiresAt: until } = booking
  if (!slot || !clinicianId || !until || Date.parse(until) <= serverNow()) return undefined
  return { booking, slot, clinicianId, until }
}
