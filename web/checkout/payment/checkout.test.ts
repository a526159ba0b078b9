import { getCart, lockSlot, unlockSlot } from '@cuida/core/booking/cart/api.ts'
import { getCardEntry, getPrice } from '@cuida/core/checkout/order/api.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { currentAddress, openAddress } from '@cuida/ui/testing/query-client.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { createElement } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Booking } from '../../booking/cart/booking.ts'
import { ensureSaved, restoreBooking, startBooking, useBooking } from '../../booking/cart/cart-store.ts'
import { PartnerProvider } from '../../kit/content/partner.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { backToCheckout } from '../order/back-to-checkout.ts'
import { checkoutFailureMessage, isPriceChange, isRefused, resolutionPath } from '../order/checkout-failure.ts'
import { endBookingOf, rememberPlacedOrder } from '../order/placed-order.ts'
import { useHeldTime } from '../order/use-held-time.ts'
import { usePrice } from '../queries.ts'
import { cart, clinicianId, orderId, price, sessionKey, setUpCheckout, slot } from '../test-checkout.ts'
import { usePaymentChoice } from './payment-choice.ts'

const until = '2026-11-26T10:10:00Z'
const laterExpiry = '2026-11-26T10:20:00Z'
const CALENDAR = `/clinician/${clinicianId}/product/nutrition`

beforeAll(() =>
  loadMessages('en', {
    'checkout.error.OUT_OF_HOURS': 'Closed for today',
    'brand.error.generic': 'Something went wrong',
  }),
)
describe('a held time', () => {
  async function held() {
    const { server, booking } = setUpCheckout({ clinicianId, slot, lockExpiresAt: until })
    server.reply(lockSlot, { expiresAt: laterExpiry })
    const screen = await renderHookWithQueries(
      () => {
        useBooking()
        return useHeldTime(booking())
      },
      { at: '/checkout' },
    )
    return { server, screen, booking }
  }

  test('the hold is shown with its expiry', async () => {
    const { screen } = await held()
    expect(screen.current()).toMatchObject({ slot, until, isKeeping: false, failure: undefined })
  })

  test('extending locks the same slot for this cart again and renews the hold', async () => {
    const { server, screen } = await held()
    await screen.act(({ keepSlot }) => keepSlot())
    expect(server.requestsTo(lockSlot)).toMatchObject([
      { path: `/v1/schedule/clinician/${clinicianId}/lock`, body: { ...slot, sessionKey, productId: '101' } },
    ])
    expect(screen.current()).toMatchObject({ until: laterExpiry, isKeeping: false })
  })

  test('several presses extend once', async () => {
    const { server, screen } = await held()
    const { promise, resolve } = Promise.withResolvers<object>()
    server.reply(lockSlot, () => promise)
    await screen.act(({ keepSlot }) => void keepSlot())
    expect(screen.current().isKeeping).toBe(true)
    await screen.act(({ keepSlot }) => void keepSlot())
    await actAndFlush(() => resolve({ expiresAt: laterExpiry }))
    expect(server.requestsTo(lockSlot)).toHaveLength(1)
    expect(screen.current().isKeeping).toBe(false)
  })

  test('a failed extension keeps the hold and shows an error until the next attempt', async () => {
    const { server, screen, booking } = await held()
    server.refuse(lockSlot, 'UNEXPECTED', 503)
    await screen.act(({ keepSlot }) => keepSlot())
    expect(screen.current()).toMatchObject({ failure: { status: 503 }, isKeeping: false, until })
    expect(booking().slot).toEqual(slot)
    server.reply(lockSlot, { expiresAt: laterExpiry })
    await screen.act(({ keepSlot }) => keepSlot())
    expect(screen.current().failure).toBeUndefined()
  })

  test('a refused extension releases the hold and returns to the calendar with the reason', async () => {
    const { server, screen, booking } = await held()
    server.refuse(lockSlot, 'SLOT_TAKEN')
    await screen.act(({ keepSlot }) => keepSlot())
    expect(currentAddress()).toBe(`${CALENDAR}?timeout=true`)
    expect(booking().slot).toBeUndefined()
    expect(server.requestsTo(unlockSlot)).toHaveLength(1)
    expect(screen.current().failure).toBeUndefined()
  })

  test('an expired hold leads back while checkout is open', async () => {
    const { server, screen } = await held()
    server.reply(getCart, { ...cart, clinicianId })
    await screen.act(restoreBooking)
    expect(currentAddress()).toBe(`${CALENDAR}?timeout=true`)
  })

  test('a hold that expires behind another screen leads nowhere', async () => {
    const { server, screen } = await held()
    await screen.act(() => goTo('/how-can-we-help'))
    server.reply(getCart, { ...cart, clinicianId })
    await screen.act(restoreBooking)
    expect(currentAddress()).toBe('/how-can-we-help')
  })
})

