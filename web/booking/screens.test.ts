import { createCart } from '@cuida/core/booking/cart/api.ts'
import { listProductClinicians } from '@cuida/core/catalogue/api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { renderHookWithQueries, submitForm } from '@cuida/ui/testing/render-hook.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { session } from '../kit/api.ts'
import type { Booking } from './cart/booking.ts'
import { currentBooking, useBooking } from './cart/cart-store.ts'
import { COMPLETE_ANSWERS, clinicianId, product, setUpBooking, slot, withPartner } from './cart/test-booking.ts'
import { useBookingOf } from './cart/use-booking-of.ts'
import { useSummaryForm } from './SummaryScreen.tsx'
import { useNextStep } from './use-next-step.ts'

beforeEach(() => {
  freezeTime('2026-11-26T10:00:00Z')
  loadMessages('en', {
    'booking.summary.tooShort': ['At least ', ['min']],
    'booking.summary.tooLong': ['At most ', ['max']],
    'booking.summary.required': 'Tell us',
    'booking.summary.contactRequired': 'Choose how',
    'booking.summary.ageRequired': 'Confirm your age',
    'booking.problem.card': 'No card numbers here',
  } as never)
})

describe('the booking of a product', () => {
  test.each(['now', 'later'] as const)('?mode=%s starts the booking once', async (mode) => {
    setUpBooking()
    const screen = await renderHookWithQueries(() => useBookingOf(product), {
      at: `/products/nutrition/questions?mode=${mode}`,
    })
    expect(screen.current()).toMatchObject({ productId: '101', productSlug: 'nutrition', mode })
    expect(currentAddress()).toBe(`/products/nutrition/questions?mode=${mode}`)
  })

  test('a running booking keeps its answers and takes the new mode', async () => {
    setUpBooking({ ...COMPLETE_ANSWERS })
    const screen = await renderHookWithQueries(() => useBookingOf(product), {
      at: '/products/nutrition/questions?mode=now',
    })
    expect(screen.current()).toMatchObject({ mode: 'now', summary: COMPLETE_ANSWERS.summary })
  })

  test.each(['', '?mode=whenever'])('without a mode (%s) the product page opens', async (search) => {
    setUpBooking()
    const screen = await renderHookWithQueries(() => useBookingOf(product), {
      at: `/products/nutrition/questions${search}`,
    })
    expect(screen.current()).toBeUndefined()
    expect(currentBooking()).toBeUndefined()
    expect(currentAddress()).toBe('/products/nutrition')
  })

  test('a running booking goes on without a mode in the URL', async () => {
    setUpBooking({ ...COMPLETE_ANSWERS })
    const screen = await renderHookWithQueries(() => useBookingOf(product), { at: '/products/nutrition/questions' })
    expect(screen.current()).toMatchObject({ summary: COMPLETE_ANSWERS.summary })
    expect(currentAddress()).toBe('/products/nutrition/questions')
  })

  test('the booking of another product is not used', async () => {
    setUpBooking({ ...COMPLETE_ANSWERS })
    const other = { ...product, id: '102', slug: 'skin' } as Product
    const screen = await renderHookWithQueries(() => useBookingOf(other), { at: '/products/skin/questions' })
    expect(screen.current()).toBeUndefined()
    expect(currentAddress()).toBe('/products/skin')
  })

  test('the booking waits while the product loads', async () => {
    setUpBooking()
    await renderHookWithQueries(() => useBookingOf(undefined), { at: '/products/nutrition/questions?mode=now' })
    expect(currentBooking()).toBeUndefined()
    expect(currentAddress()).toBe('/products/nutrition/questions?mode=now')
  })
})

describe('the next step of a booking', () => {
  const clinicians = [
    { id: 'c-1', nextFree: null },
    { id: 'c-2', nextFree: '2026-11-27T10:00:00Z' },
  ]
  const onward = async (booking: object, items: object[] = clinicians) => {
    const server = mockServer()
    server.reply(listProductClinicians, { items })
    const screen = await renderHookWithQueries(useNextStep)
    const path = await screen.act((go) => go({ productSlug: 'nutrition', ...booking } as Booking))
    return [path, server.requests.length]
  }
  test.each([
    ['on-demand care goes to payment', { mode: 'now' }, ['/checkout', 0]],
    ['a held time goes to payment', { mode: 'later', slot }, ['/checkout', 0]],
    [
      "a chosen clinician's calendar opens",
      { mode: 'later', clinicianId },
      [`/clinician/${clinicianId}/product/nutrition`, 0],
    ],
    ["without a chosen clinician the product's calendar opens", { mode: 'later' }, ['/products/nutrition/calendar', 1]],
  ])('%s', async (_, booking, expected) => expect(await onward(booking)).toEqual(expected))
  test('without a free time there is no next step', async () =>
    expect(await onward({ mode: 'later' }, [{ id: 'c-1', nextFree: null }])).toEqual([undefined, 1]))
})

