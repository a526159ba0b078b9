import { getCart, unlockSlot, updateCart } from '@cuida/core/booking/cart/api.ts'
import type { Cart } from '@cuida/core/booking/cart/cart.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  anaId,
  clinicianId,
  coughAnswers,
  feverAnswers,
  holdTestSlot,
  leoId,
  localStorageText,
  mockCartServer,
  openTab,
  reloadTab,
  SUMMARY,
  skinBooking,
  slot,
  slotHeldUntil,
  unsavedChanges,
  waitUntilSaved,
  weightBooking,
} from './test-tabs.ts'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

describe('answers', () => {
  test('answers are saved and merged, a burst of typing as one request [B3.2] [B4.15]', async () => {
    const { sent, cart } = mockCartServer()
    const tab = await openTab()
    tab.startBooking(weightBooking)
    await waitUntilSaved()
    expect(sent()).toEqual(['POST {"productId":"1"}'])
    for (const summary of ['S', 'Since', SUMMARY]) {
      tab.updateBooking({ summary })
      await advanceTime(300)
    }
    expect(tab.booking()).toMatchObject({ summary: SUMMARY, unsaved: true })
    await waitUntilSaved()
    expect(sent().slice(1)).toEqual([`PUT {"productId":"1","summary":"${SUMMARY}","answersFor":null}`])
    tab.updateBooking({ symptoms: feverAnswers })
    await waitUntilSaved()
    expect(cart()).toMatchObject({ symptoms: feverAnswers, summary: SUMMARY })
    expect(tab.booking()).toMatchObject({ symptoms: feverAnswers, summary: SUMMARY, unsaved: false })
  })

  test('requests are sent one at a time, the last value of each field last', async () => {
    const { server, cart, set } = mockCartServer()
    const tab = await openTab()
    tab.startBooking(weightBooking)
    await waitUntilSaved()
    const gates: (() => void)[] = []
    server.reply(updateCart, async ({ body, path }) => {
      await new Promise<void>((open) => gates.push(open))
      const key = path.split('/')[3] ?? ''
      set(key, body as Cart)
      return { ...(cart() as Cart), sessionKey: key }
    })
    for (const summary of ['one', 'two', 'three']) {
      tab.updateBooking({ summary })
      await waitUntilSaved()
    }
    expect(server.requestsTo(updateCart)).toHaveLength(1)
    await actAndFlush(() => gates.shift()?.())
    expect(tab.booking()).toMatchObject({ summary: 'three', unsaved: true })
    await actAndFlush(() => gates.shift()?.())
    expect(server.requestsTo(updateCart).map(({ body }) => (body as Cart).summary)).toEqual(['one', 'three'])
    expect([tab.booking()?.unsaved, cart()?.summary]).toEqual([false, 'three'])
  })

  test('offline changes are retried until saved, and the screen says so', async () => {
    const { state, cart } = mockCartServer()
    const tab = await openTab()
    state.isOffline = true
    tab.startBooking(weightBooking)
    tab.updateBooking({ symptoms: feverAnswers })
    const screen = await renderHookWithQueries(tab.useBookingState)
    expect(screen.current().unreachable).toBe(false)
    await advanceTime(5_000)
    await actAndFlush(() => expect(tab.ensureSaved()).rejects.toMatchObject({ code: 'OFFLINE' }))
    expect(screen.current()).toMatchObject({ booking: { symptoms: feverAnswers, unsaved: true }, unreachable: true })
    state.isOffline = false
    await advanceTime(15_000)
    expect(cart()).toMatchObject({ symptoms: feverAnswers })
    expect(screen.current()).toMatchObject({ booking: { unsaved: false }, unreachable: false })
  })

  test('refused changes are not retried until they change', async () => {
    const { server } = mockCartServer()
    const tab = await openTab()
    tab.startBooking(weightBooking)
    await waitUntilSaved()
    server.refuse(updateCart, 'CARD_NUMBER_REFUSED', 400)
    tab.updateBooking({ summary: '4444 4444 4444 4422' })
    await advanceTime(60_000)
    expect(server.requestsTo(updateCart)).toHaveLength(1)
    await actAndFlush(() => expect(tab.ensureSaved()).rejects.toMatchObject({ code: 'CARD_NUMBER_REFUSED' }))
  })

  test('unsaved answers stay in session storage and never in local storage', async () => {
    mockCartServer()
    const tab = await openTab()
    tab.startBooking(weightBooking)
    tab.updateBooking({ symptoms: feverAnswers, summary: SUMMARY })
    expect(unsavedChanges()).toContain(SUMMARY)
    await waitUntilSaved()
    expect(unsavedChanges()).toBeNull()
    expect(localStorageText()).toContain('key-of-cart')
    expect(localStorageText()).not.toMatch(/fever|itches/)
  })

  test('without a booking nothing is saved', async () => {
    const { sent } = mockCartServer()
    const tab = await openTab()
    tab.updateBooking({ summary: SUMMARY })
    await actAndFlush(() => expect(tab.ensureSaved()).rejects.toThrow('no running booking'))
    await advanceTime(60_000)
    expect(sent()).toEqual([])
  })
})

