import type { Price } from '@cuida/core/checkout/order/api.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import type { Booking } from '../booking/cart/booking.ts'
import { currentBooking } from '../booking/cart/cart-store.ts'
import { setUpBooking } from '../booking/cart/test-booking.ts'

// A patient at checkout, and a mock server.

export { cart, clinicianId, sessionKey, slot } from '../booking/cart/test-booking.ts'
export const orderId = '10000000-0000-4000-8000-000000000004'
export const profile = { id: '10000000-0000-4000-8000-000000000001', cpf: '52998224725' } as Profile
export const price = { total: 2900, currency: 'EUR' } as Price

/** A server that stores the cart, and a booking of one of its products. */
export function setUpCheckout(more: Partial<Booking> = {}) {
  const server = setUpBooking(more)
  return { server, booking: () => currentBooking() as Booking }
}