test('on-demand care has no hold to extend or lose', async () => {
  const { server, booking } = setUpCheckout({ clinicianId, slot, lockExpiresAt: until, mode: 'now' })
  const screen = await renderHookWithQueries(() => useHeldTime(booking()), { at: '/checkout' })
  expect(screen.current()).toMatchObject({ slot: undefined, until: undefined })
  await screen.act(({ keepSlot }) => keepSlot())
  expect(server.requestsTo(lockSlot)).toEqual([])
  expect(currentAddress()).toBe('/checkout')
})

test('without a clinician there is nothing to extend', async () => {
  const { server, booking } = setUpCheckout({ slot, lockExpiresAt: until })
  const screen = await renderHookWithQueries(() => useHeldTime(booking()), { at: '/checkout' })
  await screen.act(({ keepSlot }) => keepSlot())
  expect(server.requestsTo(lockSlot)).toEqual([])
})

describe('the price', () => {
  test.each([
    ['a guest gets a price without a patient', { isGuest: true }, 1],
    ['a signed-in patient gets a price for the chosen person', { isGuest: false, patientId: orderId }, 1],
    ['a signed-in patient gets no price before the choice: discounts belong to a patient', { isGuest: false }, 0],
  ])('%s', async (_, { isGuest, patientId }: { isGuest: boolean; patientId?: string }, times) => {
    const { server, booking } = setUpCheckout(patientId ? { patientId } : {})
    server.reply(getPrice, price)
    const screen = await renderHookWithQueries(() => usePrice(booking(), isGuest))
    expect(server.requestsTo(getPrice).map(({ path }) => path)).toEqual(
      Array(times).fill(`/v1/cart/${sessionKey}/price`),
    )
    expect(screen.current().data).toEqual(times ? price : undefined)
  })

  test.each([
    ['of one patient', { patientId: clinicianId }],
    ['of one product', { productId: 'other' }],
  ])('the price of a booking %s is not shown for another', async (_, other) => {
    const { server, booking } = setUpCheckout({ patientId: orderId })
    server.reply(getPrice, price)
    let change: Partial<Booking> = {}
    const screen = await renderHookWithQueries(() => usePrice({ ...booking(), ...change }, false))
    expect(screen.current().data).toEqual(price)
    server.reply(getPrice, () => new Promise<object>(() => {}))
    change = other
    await screen.rerender()
    expect(screen.current().data).toBeUndefined()
  })
})

describe('returning to checkout from an order', () => {
  const order = (slug = 'nutrition') => ({ product: { id: '101', name: 'Nutrition', slug } })

  test('checkout opens with the time that the server holds again', async () => {
    const { server, booking } = setUpCheckout({ clinicianId })
    server.reply(getCart, { ...cart, clinicianId, schedule: slot, lockExpiresAt: laterExpiry })
    openAddress('/orders/1')
    await actAndFlush(ensureSaved)
    await actAndFlush(() => backToCheckout(order()))
    expect(currentAddress()).toBe('/checkout')
    expect(booking()).toMatchObject({ slot, lockExpiresAt: laterExpiry })
  })

  test('the product opens when another one is being booked, or none', async () => {
    setUpCheckout()
    openAddress('/orders/1')
    await actAndFlush(() => backToCheckout(order('skin')))
    expect(currentAddress()).toBe('/products/skin')
  })
})

describe('a successful order', () => {
  test.each([
    ['an order ends its own booking', orderId, '101', true],
    ['an older order ends no booking', clinicianId, '101', false],
    ['an order of another product ends no booking', orderId, '102', false],
  ])('%s', (_, id, productId, ends) => {
    const { booking } = setUpCheckout()
    rememberPlacedOrder(orderId)
    endBookingOf({ id, product: { id: productId } })
    expect(booking() === undefined).toBe(ends)
  })

  test('the order ends one booking, not the next one of the same product', () => {
    const { booking } = setUpCheckout()
    rememberPlacedOrder(orderId)
    endBookingOf({ id: orderId, product: { id: '101' } })
    startBooking({ productId: '101', productSlug: 'nutrition', mode: 'later' })
    endBookingOf({ id: orderId, product: { id: '101' } })
    expect(booking()).toBeDefined()
  })
})

describe('the payment method', () => {
  const inBrazil = { pixEnabled: true, paymentProvider: 'mercadopago', currency: 'BRL' }
  const choosing = (config: object) =>
    renderHookWithQueries(() => usePaymentChoice(undefined), {
      wrapper: (screen) => createElement(PartnerProvider, { config } as never, screen),
    })

  test('a single method is a card, whatever was chosen elsewhere', async () => {
    const screen = await choosing(inBrazil)
    await screen.act(({ choose }) => choose('pix'))
    expect((await choosing({ ...inBrazil, currency: 'EUR' })).current()).toMatchObject({
      methods: ['card'],
      method: 'card',
    })
    await screen.act(({ choose }) => choose('card'))
  })

  test('the last choice is kept', async () => {
    const first = await choosing(inBrazil)
    expect(first.current()).toMatchObject({ methods: ['card', 'pix'], method: 'card' })
    await first.act(({ choose }) => choose('pix'))
    expect(first.current().method).toBe('pix')
    expect((await choosing(inBrazil)).current().method).toBe('pix')
  })
})