describe('a reload', () => {
  test('the booking is restored from the server [A3.4] [A4.8] [A9.11] [B4.16]', async () => {
    mockCartServer()
    const tab = await openTab()
    tab.startBooking(weightBooking)
    tab.updateBooking({ symptoms: feverAnswers, summary: SUMMARY, contactMethod: 'video', ageConfirmed: true })
    await waitUntilSaved()
    await holdTestSlot(tab)
    const before = tab.booking()
    expect(before).toMatchObject({
      symptoms: feverAnswers,
      slot,
      lockExpiresAt: slotHeldUntil,
      clinicianId,
      unsaved: false,
    })
    expect((await reloadTab(tab)).booking()).toEqual(before)
  })

  test('unsaved changes survive, with and without a network', async () => {
    const { state, cart } = mockCartServer()
    const tab = await openTab()
    tab.startBooking(weightBooking)
    tab.updateBooking({ symptoms: feverAnswers })
    await waitUntilSaved()
    state.isOffline = true
    tab.updateBooking({ symptoms: [...feverAnswers, ...coughAnswers], summary: SUMMARY })
    await waitUntilSaved()
    const again = await reloadTab(tab)
    const screen = await renderHookWithQueries(again.useBookingState)
    expect(screen.current()).toMatchObject({ restored: false, booking: { summary: SUMMARY, unsaved: true } })
    state.isOffline = false
    await advanceTime(20_000)
    expect(screen.current().restored).toBe(true)
    expect(again.booking()).toMatchObject({
      symptoms: [...feverAnswers, ...coughAnswers],
      summary: SUMMARY,
      unsaved: false,
    })
    expect(cart()).toMatchObject({ symptoms: [...feverAnswers, ...coughAnswers], summary: SUMMARY })
  })

  test('a booking that the server never had is saved', async () => {
    const { state, cart } = mockCartServer()
    state.isOffline = true
    const tab = await openTab()
    tab.startBooking(weightBooking)
    tab.updateBooking({ symptoms: feverAnswers })
    await waitUntilSaved()
    const again = await reloadTab(tab)
    state.isOffline = false
    await waitUntilSaved()
    expect(again.booking()).toMatchObject({ symptoms: feverAnswers, unsaved: false })
    expect(cart()).toMatchObject({ symptoms: feverAnswers })
  })

  test('an expired hold is gone, and its calendar is remembered', async () => {
    const { carts, set } = mockCartServer()
    const tab = await openTab()
    tab.startBooking(weightBooking)
    await holdTestSlot(tab)
    for (const key of carts.keys()) set(key, { schedule: null, lockExpiresAt: null })
    const again = await reloadTab(tab)
    expect(again.booking()).toMatchObject({ slot: undefined, lockExpiresAt: undefined, clinicianId })
  })

  test.each([
    ['{', null],
    ['[]', null],
    ['{"productId":1}', null],
    ['{"productId":"1","productSlug":"weight","mode":"never"}', null],
    ['{"productId":"1","productSlug":"weight","mode":"later","sessionKey":"../../order"}', null],
    [JSON.stringify(weightBooking), '{"of":"1 ","changes":{"symptoms":{}}}'],
    [JSON.stringify(weightBooking), '{"of":"2 ","changes":{"summary":"Of another product"}}'],
  ])('a stored entry with %s counts as %s', async (frame, changes) => {
    mockCartServer()
    localStorage.setItem('cart', frame)
    if (changes) sessionStorage.setItem('cart-changes', changes)
    const { currentBooking } = await openTab()
    if (changes) expect(currentBooking()).toMatchObject({ productId: '1', symptoms: [], summary: '' })
    else expect(currentBooking()).toBeUndefined()
  })
})

