import { createCart, lockSlot, unlockSlot, updateCart } from '@cuida/core/booking/cart/api.ts'
import { joinWaitlist, leaveWaitlist, takeOffer } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import { removeCard, type SavedCard, saveCard } from '@cuida/core/checkout/card/card-api.ts'
import { createOrder, endChallenge, endPix, renewPix } from '@cuida/core/checkout/order/api.ts'
import { deletePromoCode, putPromoCode } from '@cuida/core/checkout/promo/promo-api.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
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
import { useJoinWaitlist, useLeaveWaitlist, useTakeOffer, waitFor } from '../booking/waitlist/waitlist-queries.ts'
import { useRemoveCard, useSaveCard } from './card/kept-cards.ts'
import { placeOrder } from './order/place-order.ts'
import { endCode, endQuestion, renewCode } from './pix/pix-calls.ts'
import { enterPromo, removePromo } from './promo/promo-calls.ts'

const person = (last: number) => `10000000-0000-4000-8000-00000000000${last}`
const [holder, child, clinician, other] = [1, 2, 3, 4].map(person) as [string, string, string, string]
const productId = '101'
const sessionKey = 'k'.repeat(43)
const slot = { startTime: '2026-11-26T10:00:00Z', endTime: '2026-11-26T10:20:00Z' }
const paid = { paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' }, shownTotal: 2900, installments: 3 } as const
/** The cart as the server has it from then on. */
const cart = { sessionKey, productId, symptoms: [], summary: null, ageConfirmed: false, expiresAt: slot.endTime }
const booking = () => currentBooking() as Booking

/** A booking that the server has, for whom it says. */
async function begun(patientId?: string): Promise<void> {
  startBooking({ productId, productSlug: 'dermatology', mode: 'later' })
  updateBooking({ patientId })
  await leaving(() => enterPromo(''), { ...cart, patientId: patientId ?? null })
}
beforeEach(clearBooking)
afterEach(clearBooking)

test('a first cart says what is booked for whom, with what they told', async () => {
  startBooking({ productId, productSlug: 'dermatology', mode: 'now', clinicianId: clinician })
  const symptoms = [{ id: 'skin', value: 'itches' }] as never
  updateBooking({ patientId: child, symptoms, summary: 'Since Monday', contactMethod: 'phone', ageConfirmed: true })
  const [made] = await leaving(() => placeOrder(booking(), holder, paid), cart)
  // "Now" goes to whoever is free.
  const told = { symptoms, summary: 'Since Monday', contactMethod: 'phone' as const, ageConfirmed: true }
  expect(made).toEqual(asks(createCart, { productId, patientId: child, ...told, clinicianId: null }))
})

test('an answer that was emptied is sent as empty, to the same cart', async () => {
  await begun(child)
  updateBooking({ summary: 'Since Monday' })
  await leaving(() => enterPromo(''), { ...cart, summary: 'Since Monday', patientId: child })
  updateBooking({ summary: '' })
  const [sent] = await leaving(() => enterPromo(''), { ...cart, patientId: child })
  expect(sent).toEqual(asks(updateCart, { sessionKey, productId, summary: '' }))
})

test.each([
  ['a child is ordered for the child', child, child],
  ['what is booked for nobody else is ordered for the holder', undefined, holder],
])('%s, in three installments and for the price that was shown', async (_, patientId, orderedFor) => {
  await begun(patientId)
  expect(await leaving(() => placeOrder(booking(), holder, paid), { workflowId: other })).toEqual([
    asks(createOrder, { cartSessionKey: sessionKey, productId, patientId: orderedFor, ...paid }),
  ])
})

test('a time is held with the clinician that was chosen, for this cart, and given back to them', async () => {
  await begun(child)
  const held = await leaving(() => holdSlot(clinician, slot), { ...cart, patientId: child, clinicianId: clinician })
  expect(held).toEqual([
    asks(updateCart, { sessionKey, productId, clinicianId: clinician }),
    asks(lockSlot, { id: clinician, sessionKey, productId, ...slot }),
  ])
  expect(await leaving(releaseSlot)).toEqual([asks(unlockSlot, { id: clinician, sessionKey })])
})

test('a promo code belongs to the running cart, and is taken from it', async () => {
  await begun()
  expect(await leaving(() => enterPromo('HOLA10'))).toEqual([asks(putPromoCode, { sessionKey, code: 'HOLA10' })])
  expect(await leaving(removePromo)).toEqual([asks(deletePromoCode, { sessionKey })])
})

test('a sooner time is wanted for whom the booking is', async () => {
  await begun(child)
  const wanted = { productId, clinicianId: clinician }
  expect(await leaving(() => given(useJoinWaitlist).mutateAsync(wanted))).toEqual([
    asks(joinWaitlist, { ...wanted, patientId: child }),
  ])
})

test('what I wait for of one product is not what I wait for of another', () => {
  const items = [{ product: { id: '7' } }, { product: { id: productId } }]
  expect([waitFor(items, productId), waitFor(items, '9')]).toEqual([items[1], undefined])
})

const card = { id: 'card-1', cardId: 'at-the-provider' } as SavedCard
test.each([
  [
    'nothing is waited for any more',
    () => given(useLeaveWaitlist).mutateAsync(other),
    asks(leaveWaitlist, { id: other }),
  ],
  ['an open code is ended', () => endCode(other), asks(endPix, { id: other })],
  ['a bank’s question is ended', () => endQuestion(other), asks(endChallenge, { id: other })],
  ['another code for the same order', () => renewCode(other), asks(renewPix, { id: other })],
  [
    'the card that was meant is kept no longer',
    () => given(useRemoveCard).mutateAsync(card),
    asks(removeCard, { id: 'card-1' }),
  ],
  [
    'a card is kept by the token of its form, with its holder',
    () => given(useSaveCard).mutateAsync({ cardToken: 'token', sessionId: 'form', cardholderName: 'LUCIA M' }),
    asks(saveCard, { cardToken: 'token', sessionId: 'form', cardholderName: 'LUCIA M' }),
  ],
  [
    'a card without its holder’s name',
    () => given(useSaveCard).mutateAsync({ cardToken: 'token', sessionId: 'form' }),
    asks(saveCard, { cardToken: 'token', sessionId: 'form' }),
  ],
])('%s', async (_, deed, expected) => expect(await leaving(deed)).toEqual([expected]))

test('the offer that was meant is taken', async () => {
  const [taken] = await leaving(() => given(() => useTakeOffer(1_000)).mutateAsync(other))
  expect(taken).toEqual(asks(takeOffer, { id: other }))
})
