import { listProductSlots, listSlots, lockSlot } from '@cuida/core/booking/cart/api.ts'
import { joinWaitlist, leaveWaitlist, listWaitlist, takeOffer } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { productQuery } from '../../catalogue/queries.ts'
import { session } from '../../kit/api.ts'
import type { Booking } from '../cart/booking.ts'
import { currentBooking } from '../cart/cart-store.ts'
import {
  COMPLETE_ANSWERS,
  cart,
  clinicianId,
  PRODUCT_WITH_QUESTION,
  product,
  sessionKey,
  setUpBooking,
  slot,
  withPartner,
} from '../cart/test-booking.ts'
import { useJoinWaitlist, useLeaveWaitlist, useTakeOffer, useWaitlist } from '../waitlist/waitlist-queries.ts'
import { useCalendar } from './Calendar.tsx'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

describe('a calendar', () => {
  const clinician = { id: clinicianId, nextFree: '2026-11-27T15:00:00Z', timeZone: 'UTC' } as never
  const days = [
    {
      date: '2026-11-27',
      slots: [{ ...slot, startTime: '2026-11-27T15:00:00Z', endTime: '2026-11-27T15:20:00Z', lockedByYou: false }],
    },
  ]
  const free = days[0]?.slots[0] as never as typeof slot

  async function calendar(more?: Partial<Booking>, { at = '/', about = product } = {}) {
    const server = setUpBooking(more)
    server.reply(listSlots, { timeZone: 'UTC', nextFree: null, days })
    server.reply(lockSlot, { expiresAt: '2026-11-26T10:10:00Z' })
    const screen = await renderHookWithQueries(() => useCalendar(about, { clinician, all: [clinician] }), {
      at,
      wrapper: withPartner(),
    })
    return { server, screen, choose: () => screen.act(({ dispatch }) => dispatch({ type: 'slotChosen', slot: free })) }
  }

  test('the first day with a free time opens with its first time chosen, and its week is fetched', async () => {
    const { server, screen } = await calendar()
    expect(screen.current().state).toMatchObject({ date: '2026-11-27', selectedSlot: free, notice: undefined })
    expect(screen.current().day).toEqual(days[0])
    expect(server.requestsTo(listSlots).map(({ query }) => Object.fromEntries(query))).toEqual([
      { productId: '101', from: '2026-11-26', to: '2026-12-02' },
    ])
  })

  test.each([
    ['/?date=2026-11-28', '2026-11-28', undefined],
    ['/?date=2020-01-01', '2026-11-27', undefined],
    ['/?timeout=true', '2026-11-27', { kind: 'timeout' }],
    ['/?timeout=false', '2026-11-27', undefined],
  ])('the calendar at %s opens %s', async (at, date, notice) => {
    const { screen } = await calendar(undefined, { at })
    expect(screen.current().state).toMatchObject({ date })
    expect(screen.current().state.notice).toEqual(notice)
  })

  test('the calendar is polled every half minute, and taken times are struck through', async () => {
    const { server, screen } = await calendar()
    server.reply(listSlots, { timeZone: 'UTC', nextFree: null, days: [{ date: '2026-11-27', slots: [] }] })
    await advanceTime(30_000)
    expect(server.requestsTo(listSlots)).toHaveLength(2)
    expect(screen.current().state.takenSlots).toMatchObject([{ startTime: free.startTime }])
  })

  test('a time must be chosen before going on', async () => {
    // In a day that the patient opened, no time is chosen for them.
    const { server, screen } = await calendar({ ...COMPLETE_ANSWERS }, { at: '/?date=2026-11-27' })
    await screen.act(({ reserve }) => reserve())
    expect(screen.current().state.notice).toEqual({ kind: 'pickFirst' })
    expect(server.requestsTo(lockSlot)).toEqual([])
  })

  test('the chosen time is held, and payment follows', async () => {
    const { server, screen, choose } = await calendar({ ...COMPLETE_ANSWERS })
    await choose()
    await screen.act(({ reserve }) => reserve())
    expect(server.requestsTo(lockSlot)).toMatchObject([
      { body: { startTime: free.startTime, endTime: free.endTime, sessionKey } },
    ])
    expect(currentBooking()).toMatchObject({ clinicianId, slot: { startTime: free.startTime } })
    expect(currentAddress()).toBe('/checkout')
    // By then the calendar shows the server's reply.
    expect(server.requestsTo(listSlots).length).toBeGreaterThan(1)
  })

  test.each([
    ['SLOT_TAKEN', 409, { kind: 'taken' }],
    ['CONSULTATION_OVERLAPS', 409, { kind: 'overlaps' }],
    ['TOO_MANY_LOCKS', 409, { kind: 'tooMany' }],
    ['UNEXPECTED', 500, { kind: 'holdFailed' }],
  ])('a refused hold (%s) shows the reason and stays on the screen', async (code, status, notice) => {
    const { server, screen, choose } = await calendar({ ...COMPLETE_ANSWERS })
    server.refuse(lockSlot, code, status)
    await choose()
    await screen.act(({ reserve }) => reserve())
    expect(screen.current().state.notice).toMatchObject(notice)
    expect(screen.current().isHolding).toBe(false)
    expect(currentAddress()).toBe('/')
  })

  test.each([
    ['without a booking the patient goes to the questions', undefined, product, '/products/nutrition/questions'],
    ['without a summary the patient goes to the summary', {}, product, '/products/nutrition/summary'],
    [
      'without answers the patient goes to the questions',
      { ...COMPLETE_ANSWERS },
      PRODUCT_WITH_QUESTION as Product,
      '/products/nutrition/questions',
    ],
  ])('%s and leads back here', async (_, more, about, path) => {
    const { server, screen, choose } = await calendar(more, { about })
    await choose()
    await screen.act(({ reserve }) => reserve())
    expect(currentAddress()).toBe(path)
    expect(currentBooking()).toMatchObject({ productId: '101', clinicianId, mode: 'later' })
    expect(server.requestsTo(lockSlot)).toEqual([])
  })
})

