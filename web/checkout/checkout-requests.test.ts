import { createCart, lockSlot, unlockSlot, updateCart } from '@cuida/core/booking/cart/api.ts'
import { joinWaitlist, takeOffer } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import { saveCard } from '@cuida/core/checkout/card/card-api.ts'
import { createOrder } from '@cuida/core/checkout/order/api.ts'
import { deletePromoCode, putPromoCode } from '@cuida/core/checkout/promo/promo-api.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../booking/cart/booking.ts'
import {
  clearBooking,
  currentBooking,
  holdSlot,
  releaseSlot,
  startBooking,
  updateBooking,
} from '../booking/cart/cart-store.ts'
import { findWaitlistEntry, useJoinWaitlist, useTakeOffer } from '../booking/waitlist/waitlist-queries.ts'
import { useSaveCard } from './card/saved-cards.ts'
import { placeOrder } from './order/place-order.ts'
import { enterPromo, removePromo } from './promo/use-promo.ts'

const person = (last: number) => `10000000-0000-4000-8000-00000000000${last}`
const [holder, child, clinician, other] = [1, 2, 3, 4].map(person) as [string, string, string, string]
const productId = '101'
const sessionKey = 'k'.repeat(43)
const slot = { startTime: '2026-11-26T10:00:00Z', endTime: '2026-11-26T10:20:00Z' }
const payment = { paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' }, shownTotal: 2900, installments: 3 } as const
const cart = { sessionKey, productId, symptoms: [], summary: null, ageConfirmed: false, expiresAt: slot.endTime }
const booking = () => currentBooking() as Booking

/** The requests that `action` sends while the server has this cart. */
async function requestsOf(action: () => unknown, more: object = {}) {
  const server = mockServer()
  for (const call of [createCart, updateCart, lockSlot, putPromoCode]) server.reply(call, { ...cart, ...more })
  server.reply(createOrder, { workflowId: other })
  for (const call of [unlockSlot, deletePromoCode]) server.reply(call, null)
  await Promise.resolve(action()).catch(() => {})
  await new Promise((resolve) => setTimeout(resolve))
  return server.requests.map(({ method, path, body }) => ({ method, path, body }))
}

async function startCart(patientId?: string): Promise<void> {
  startBooking({ productId, productSlug: 'dermatology', mode: 'later' })
  updateBooking({ patientId })
  await requestsOf(() => enterPromo(''), { patientId: patientId ?? null })
}
beforeEach(clearBooking)
afterEach(clearBooking)

test('a first cart names the patient, the answers and no clinician for a visit now', async () => {
  startBooking({ productId, productSlug: 'dermatology', mode: 'now', clinicianId: clinician })
  const answers = { symptoms: [{ questionId: 'skin', answer: 'itches' }], summary: 'Since Monday', ageConfirmed: true }
  updateBooking({ patientId: child, contactMethod: 'phone', ...answers })
  const [created] = await requestsOf(() => placeOrder(booking(), holder, payment))
  expect(created).toEqual({
    method: 'POST',
    path: '/v1/cart',
    body: { productId, patientId: child, answersFor: child, contactMethod: 'phone', ...answers },
  })
})

test('a cleared answer is sent as empty to the same cart', async () => {
  await startCart(child)
  updateBooking({ summary: 'Since Monday' })
  await requestsOf(() => enterPromo(''), { summary: 'Since Monday', patientId: child })
  updateBooking({ summary: '' })
  const [updated] = await requestsOf(() => enterPromo(''), { patientId: child })
  expect(updated).toEqual({
    method: 'PUT',
    path: `/v1/cart/${sessionKey}`,
    body: { productId, answersFor: child, summary: '' },
  })
})

test.each([
  ['a dependant', child, child],
  ['the account holder of a booking without a patient', undefined, holder],
])('an order is for %s, with the total and the installments that were shown', async (_, patientId, expected) => {
  await startCart(patientId)
  expect(await requestsOf(() => placeOrder(booking(), holder, payment))).toEqual([
    {
      method: 'POST',
      path: '/v1/order',
      body: { cartSessionKey: sessionKey, productId, patientId: expected, ...payment },
    },
  ])
})

test('a slot is locked with its clinician for this cart, and unlocked with the same one', async () => {
  await startCart(child)
  expect(await requestsOf(() => holdSlot(clinician, slot), { patientId: child, clinicianId: clinician })).toEqual([
    { method: 'POST', path: `/v1/schedule/clinician/${clinician}/lock`, body: { sessionKey, productId, ...slot } },
  ])
  expect(await requestsOf(releaseSlot)).toEqual([
    { method: 'POST', path: `/v1/schedule/clinician/${clinician}/unlock`, body: { sessionKey } },
  ])
})

test('a promo code is put on and removed from the current cart', async () => {
  await startCart()
  const path = `/v1/cart/${sessionKey}/promo-code`
  expect(await requestsOf(() => enterPromo('HOLA10'))).toEqual([{ method: 'PUT', path, body: { code: 'HOLA10' } }])
  expect(await requestsOf(removePromo)).toEqual([{ method: 'DELETE', path, body: undefined }])
})

test('a waitlist entry is for the patient of the booking', async () => {
  await startCart(child)
  const server = mockServer()
  const screen = await renderHookWithQueries(useJoinWaitlist)
  await screen.act((it) => it.mutateAsync({ productId, clinicianId: clinician }).catch(() => {}))
  expect(server.requestsTo(joinWaitlist)).toMatchObject([
    { body: { productId, clinicianId: clinician, patientId: child } },
  ])
})

test('a waitlist entry of one product is not shown for another', () => {
  const items = [{ product: { id: '7' } }, { product: { id: productId } }]
  expect([findWaitlistEntry(items, productId), findWaitlistEntry(items, '9')]).toEqual([items[1], undefined])
})

test('the chosen offer is taken', async () => {
  const server = mockServer()
  const screen = await renderHookWithQueries(() => useTakeOffer({ allowed: 1_000, personOf: () => undefined }))
  await screen.act((it) => it.mutateAsync(other).catch(() => {}))
  expect(server.requestsTo(takeOffer).map(({ path }) => path)).toEqual([`/v1/waitlist/${other}/take`])
})

test.each([
  ["with the holder's name", { cardholderName: 'LUCIA M' }],
  ["without the holder's name", {}],
])('a card is saved by the token of its form %s', async (_, more) => {
  const card = { cardToken: 'token', sessionId: 'form', ...more }
  const server = mockServer()
  const screen = await renderHookWithQueries(useSaveCard)
  await screen.act((it) => it.mutateAsync(card).catch(() => {}))
  expect(server.requestsTo(saveCard).map(({ body }) => body)).toEqual([card])
})