describe('wallets', () => {
  const spain = {
    wallets: ['applePay', 'googlePay', 'bizum'],
    paymentProvider: 'monei',
    currency: 'EUR',
    countryCodes: ['ES'],
  }
  const at = async (phone: string, offered = spain.wallets) => {
    const { server } = setUpCheckout()
    server.reply(getCardEntry, { provider: 'monei', frameUrl: 'https://pay.test', wallets: offered })
    const profile = { phone: { number: phone, country: 'ES' } } as Profile
    const screen = await renderHookWithQueries(() => usePaymentChoice(profile), {
      wrapper: (children) => createElement(PartnerProvider, { config: spain } as never, children),
    })
    return screen.current()
  }
  beforeEach(() => {
    vi.stubGlobal('PaymentRequest', class {})
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('coarse') }))
  })
  afterEach(() => void vi.unstubAllGlobals())

  test('come first on a phone, and a card stays preselected', async () => {
    expect(await at('+34600000001')).toMatchObject({
      methods: ['googlePay', 'bizum', 'card'],
      method: 'card',
      isLoading: false,
    })
  })
  test('come last elsewhere', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    expect((await at('+34600000001')).methods).toEqual(['card', 'googlePay', 'bizum'])
  })
  test('Apple’s device has Apple Pay instead of Google Pay', async () => {
    vi.stubGlobal('ApplePaySession', { canMakePayments: () => true })
    expect((await at('+34600000001')).methods).toEqual(['applePay', 'bizum', 'card'])
  })
  test('a page where Apple Pay may not be asked about has none', async () => {
    const canMakePayments = () => {
      throw new Error('insecure')
    }
    vi.stubGlobal('ApplePaySession', { canMakePayments })
    expect((await at('+34600000001')).methods).toEqual(['googlePay', 'bizum', 'card'])
  })
  test('Bizum needs a Spanish mobile number, and the provider must have the wallet', async () => {
    expect((await at('+351912345678')).methods).toEqual(['googlePay', 'card'])
    expect((await at('+34600000001', ['bizum'])).methods).toEqual(['bizum', 'card'])
  })
})

describe('a refused order', () => {
  const refused = (code: string, status = 409) => new CallFailed(status, '', { code })

  test.each([
    [refused('OUT_OF_HOURS'), true],
    [refused('CPF', 400), true],
    [refused('X', 499), true],
    [refused('RATE_LIMITED', 429), false],
    [refused('UNEXPECTED', 500), false],
    [refused('OFFLINE', 0), false],
    [new Error('OUT_OF_HOURS'), false],
  ])('%s is final: %s', (failure, isFinal) => expect(isRefused(failure)).toBe(isFinal))

  test.each([
    [refused('PRICE_CHANGED'), true],
    [refused('ALREADY_USED'), true],
    [refused('OUT_OF_HOURS'), false],
    [new Error('PRICE_CHANGED'), false],
  ])('%s means another price: %s', (failure, isPrice) => expect(isPriceChange(failure)).toBe(isPrice))

  test.each([
    ['CART_INCOMPLETE', '/products/nutrition/questions'],
    ['OUT_OF_HOURS', '/products/nutrition'],
    ['CLOSE', '/products/nutrition'],
    ['ALREADY_WAITING', '/consultations'],
    ['CONSULTATION_OVERLAPS', '/consultations'],
    ['PATIENT_NOT_FOUND', '/select-profile'],
    ['AGE_NOT_SERVED', '/select-profile'],
    ['ANSWERS_FOR_ANOTHER', '/select-profile'],
    ['BILLING_ADDRESS_REQUIRED', '/account/profile/address/billing'],
    ['NO_ACTIVE_SUBSCRIPTION', '/subscription-checkout'],
    ['PRODUCT_NOT_FOUND', '/how-can-we-help'],
    ['PAYMENT_DECLINED', undefined],
  ])('the failure %s leads out at %s', (code, path) =>
    expect(resolutionPath(refused(code), { productSlug: 'nutrition' })).toBe(path),
  )

  test('other failures lead nowhere', () =>
    expect(resolutionPath(new Error('CLOSE'), { productSlug: 'nutrition' })).toBeUndefined())

  test('the message gives the reason, or at least the failure', () => {
    expect(checkoutFailureMessage(refused('OUT_OF_HOURS'))).toBe('Closed for today')
    expect(checkoutFailureMessage(refused('NEW_ONE'))).toBe('Something went wrong')
    expect(checkoutFailureMessage(new Error('OUT_OF_HOURS'))).toBe('Something went wrong')
  })
})
