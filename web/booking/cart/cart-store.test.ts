import { getCart, unlockSlot, updateCart } from '@cuida/core/booking/cart/api.ts'
import type { Cart } from '@cuida/core/booking/cart/cart.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  ana,
  cartServer,
  clinicianId,
  cough,
  fever,
  hold,
  leo,
  openTab,
  reload,
  SUMMARY,
  saved,
  skin,
  slot,
  stored,
  unsaved,
  until,
  weight,
} from './test-tabs.ts'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

describe('what a patient tells', () => {
  test('is saved when it is added and merged when it changes, a burst of typing as one request [B3.2] [B4.15]', async () => {
    const { sent, cart } = cartServer()
    const tab = await openTab()
    tab.startBooking(weight)
    await saved()
    expect(sent()).toEqual(['POST {"productId":"1"}'])
    for (const summary of ['S', 'Since', SUMMARY]) {
      tab.updateBooking({ summary })
      await advanceTime(300)
    }
    expect(tab.booking()).toMatchObject({ summary: SUMMARY, unsaved: true })
    await saved()
    expect(sent().slice(1)).toEqual([`PUT {"productId":"1","summary":"${SUMMARY}","answersFor":null}`])
    tab.updateBooking({ symptoms: fever })
    await saved()
    expect(cart()).toMatchObject({ symptoms: fever, summary: SUMMARY })
    expect(tab.booking()).toMatchObject({ symptoms: fever, summary: SUMMARY, unsaved: false })
  })

  test('goes out one request at a time, the last value of each field last', async () => {
    const { server, cart, set } = cartServer()
    const tab = await openTab()
    tab.startBooking(weight)
    await saved()
    const gates: (() => void)[] = []
    server.reply(updateCart, async ({ body, path }) => {
      await new Promise<void>((open) => gates.push(open))
      const key = path.split('/')[3] ?? ''
      set(key, body as Cart)
      return { ...(cart() as Cart), sessionKey: key }
    })
    for (const summary of ['one', 'two', 'three']) {
      tab.updateBooking({ summary })
      await saved()
    }
    expect(server.requestsTo(updateCart)).toHaveLength(1)
    await actAndFlush(() => gates.shift()?.())
    expect(tab.booking()).toMatchObject({ summary: 'three', unsaved: true })
    await actAndFlush(() => gates.shift()?.())
    expect(server.requestsTo(updateCart).map(({ body }) => (body as Cart).summary)).toEqual(['one', 'three'])
    expect([tab.booking()?.unsaved, cart()?.summary]).toEqual([false, 'three'])
  })

  test('without a network is tried again until it has arrived, and the screen says so', async () => {
    const { state, cart } = cartServer()
    const tab = await openTab()
    state.isOffline = true
    tab.startBooking(weight)
    tab.updateBooking({ symptoms: fever })
    const screen = await renderHookWithQueries(tab.useBookingState)
    expect(screen.current().unreachable).toBe(false)
    await advanceTime(5_000)
    await actAndFlush(() => expect(tab.ensureSaved()).rejects.toMatchObject({ code: 'OFFLINE' }))
    expect(screen.current()).toMatchObject({ booking: { symptoms: fever, unsaved: true }, unreachable: true })
    state.isOffline = false
    await advanceTime(15_000)
    expect(cart()).toMatchObject({ symptoms: fever })
    expect(screen.current()).toMatchObject({ booking: { unsaved: false }, unreachable: false })
  })

  test('that the server refuses is not repeated until it changes', async () => {
    const { server } = cartServer()
    const tab = await openTab()
    tab.startBooking(weight)
    await saved()
    server.refuse(updateCart, 'CARD_NUMBER_REFUSED', 400)
    tab.updateBooking({ summary: '4444 4444 4444 4422' })
    await advanceTime(60_000)
    expect(server.requestsTo(updateCart)).toHaveLength(1)
    await actAndFlush(() => expect(tab.ensureSaved()).rejects.toMatchObject({ code: 'CARD_NUMBER_REFUSED' }))
  })

  test('waits in the session storage until it is saved, and never lies in the local storage', async () => {
    cartServer()
    const tab = await openTab()
    tab.startBooking(weight)
    tab.updateBooking({ symptoms: fever, summary: SUMMARY })
    expect(unsaved()).toContain(SUMMARY)
    await saved()
    expect(unsaved()).toBeNull()
    expect(stored()).toContain('key-of-cart')
    expect(stored()).not.toMatch(/fever|itches/)
  })

  test('of a booking that nobody began is nothing to save', async () => {
    const { sent } = cartServer()
    const tab = await openTab()
    tab.updateBooking({ summary: SUMMARY })
    await actAndFlush(() => expect(tab.ensureSaved()).rejects.toThrow('no running booking'))
    await advanceTime(60_000)
    expect(sent()).toEqual([])
  })
})