describe('an expired cart', () => {
  async function expired() {
    const all = mockCartServer()
    const tab = await openTab()
    tab.startBooking(weightBooking)
    tab.updateBooking({ symptoms: feverAnswers })
    await waitUntilSaved()
    await holdTestSlot(tab)
    all.carts.clear()
    all.carts.set('key-of-somebody-else', {} as Cart)
    return { ...all, tab, now: () => all.carts.get(tab.booking()?.sessionKey ?? '') }
  }
  test('the answers go into a new cart without the held time', async () => {
    const { tab, now } = await expired()
    tab.updateBooking({ summary: SUMMARY })
    await waitUntilSaved()
    expect(now()).toMatchObject({ symptoms: feverAnswers, summary: SUMMARY })
    expect(tab.booking()?.slot).toBeUndefined()
  })
  test('the cart is renewed before its key is used', async () => {
    const { tab, now } = await expired()
    await holdTestSlot(tab)
    expect(now()).toMatchObject({ symptoms: feverAnswers, schedule: slot })
    expect(tab.booking()).toMatchObject({ slot, lockExpiresAt: slotHeldUntil })
  })
  test('a failed reply does not count as expiry', async () => {
    const { server, tab } = await expired()
    const key = tab.booking()?.sessionKey
    for (const [code, status] of [
      ['UNEXPECTED', 503],
      ['CART_EXPIRED', 429],
    ] as const) {
      server.refuse(getCart, code, status)
      await actAndFlush(tab.restoreBooking)
      expect(tab.booking()).toMatchObject({ sessionKey: key, symptoms: feverAnswers })
    }
  })
})

