import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import { clearBooking, currentBooking } from '../../booking/cart/cart-store.ts'

const KEY = 'placed-order'
const storage = browserStorage()

/** Remembers which order the running booking became: the bank may send the patient back into another tab. */
export const rememberPlaced = (orderId: string): void => storage.set(KEY, orderId)

/**
 * The order came true: the booking has done its work. An older order that is looked at again ends no booking. Returns
 * whether it was this one, which is so once.
 */
export function endBookingOf(order: { id: string; product: { id: string } }): boolean {
  if (storage.get(KEY) !== order.id) return false
  storage.remove(KEY)
  if (currentBooking()?.productId === order.product.id) clearBooking()
  return true
}