describe('a reload', () => {
  test('brings everything back, from the server [A3.4] [A4.8] [A9.11] [B4.16]', async () => {
    cartServer()
    const tab = await openTab()
    tab.startBooking(weight)
    tab.updateBooking({ symptoms: fever, summary: SUMMARY, contactMethod: 'video', ageConfirmed: true })
    await saved()
    await hold(tab)
    const before = tab.booking()
    expect(before).toMatchObject({ symptoms: fever, slot, lockExpiresAt: until, clinicianId, unsaved: false })
    expect((await reload(tab)).booking()).toEqual(before)
  })

  test('loses nothing that was not saved, with the network or without', async () => {
    const { state, cart } = cartServer()
    const tab = await openTab()
    tab.startBooking(weight)
    tab.updateBooking({ symptoms: fever })
    await saved()
    state.isOffline = true
    tab.updateBooking({ symptoms: [...fever, ...cough], summary: SUMMARY })
    await saved()
    const again = await reload(tab)
    const screen = await renderHookWithQueries(again.useBookingState)
    expect(screen.current()).toMatchObject({ restored: false, booking: { summary: SUMMARY, unsaved: true } })
    state.isOffline = false
    await advanceTime(20_000)
    expect(screen.current().restored).toBe(true)
    expect(again.booking()).toMatchObject({ symptoms: [...fever, ...cough], summary: SUMMARY, unsaved: false })
    expect(cart()).toMatchObject({ symptoms: [...fever, ...cough], summary: SUMMARY })
  })

  test('saves a booking that the server never had', async () => {
    const { state, cart } = cartServer()
    state.isOffline = true
    const tab = await openTab()
    tab.startBooking(weight)
    tab.updateBooking({ symptoms: fever })
    await saved()
    const again = await reload(tab)
    state.isOffline = false
    await saved()
    expect(again.booking()).toMatchObject({ symptoms: fever, unsaved: false })
    expect(cart()).toMatchObject({ symptoms: fever })
  })

  test('shows a time that ran out meanwhile as gone, and whose calendar it was', async () => {
    const { carts, set } = cartServer()
    const tab = await openTab()
    tab.startBooking(weight)
    await hold(tab)
    for (const key of carts.keys()) set(key, { schedule: null, lockExpiresAt: null })
    const again = await reload(tab)
    expect(again.booking()).toMatchObject({ slot: undefined, lockExpiresAt: undefined, clinicianId })
  })

  test.each([
    ['{', null],
    ['[]', null],
    ['{"productId":1}', null],
    ['{"productId":"1","productSlug":"weight","mode":"never"}', null],
    ['{"productId":"1","productSlug":"weight","mode":"later","sessionKey":"../../order"}', null],
    [JSON.stringify(weight), '{"of":"1 ","changes":{"symptoms":{}}}'],
    [JSON.stringify(weight), '{"of":"2 ","changes":{"summary":"Of another product"}}'],
  ])('takes %s and %s for what they are', async (frame, changes) => {
    cartServer()
    localStorage.setItem('cart', frame)
    if (changes) sessionStorage.setItem('cart-changes', changes)
    const { currentBooking } = await openTab()
    if (changes) expect(currentBooking()).toMatchObject({ productId: '1', symptoms: [], summary: '' })
    else expect(currentBooking()).toBeUndefined()
  })
})

describe('a cart that has expired', () => {
  async function expired() {
    const all = cartServer()
    const tab = await openTab()
    tab.startBooking(weight)
    tab.updateBooking({ symptoms: fever })
    await saved()
    await hold(tab)
    all.carts.clear()
    all.carts.set('key-of-somebody-else', {} as Cart)
    return { ...all, tab, now: () => all.carts.get(tab.booking()?.sessionKey ?? '') }
  }
  test('becomes a new one with the same answers, without the held time', async () => {
    const { tab, now } = await expired()
    tab.updateBooking({ summary: SUMMARY })
    await saved()
    expect(now()).toMatchObject({ symptoms: fever, summary: SUMMARY })
    expect(tab.booking()?.slot).toBeUndefined()
  })
  test('is renewed before its key is used', async () => {
    const { tab, now } = await expired()
    await hold(tab)
    expect(now()).toMatchObject({ symptoms: fever, schedule: slot })
    expect(tab.booking()).toMatchObject({ slot, lockExpiresAt: until })
  })
  test('is not one of a server that cannot answer', async () => {
    const { server, tab } = await expired()
    const key = tab.booking()?.sessionKey
    for (const [code, status] of [
      ['UNEXPECTED', 503],
      ['CART_EXPIRED', 429],
    ] as const) {
      server.refuse(getCart, code, status)
      await actAndFlush(tab.restoreBooking)
      expect(tab.booking()).toMatchObject({ sessionKey: key, symptoms: fever })
    }
  })
})

