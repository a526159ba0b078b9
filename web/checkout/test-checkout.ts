import { createCart, unlockSlot, updateCart } from '@cuida/core/booking/api.ts'
import type { Price } from '@cuida/core/checkout/api.ts'
import type { Profile } from '@cuida/core/profile/profile.ts'
import { playServer } from '@cuida/ui/client/test-living.ts'
import { onTestFinished } from 'vitest'
import type { Booking } from '../booking/booking.ts'
import { clearBooking, currentBooking, startBooking, updateBooking } from '../booking/cart-store.ts'

// Somebody at the till, and the server behind it.

export const sessionKey = 'k'.repeat(43)
export const clinicianId = '10000000-0000-4000-8000-000000000003'
export const orderId = '10000000-0000-4000-8000-000000000004'
export const slot = { startTime: '2026-11-26T15:00:00Z', endTime: '2026-11-26T15:20:00Z' }
export const profile = { id: '10000000-0000-4000-8000-000000000001', cpf: '52998224725' } as Profile
export const price = { total: 2900, currency: 'EUR' } as Price
export const cart = {
  ...{ sessionKey, productId: '101', patientId: null, symptoms: [], summary: null, contactMethod: null },
  ...{ clinicianId: null, ageConfirmed: false, schedule: null, lockExpiresAt: null, lockedAt: null },
}

/** A server that keeps the cart, and a booking of a product in it. */
export function atTheTill(more: Partial<Booking> = {}) {
  const server = playServer()
  let known: object = cart
  for (const call of [createCart, updateCart])
    server.answer(call, ({ body }) => {
      known = { ...known, ...(body as object), sessionKey }
      return known
    })
  server.answer(unlockSlot, cart)
  startBooking({ productId: '101', productSlug: 'nutrition', mode: 'later' })
  updateBooking(more)
  onTestFinished(clearBooking)
  return { server, booking: () => currentBooking() as Booking }
}