describe('the summary', () => {
  async function summary(
    more: Partial<Booking> = {},
    { about = product, partner = {} }: { about?: Product; partner?: object } = {},
  ) {
    const server = setUpBooking({ ...COMPLETE_ANSWERS, clinicianId, ...more })
    const screen = await renderHookWithQueries(
      () => {
        useBooking()
        return useSummaryForm(about, currentBooking() as Booking)
      },
      { at: '/products/nutrition/summary', wrapper: withPartner(partner) },
    )
    return { server, screen, send: () => screen.act((it) => submitForm(it as never)) }
  }

  test('the description is trimmed and saved, and the booking goes on', async () => {
    const { server, screen, send } = await summary()
    await screen.act(({ form }) => form.set('summary', '  It itches since Monday '))
    await screen.act(({ form }) => form.set('contactMethod', 'phone'))
    await send()
    expect(currentBooking()).toMatchObject({ summary: 'It itches since Monday', contactMethod: 'phone' })
    expect(server.requestsTo(createCart)).toMatchObject([
      { body: { summary: 'It itches since Monday', contactMethod: 'phone' } },
    ])
    expect(currentAddress()).toBe(`/clinician/${clinicianId}/product/nutrition`)
  })

  test.each([
    ['that is too short', { summary: 'It itches' }, 'At least 10'],
    ['that is empty', { summary: '' }, 'Tell us'],
    ['that is too long', { summary: 'x'.repeat(1_001) }, 'At most 1000'],
    ['with a card number', { summary: 'My card is 4444 4444 4444 4422' }, 'No card numbers here'],
  ])('a summary %s is not sent', async (_, more, text) => {
    const { server, screen, send } = await summary(more)
    await send()
    expect(screen.current().form.field('summary').error).toBe(text)
    expect(server.requestsTo(createCart)).toEqual([])
    expect(currentAddress()).toBe('/products/nutrition/summary')
  })

  test("where there is a choice of contact method, the product's first one is chosen", async () => {
    const { screen } = await summary({ contactMethod: undefined })
    expect(screen.current().methods).toEqual(['video', 'phone'])
    expect(screen.current().form.values.contactMethod).toBe('video')
  })

  test('a single contact method is not asked', async () => {
    const { screen } = await summary({ contactMethod: undefined }, { partner: { availableContactMethods: ['phone'] } })
    expect(screen.current().form.values.contactMethod).toBe('phone')
  })

  test('a contact method no longer offered is replaced', async () => {
    const about = { ...product, contactMethods: ['phone', 'chat'] } as never
    const { screen } = await summary(
      { contactMethod: 'video' },
      { about, partner: { availableContactMethods: ['phone', 'chat'] } },
    )
    expect(screen.current().form.values.contactMethod).toBe('phone')
  })

  test('on-demand care asks for a confirmation of age', async () => {
    const { screen, send } = await summary({ mode: 'now' })
    await send()
    expect(screen.current().form.field('ageConfirmed').error).toBe('Confirm your age')
    await screen.act(({ form }) => form.set('ageConfirmed', true))
    await send()
    expect(currentAddress()).toBe('/checkout')
  })

  test('the patient is chosen next where there is a choice', async () => {
    signInTestUser(session)
    const server = setUpBooking({ ...COMPLETE_ANSWERS, clinicianId })
    const dependants = [{ id: 'p-2', firstName: 'Leo', dateOfBirth: '2016-05-01' }]
    server.reply(me, { id: 'p-1', firstName: 'Ana', dateOfBirth: '1990-05-01', dependants })
    const screen = await renderHookWithQueries(() => useSummaryForm(product, currentBooking() as Booking), {
      wrapper: withPartner(),
    })
    await screen.act((it) => submitForm(it as never))
    expect(currentAddress()).toBe('/select-profile')
  })

  test('without a free time the summary reports it and stays', async () => {
    const { server, screen, send } = await summary({ clinicianId: undefined })
    server.reply(listProductClinicians, { items: [] })
    await send()
    expect(screen.current().nobody).toBe(true)
    expect(currentAddress()).toBe('/products/nutrition/summary')
  })
})