describe('another choice', () => {
  test('of product begins with no answers in the same cart, and frees the held time', async () => {
    const { server, carts, cart } = cartServer()
    const tab = await openTab()
    tab.startBooking(weight)
    tab.updateBooking({ patientId: leo, symptoms: fever })
    await saved()
    await hold(tab)
    tab.startBooking({ ...skin, mode: 'now' })
    expect(tab.booking()).toMatchObject({ ...skin, mode: 'now', patientId: leo, symptoms: [] })
    await saved()
    expect(server.requestsTo(unlockSlot)).toHaveLength(1)
    expect(carts.size).toBe(1)
    expect(cart()).toMatchObject({ productId: '2', patientId: leo, symptoms: [], schedule: null })
  })

  test('of product while its cart is made is not lost', async () => {
    const { carts } = cartServer()
    const tab = await openTab()
    tab.startBooking(weight)
    const first = tab.ensureSaved()
    tab.startBooking(skin)
    await actAndFlush(() => first)
    expect(carts.get(tab.booking()?.sessionKey ?? '')?.productId).toBe('2')
  })

  test('of when keeps the answers; care now names no clinician and holds no time', async () => {
    const { cart } = cartServer()
    const tab = await openTab()
    tab.startBooking(weight)
    tab.updateBooking({ symptoms: fever })
    await saved()
    await hold(tab)
    tab.startBooking({ ...weight, mode: 'now' })
    expect(tab.booking()).toMatchObject({ mode: 'now', symptoms: fever, slot: undefined })
    await saved()
    expect(cart()).toMatchObject({ clinicianId: null, schedule: null, symptoms: fever })
  })

  test('of person drops the answers, and leaves those that come after', async () => {
    const { cart } = cartServer()
    const tab = await openTab()
    tab.startBooking(weight)
    tab.updateBooking({ patientId: ana, symptoms: fever, summary: SUMMARY })
    await saved()
    tab.updateBooking({ patientId: leo, symptoms: [], summary: '', ageConfirmed: false })
    tab.updateBooking({ symptoms: cough })
    expect(tab.booking()).toMatchObject({ patientId: leo, symptoms: cough, summary: '' })
    expect((await reload(tab)).booking()).toMatchObject({ patientId: leo, symptoms: cough, summary: '' })
    await saved()
    expect(cart()).toMatchObject({ patientId: leo, symptoms: cough })
  })

  test('to repeat a consultation has a cart of its own', async () => {
    const { carts } = cartServer()
    const tab = await openTab()
    tab.startBooking(weight)
    tab.updateBooking({ symptoms: cough })
    await saved()
    tab.repeatBooking(weight, { patientId: ana, contactMethod: 'phone', symptoms: fever, toConfirm: ['fever'] })
    await saved()
    expect(tab.booking()).toMatchObject({ symptoms: fever, toConfirm: ['fever'], unsaved: false })
    expect([...carts.values()].map(({ symptoms }) => symptoms)).toEqual([cough, fever])
  })
})

describe('a time', () => {
  test('that is given back is free before another one is taken; locking again is one lock [B2.32] [B4.17]', async () => {
    const { server, sent } = cartServer()
    const tab = await openTab()
    tab.startBooking(weight)
    await saved()
    await hold(tab)
    await hold(tab)
    const released = tab.releaseSlot()
    expect(tab.booking()?.slot).toBeUndefined()
    await hold(tab)
    await released
    const lock = `POST ${JSON.stringify({ productId: '1', sessionKey: tab.booking()?.sessionKey, ...slot })}`
    const unlock = `POST ${JSON.stringify({ sessionKey: tab.booking()?.sessionKey })}`
    expect(sent().slice(1)).toEqual([lock, lock, unlock, lock])
    expect(server.requestsTo(updateCart)).toEqual([])
    expect(tab.booking()?.slot).toEqual(slot)
  })

  test('that is given back stays so, whatever an earlier request is answered', async () => {
    const { server, cart } = cartServer()
    const tab = await openTab()
    tab.startBooking(weight)
    await saved()
    await hold(tab)
    const before = cart()
    const { promise, resolve } = Promise.withResolvers<void>()
    server.reply(getCart, async () => {
      await promise
      return { ...(before as Cart), sessionKey: tab.booking()?.sessionKey }
    })
    const restored = tab.restoreBooking()
    await actAndFlush(() => undefined)
    const released = tab.releaseSlot()
    resolve()
    await actAndFlush(() => Promise.all([restored, released]))
    expect(tab.booking()?.slot).toBeUndefined()
  })

  test('that is held names the clinician: the cart is not told before', async () => {
    const { sent, cart } = cartServer()
    const tab = await openTab()
    tab.startBooking({ ...weight, clinicianId })
    await saved()
    expect(sent()).toEqual(['POST {"productId":"1"}'])
    expect(tab.booking()?.clinicianId).toBe(clinicianId)
    await hold(tab)
    expect(cart()?.clinicianId).toBe(clinicianId)
  })
})