describe('a product calendar', () => {
  const other = '10000000-0000-4000-8000-000000000004'
  const all = [{ id: clinicianId, nextFree: '2026-11-27T15:00:00Z' }, { id: other }] as never
  const time = { startTime: '2026-11-27T15:00:00Z', endTime: '2026-11-27T15:20:00Z', lockedByYou: false }
  const slotsReply = (id: string) => ({
    timeZone: 'UTC',
    nextFree: null,
    days: [{ date: '2026-11-27', slots: [{ ...time, clinicianId: id }] }],
  })

  async function calendar(more: Partial<Booking> = COMPLETE_ANSWERS) {
    const server = setUpBooking(more)
    server.reply(listProductSlots, slotsReply(clinicianId))
    server.reply(lockSlot, { expiresAt: '2026-11-26T10:10:00Z' })
    const wrapper = withPartner({ timeZone: 'UTC' })
    const screen = await renderHookWithQueries(() => useCalendar(product, { all }), { wrapper })
    await screen.act(({ dispatch, day }) => dispatch({ type: 'slotChosen', slot: day?.slots[0] as never }))
    return { server, screen }
  }

  test('the hold names the clinician who offered the time', async () => {
    const { server, screen } = await calendar()
    await screen.act(({ reserve }) => reserve())
    expect(server.requestsTo(lockSlot)).toMatchObject([{ path: `/v1/schedule/clinician/${clinicianId}/lock` }])
    expect(currentBooking()).toMatchObject({ clinicianId, slot: { startTime: time.startTime } })
  })
  test('a chosen time that is taken stays chosen with another clinician who offers it', async () => {
    const { server, screen } = await calendar()
    server.reply(listProductSlots, slotsReply(other))
    await advanceTime(30_000)
    expect(screen.current().state).toMatchObject({
      selectedSlot: { clinicianId: other },
      takenSlots: [],
      notice: undefined,
    })
  })
  test('unanswered questions come before a clinician is fixed', async () => {
    const { screen } = await calendar({})
    await screen.act(({ reserve }) => reserve())
    expect(currentAddress()).toBe('/products/nutrition/summary')
    expect(currentBooking()?.clinicianId).toBeUndefined()
  })
})

