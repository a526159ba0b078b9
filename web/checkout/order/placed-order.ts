import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import { clearBooking, currentBooking } from '../../booking/cart/cart-store.ts'

const KEY = 'placed-order'
const storage = browserStorage()

/** Remembers the order of the running booking in local storage: the bank may return the patient in another tab. */
export const rememberPlacedOrder = (orderId: string): void => storage.set(KEY, orderId)

/**
 * Ends the booking once its order succeeds. Opening an older order ends no booking. Returns true only the first time
 * for this order.
 */
export function endBookingOf(order: { id: string; product: { id: string } }): boolean {
  if (storage.get(KEY) !== order.id) return false
  storage.remove(KEY)
  if (currentBooking()?.productId === order.product.id) clearBooking()
  return true
}
