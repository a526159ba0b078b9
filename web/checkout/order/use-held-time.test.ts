import { beforeEach, expect, test, vi } from 'vitest'
import type { Booking } from '../../booking/cart/booking.ts'
import { backOf } from '../../kit/navigation/back.ts'
import { chooseAgain, useReleaseOnBack } from './use-held-time.ts'

const cart = vi.hoisted(() => ({ releaseSlot: vi.fn(), holdSlot: vi.fn() }))
const navigation = vi.hoisted(() => ({ goTo: vi.fn(), goBack: vi.fn() }))
vi.mock('../../booking/cart/cart-store.ts', () => cart)
vi.mock('../../kit/navigation/navigation.ts', () => navigation)
// Runs the hook's effects without a browser.
vi.mock('react', () => ({
  useRef: (current: unknown) => ({ current }),
  useState: (begin: unknown) => [begin, () => {}],
  useEffect: (run: () => void) => run(),
}))

const booking = { mode: 'later', clinicianId: 'c1', productSlug: 'nutrition' } as Booking
const fakeLocation = { pathname: '/checkout' }
let view: EventTarget
beforeEach(() => {
  vi.clearAllMocks()
  vi.useFakeTimers()
  view = new EventTarget()
  vi.stubGlobal('window', view)
  vi.stubGlobal('location', fakeLocation)
})
function pressBack(leadsTo: string): void {
  view.dispatchEvent(new Event('popstate'))
  fakeLocation.pathname = leadsTo
  vi.runAllTimers()
  fakeLocation.pathname = '/checkout'
}

test.each([
  ['a booked time opens its calendar and', booking, {}, '/clinician/c1/product/nutrition'],
  ['on-demand care opens the product and', { ...booking, mode: 'now' }, {}, '/products/nutrition'],
  [
    'on-demand care for a family opens the choice of a patient and',
    { ...booking, mode: 'now' },
    { changesPatient: true },
    '/select-profile',
  ],
] as const)('going back from checkout with %s releases the hold [B2.32]', (_, heldBooking, why, path) => {
  chooseAgain(heldBooking as Booking, why)
  expect(navigation.goTo).toHaveBeenCalledExactlyOnceWith(path, { replace: true })
  expect(cart.releaseSlot).toHaveBeenCalledOnce()
})

test('going back from an empty checkout leads Home [B2.32]', () => {
  backOf('checkout', {})?.()
  expect(navigation.goBack).toHaveBeenCalledExactlyOnceWith('/how-can-we-help')
})

test("the browser's back button releases the hold too [B2.32]", () => {
  useReleaseOnBack(false)
  pressBack('/clinician/c1/product/nutrition')
  expect(cart.releaseSlot).toHaveBeenCalledOnce()
})

test('a hold stays during a payment and while the patient is still at checkout [B2.32]', () => {
  useReleaseOnBack(true)
  pressBack('/how-can-we-help')
  expect(cart.releaseSlot).not.toHaveBeenCalled()
  useReleaseOnBack(false)
  pressBack('/checkout')
  expect(cart.releaseSlot).not.toHaveBeenCalled()
})