describe('the waitlist', () => {
  test('the waitlist is polled every 15 seconds while signed in', async () => {
    signInTestUser(session)
    session.signOut()
    const server = mockServer()
    server.reply(listWaitlist, { items: [] })
    const screen = await renderHookWithQueries(useWaitlist)
    await advanceTime(60_000)
    expect(server.requestsTo(listWaitlist)).toEqual([])
    const dates = btoa(JSON.stringify({ iat: 0, exp: 900 }))
    await screen.act(() => session.signIn({ accessToken: `a.${dates}.c`, refreshToken: 'r', sessionId: 's-2' }))
    expect(server.requestsTo(listWaitlist)).toHaveLength(1)
    await advanceTime(15_000)
    expect(server.requestsTo(listWaitlist)).toHaveLength(2)
  })

  test.each([
    [joinWaitlist, 200],
    [joinWaitlist, 409],
    [leaveWaitlist, 200],
    [leaveWaitlist, 404],
  ])("the entries follow the server's reply (%#)", async (call, status) => {
    signInTestUser(session)
    const server = mockServer()
    server.reply(listWaitlist, { items: [] })
    server.reply(call, { code: 'NO' }, status)
    const screen = await renderHookWithQueries(() => ({
      list: useWaitlist(),
      join: useJoinWaitlist(),
      leave: useLeaveWaitlist(),
    }))
    await screen.act(({ join, leave }) =>
      call === joinWaitlist ? join.mutate({ productId: '101' }) : leave.mutate('1'),
    )
    expect(server.requestsTo(listWaitlist)).toHaveLength(2)
  })

  async function renderOffer(offer: object, about: unknown = product) {
    signInTestUser(session)
    const server = setUpBooking()
    server.reply(listWaitlist, { items: [] })
    server.reply(takeOffer, { ...cart, ...offer, productSlug: 'nutrition' })
    const screen = await renderHookWithQueries(() => ({
      list: useWaitlist(),
      take: useTakeOffer({ allowed: 1_000, personOf: () => undefined }),
    }))
    screen.queries.setQueryData(productQuery('nutrition').queryKey, about as never)
    await actAndFlush(() => undefined)
    await screen.act(({ take }) => take.mutate('offer-1'))
    return server
  }
  const held = { clinicianId, schedule: slot, lockExpiresAt: '2026-11-26T10:30:00Z' }

  test('an accepted offer becomes the booking and leads to payment', async () => {
    await renderOffer({ ...held, ...COMPLETE_ANSWERS })
    expect(currentBooking()).toMatchObject({ clinicianId, slot, sessionKey })
    expect(currentAddress()).toBe('/checkout')
  })
  test('an accepted offer leads to unanswered questions first', async () => {
    await renderOffer(held)
    expect(currentAddress()).toBe('/products/nutrition/summary')
  })
  test('an offer of a product no longer offered leads to payment, which reports it', async () => {
    await renderOffer(held, null)
    expect(currentAddress()).toBe('/checkout')
  })
  test('an expired offer changes nothing and refetches the list', async () => {
    signInTestUser(session)
    const server = setUpBooking()
    server.reply(listWaitlist, { items: [] })
    server.refuse(takeOffer, 'OFFER_OVER')
    const screen = await renderHookWithQueries(() => ({
      list: useWaitlist(),
      take: useTakeOffer({ allowed: 1_000, personOf: () => undefined }),
    }))
    await screen.act(({ take }) => take.mutate('offer-1'))
    expect(currentBooking()).toBeUndefined()
    expect(server.requestsTo(listWaitlist)).toHaveLength(2)
  })
})
