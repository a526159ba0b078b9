const KEY = 'cart'

/** Whether a booking is under way on this device (A3.4: the session cart is stored locally). */
export function isBookingRunning(): boolean {
  return typeof localStorage !== 'undefined' && localStorage.getItem(KEY) !== null
}
