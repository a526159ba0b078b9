import { createCart, getCart, unlockSlot, updateCart } from '@cuida/core/booking/cart/api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { createElement, type ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { PartnerProvider } from '../../kit/content/partner.tsx'
import type { Booking } from './booking.ts'
import { adoptCart, clearBooking, startBooking, updateBooking } from './cart-store.ts'

// A patient with a booking, and a mock server.

export const sessionKey = 'k'.repeat(43)
export const clinicianId = '10000000-0000-4000-8000-000000000003'
export const product = {
  id: '101',
  slug: 'nutrition',
  ages: null,
  contactMethods: ['video', 'phone'],
  symptomCollector: [],
} as unknown as Product
export const PRODUCT_WITH_QUESTION = {
  ...product,
  symptomCollector: [{ type: 'yesNo', key: 'fever', text: 'Fever?', required: true }],
} as never
export const cart = {
  sessionKey,
  productId: '101',
  patientId: null,
  symptoms: [],
  summary: null,
  contactMethod: null,
  clinicianId: null,
  ageConfirmed: false,
  schedule: null,
  lockExpiresAt: null,
  lockedAt: null,
  createdAt: '2026-11-26T09:00:00Z',
}
export const COMPLETE_ANSWERS = { summary: 'Since Monday it itches', contactMethod: 'video' } as const
export const slot = { startTime: '2026-11-26T15:00:00Z', endTime: '2026-11-26T15:20:00Z' }

const PARTNER = {
  familyProfilesEnabled: true,
  availableContactMethods: ['video', 'phone'],
  maximumLengthAllowed: 1_000,
}

/** Wraps a screen in the partner's context. */
export const withPartner =
  (more: object = {}) =>
  (screen: ReactNode) =>
    createElement(PartnerProvider, { config: { ...PARTNER, ...more } } as never, screen)

/** A server that stores the cart, and a booking that is not saved there yet unless a time is held. */
export function setUpBooking(more?: Partial<Booking>) {
  onTestFinished(clearBooking)
  const server = mockServer()
  let known: object = cart
  for (const call of [createCart, updateCart])
    server.reply(call, ({ body }) => {
      known = { ...known, ...(body as object), sessionKey }
      return known
    })
  server.reply(getCart, () => known)
  server.reply(unlockSlot, null)
  if (!more) return server
  const { productId = '101', productSlug = 'nutrition', mode = 'later', clinicianId, ...told } = more
  const { slot: schedule, lockExpiresAt = null, ...answers } = told
  if (schedule) {
    const held = { ...cart, productId, clinicianId: clinicianId ?? null, schedule, lockExpiresAt }
    adoptCart(held, productSlug)
    known = held
  }
  startBooking({ productId, productSlug, mode, clinicianId })
  updateBooking(answers)
  return server
}
