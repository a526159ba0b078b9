import { listSlots, lockSlot } from '@cuida/core/booking/cart/api.ts'
import { joinWaitlist, leaveWaitlist, listWaitlist, takeOffer } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { living, passing, playServer, settled, signedIn, stopClock } from '@cuida/ui/client/session/test-living.ts'
import { address } from '@cuida/ui/client/session/test-page.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { productQuery } from '../../catalogue/queries.ts'
import { session } from '../../kit/api.ts'
import type { Booking } from '../cart/booking.ts'
import { currentBooking } from '../cart/cart-store.ts'
import {
  asking,
  booked,
  cart,
  clinicianId,
  product,
  sessionKey,
  slot,
  told,
  withPartner,
} from '../cart/test-booking.ts'
import { useJoinWaitlist, useLeaveWaitlist, useTakeOffer, useWaitlist } from '../waitlist/waitlist-queries.ts'
import { useCalendar } from './use-calendar.ts'

beforeEach(() => stopClock('2026-11-26T10:00:00Z'))

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
    const server = booked(more)
    server.answer(listSlots, { timeZone: 'UTC', nextFree: null, days })
    server.answer(lockSlot, { expiresAt: '2026-11-26T10:10:00Z' })
    const screen = await living(() => useCalendar(about, clinician), { at, around: withPartner() })
    return { server, screen, choose: () => screen.do(({ dispatch }) => dispatch({ type: 'slotChosen', slot: free })) }
  }

  test('opens at the first day with a free time, and asks for its week', async () => {
    const { server, screen } = await calendar()
    expect(screen.now().state).toMatchObject({ date: '2026-11-27', chosen: undefined, notice: undefined })
    expect(screen.now().day).toEqual(days[0])
    expect(server.heard(listSlots).map(({ query }) => Object.fromEntries(query))).toEqual([
      { productId: '101', from: '2026-11-26', to: '2026-12-02' },
    ])
  })

  test.each([
    ['/?date=2026-11-28', '2026-11-28', undefined],
    ['/?date=2020-01-01', '2026-11-27', undefined],
    ['/?timeout=true', '2026-11-27', { kind: 'timeout' }],
    ['/?timeout=false', '2026-11-27', undefined],
  ])('at %s opens %s', async (at, date, notice) => {
    const { screen } = await calendar(undefined, { at })
    expect(screen.now().state).toMatchObject({ date })
    expect(screen.now().state.notice).toEqual(notice)
  })

  test('is looked at again every half minute: what somebody took meanwhile is struck through', async () => {
    const { server, screen } = await calendar()
    server.answer(listSlots, { timeZone: 'UTC', nextFree: null, days: [{ date: '2026-11-27', slots: [] }] })
    await passing(30_000)
    expect(server.heard(listSlots)).toHaveLength(2)
    expect(screen.now().state.taken).toMatchObject([{ startTime: free.startTime }])
  })

  test('wants a time before it goes on', async () => {
    const { server, screen } = await calendar({ ...told })
    await screen.do(({ reserve }) => reserve())
    expect(screen.now().state.notice).toEqual({ kind: 'pickFirst' })
    expect(server.heard(lockSlot)).toEqual([])
  })

  test('holds the time that was chosen, and goes on to the payment', async () => {
    const { server, screen, choose } = await calendar({ ...told })
    await choose()
    await screen.do(({ reserve }) => reserve())
    expect(server.heard(lockSlot)).toMatchObject([
      { body: { startTime: free.startTime, endTime: free.endTime, sessionKey } },
    ])
    expect(currentBooking()).toMatchObject({ clinicianId, slot: { startTime: free.startTime } })
    expect(address()).toBe('/checkout')
    // What it shows by then is what the server says.
    expect(server.heard(listSlots).length).toBeGreaterThan(1)
  })

  test.each([
    ['SLOT_TAKEN', 409, { kind: 'taken' }],
    ['TOO_MANY_LOCKS', 409, { kind: 'tooMany' }],
    ['UNEXPECTED', 500, { kind: 'holdFailed' }],
  ])('that cannot hold it (%s) says why, and leads nowhere', async (code, status, notice) => {
    const { server, screen, choose } = await calendar({ ...told })
    server.refuse(lockSlot, code, status)
    await choose()
    await screen.do(({ reserve }) => reserve())
    expect(screen.now().state.notice).toMatchObject(notice)
    expect(screen.now().isHolding).toBe(false)
    expect(address()).toBe('/')
  })

  test.each([
    ['of nobody who has begun: to the questions', undefined, product, '/products/nutrition/questions'],
    ['of who has told nothing yet: to the summary', {}, product, '/products/nutrition/summary'],
    ['of who has not answered: to the questions', { ...told }, asking as Product, '/products/nutrition/questions'],
  ])('%s, which leads back here', async (_, more, about, path) => {
    const { server, screen, choose } = await calendar(more, { about })
    await choose()
    await screen.do(({ reserve }) => reserve())
    expect(address()).toBe(path)
    expect(currentBooking()).toMatchObject({ productId: '101', clinicianId, mode: 'later' })
    expect(server.heard(lockSlot)).toEqual([])
  })
})