describe('a changed choice', () => {
  test('another product starts without answers in the same cart and releases the held time', async () => {
    const { server, carts, cart } = mockCartServer()
    const tab = await openTab()
    tab.startBooking(weightBooking)
    tab.updateBooking({ patientId: leoId, symptoms: feverAnswers })
    await waitUntilSaved()
    await holdTestSlot(tab)
    tab.startBooking({ ...skinBooking, mode: 'now' })
    expect(tab.booking()).toMatchObject({ ...skinBooking, mode: 'now', patientId: leoId, symptoms: [] })
    await waitUntilSaved()
    expect(server.requestsTo(unlockSlot)).toHaveLength(1)
    expect(carts.size).toBe(1)
    expect(cart()).toMatchObject({ productId: '2', patientId: leoId, symptoms: [], schedule: null })
  })

  test('another product chosen while the cart is created is not lost', async () => {
    const { carts } = mockCartServer()
    const tab = await openTab()
    tab.startBooking(weightBooking)
    const first = tab.ensureSaved()
    tab.startBooking(skinBooking)
    await actAndFlush(() => first)
    expect(carts.get(tab.booking()?.sessionKey ?? '')?.productId).toBe('2')
  })

  test('another mode keeps the answers; on-demand care has no clinician and no held time', async () => {
    const { cart } = mockCartServer()
    const tab = await openTab()
    tab.startBooking(weightBooking)
    tab.updateBooking({ symptoms: feverAnswers })
    await waitUntilSaved()
    await holdTestSlot(tab)
    tab.startBooking({ ...weightBooking, mode: 'now' })
    expect(tab.booking()).toMatchObject({ mode: 'now', symptoms: feverAnswers, slot: undefined })
    await waitUntilSaved()
    expect(cart()).toMatchObject({ clinicianId: null, schedule: null, symptoms: feverAnswers })
  })

  test('another patient drops the answers, and later answers stay', async () => {
    const { cart } = mockCartServer()
    const tab = await openTab()
    tab.startBooking(weightBooking)
    tab.updateBooking({ patientId: anaId, symptoms: feverAnswers, summary: SUMMARY })
    await waitUntilSaved()
    tab.updateBooking({ patientId: leoId, symptoms: [], summary: '', ageConfirmed: false })
    tab.updateBooking({ symptoms: coughAnswers })
    expect(tab.booking()).toMatchObject({ patientId: leoId, symptoms: coughAnswers, summary: '' })
    expect((await reloadTab(tab)).booking()).toMatchObject({ patientId: leoId, symptoms: coughAnswers, summary: '' })
    await waitUntilSaved()
    expect(cart()).toMatchObject({ patientId: leoId, symptoms: coughAnswers })
  })

  test('repeating a consultation starts a new cart', async () => {
    const { carts } = mockCartServer()
    const tab = await openTab()
    tab.startBooking(weightBooking)
    tab.updateBooking({ symptoms: coughAnswers })
    await waitUntilSaved()
    tab.repeatBooking(weightBooking, {
      patientId: anaId,
      contactMethod: 'phone',
      symptoms: feverAnswers,
      toConfirm: ['fever'],
    })
    await waitUntilSaved()
    expect(tab.booking()).toMatchObject({ symptoms: feverAnswers, toConfirm: ['fever'], unsaved: false })
    expect([...carts.values()].map(({ symptoms }) => symptoms)).toEqual([coughAnswers, feverAnswers])
  })
})

describe('a held time', () => {
  test('a hold is released before another is made, and locking again renews it [B2.32] [B4.17]', async () => {
    const { server, sent } = mockCartServer()
    const tab = await openTab()
    tab.startBooking(weightBooking)
    await waitUntilSaved()
    await holdTestSlot(tab)
    await holdTestSlot(tab)
    const released = tab.releaseSlot()
    expect(tab.booking()?.slot).toBeUndefined()
    await holdTestSlot(tab)
    await released
    const lock = `POST ${JSON.stringify({ productId: '1', sessionKey: tab.booking()?.sessionKey, ...slot })}`
    const unlock = `POST ${JSON.stringify({ sessionKey: tab.booking()?.sessionKey })}`
    expect(sent().slice(1)).toEqual([lock, lock, unlock, lock])
    expect(server.requestsTo(updateCart)).toEqual([])
    expect(tab.booking()?.slot).toEqual(slot)
  })

  test('a released time stays released, whatever an earlier request replies', async () => {
    const { server, cart } = mockCartServer()
    const tab = await openTab()
    tab.startBooking(weightBooking)
    await waitUntilSaved()
    await holdTestSlot(tab)
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

  test('a hold sets the clinician, which the cart does not have before', async () => {
    const { sent, cart } = mockCartServer()
    const tab = await openTab()
    tab.startBooking({ ...weightBooking, clinicianId })
    await waitUntilSaved()
    expect(sent()).toEqual(['POST {"productId":"1"}'])
    expect(tab.booking()?.clinicianId).toBe(clinicianId)
    await holdTestSlot(tab)
    expect(cart()?.clinicianId).toBe(clinicianId)
  })
})
