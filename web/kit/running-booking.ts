const KEY = 'cart'

/** Whether this device has a running booking (A3.4: the session cart is stored locally). */
export function isBookingRunning(): boolean {
  return typeof localStorage !== 'undefined' && localStorage.getItem(KEY) !== null
}