describe('waiting for a sooner time', () => {
  test('is asked for again every 15 seconds, and only by who is in', async () => {
    signedIn(session)
    session.signOut()
    const server = playServer()
    server.answer(listWaitlist, { items: [] })
    const screen = await living(useWaitlist)
    await passing(60_000)
    expect(server.heard(listWaitlist)).toEqual([])
    const dates = btoa(JSON.stringify({ iat: 0, exp: 900 }))
    await screen.do(() => session.signIn({ accessToken: `a.${dates}.c`, refreshToken: 'r', sessionId: 's-2' }))
    expect(server.heard(listWaitlist)).toHaveLength(1)
    await passing(15_000)
    expect(server.heard(listWaitlist)).toHaveLength(2)
  })

  test.each([
    [joinWaitlist, 200],
    [joinWaitlist, 409],
    [leaveWaitlist, 200],
    [leaveWaitlist, 404],
  ])('what I wait for is what the server says after that (%#)', async (call, status) => {
    signedIn(session)
    const server = playServer()
    server.answer(listWaitlist, { items: [] })
    server.answer(call, { code: 'NO' }, status)
    const screen = await living(() => ({ list: useWaitlist(), join: useJoinWaitlist(), leave: useLeaveWaitlist() }))
    await screen.do(({ join, leave }) =>
      call === joinWaitlist ? join.mutate({ productId: '101' }) : leave.mutate('1'),
    )
    expect(server.heard(listWaitlist)).toHaveLength(2)
  })

  async function offered(offer: object, about: unknown = product) {
    signedIn(session)
    const server = booked()
    server.answer(listWaitlist, { items: [] })
    server.answer(takeOffer, { ...cart, ...offer, productSlug: 'nutrition' })
    const screen = await living(() => ({ list: useWaitlist(), take: useTakeOffer(1_000) }))
    screen.queries.setQueryData(productQuery('nutrition').queryKey, about as never)
    await settled(() => undefined)
    await screen.do(({ take }) => take.mutate('offer-1'))
    return server
  }
  const held = { clinicianId, schedule: slot, lockExpiresAt: '2026-11-26T10:30:00Z' }

  test('the time that was offered is the booking now: on to the payment', async () => {
    await offered({ ...held, ...told })
    expect(currentBooking()).toMatchObject({ clinicianId, slot, sessionKey })
    expect(address()).toBe('/checkout')
  })
  test('or to what has no answer yet', async () => {
    await offered(held)
    expect(address()).toBe('/products/nutrition/summary')
  })
  test('to the payment, where the product is not offered any more: that says it', async () => {
    await offered(held, null)
    expect(address()).toBe('/checkout')
  })
  test('an offer that is over leaves all as it was, and the list is read anew', async () => {
    signedIn(session)
    const server = booked()
    server.answer(listWaitlist, { items: [] })
    server.refuse(takeOffer, 'OFFER_OVER')
    const screen = await living(() => ({ list: useWaitlist(), take: useTakeOffer(1_000) }))
    await screen.do(({ take }) => take.mutate('offer-1'))
    expect(currentBooking()).toBeUndefined()
    expect(server.heard(listWaitlist)).toHaveLength(2)
  })
})
