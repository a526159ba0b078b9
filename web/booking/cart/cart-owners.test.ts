import { getCart, updateCart } from '@cuida/core/booking/cart/api.ts'
import type { Cart } from '@cuida/core/booking/cart/cart.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  anaId,
  clinicianId,
  coughAnswers,
  feverAnswers,
  focusTab,
  holdTestSlot,
  leoId,
  mockCartServer,
  openTab,
  reloadTab,
  SUMMARY,
  signIn,
  skinBooking,
  slot,
  unsavedChanges,
  waitUntilSaved,
  weightBooking,
} from './test-tabs.ts'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

describe('the owner of a booking', () => {
  test("a guest's booking becomes the patient's at sign-in with all its content [A4.8]", async () => {
    const { server } = mockCartServer()
    const tab = await openTab()
    tab.startBooking(weightBooking)
    tab.updateBooking({ symptoms: feverAnswers })
    await waitUntilSaved()
    await signIn(tab)
    expect(server.requestsTo(getCart)).toMatchObject([{ token: expect.any(String) }])
    expect(tab.booking()?.symptoms).toEqual(feverAnswers)
  })

  test.each(['an order', 'a sign-out'])('the booking is removed after %s [A4.5]', async (end) => {
    const { sent } = mockCartServer()
    const tab = await openTab()
    await signIn(tab)
    tab.startBooking(weightBooking)
    tab.updateBooking({ symptoms: feverAnswers })
    await waitUntilSaved()
    tab.updateBooking({ summary: SUMMARY })
    const before = sent().length
    await actAndFlush(() => (end === 'an order' ? tab.clearBooking() : tab.session.signOut('left')))
    await advanceTime(60_000)
    expect(sent()).toHaveLength(before)
    expect([tab.booking(), localStorage.getItem('cart'), unsavedChanges()]).toEqual([undefined, null, null])
    expect((await reloadTab(tab)).booking()).toBeUndefined()
  })

  /** A signed-in patient's booking with unsaved changes, whose session expires. */
  async function leftBehind() {
    const all = mockCartServer()
    const tab = await openTab()
    await signIn(tab)
    tab.startBooking(weightBooking)
    tab.updateBooking({ symptoms: feverAnswers })
    await waitUntilSaved()
    all.state.isOffline = true
    tab.updateBooking({ summary: SUMMARY })
    await waitUntilSaved()
    await actAndFlush(() => tab.session.signOut('expired'))
    all.state.isOffline = false
    return { ...all, tab }
  }

  test.each(['the same page', 'another page'])(
    'the same patient who signs in on %s resumes the booking',
    async (page) => {
      const { tab: closedTab, cart, sent } = await leftBehind()
      expect(closedTab.booking()).toBeUndefined()
      const before = sent().length
      await advanceTime(60_000)
      expect(sent()).toHaveLength(before)
      const tab = page === 'another page' ? await reloadTab(closedTab) : closedTab
      expect(tab.booking()).toBeUndefined()
      await signIn(tab, 's-2')
      expect(tab.booking()).toMatchObject({ symptoms: feverAnswers, summary: SUMMARY })
      await waitUntilSaved()
      expect(cart()).toMatchObject({ symptoms: feverAnswers, summary: SUMMARY })
    },
  )

  test('another patient who signs in does not see the booking, which is removed', async () => {
    const { tab, state } = await leftBehind()
    state.isAnother = true
    await signIn(tab, 's-2')
    expect([tab.booking(), localStorage.getItem('cart'), unsavedChanges()]).toEqual([undefined, null, null])
  })

  test('the booking stays hidden while the server cannot be reached', async () => {
    const { tab, state } = await leftBehind()
    state.isOffline = true
    await signIn(tab, 's-2')
    expect(tab.booking()).toBeUndefined()
    state.isOffline = false
    await advanceTime(20_000)
    expect(tab.booking()?.symptoms).toEqual(feverAnswers)
  })

  test("a reply after the session's end is not shown", async () => {
    const { server, set, carts } = mockCartServer()
    const tab = await openTab()
    await signIn(tab)
    tab.startBooking(weightBooking)
    await waitUntilSaved()
    const { promise, resolve } = Promise.withResolvers<object>()
    server.reply(updateCart, () => promise)
    tab.updateBooking({ summary: SUMMARY })
    await waitUntilSaved()
    await actAndFlush(() => tab.session.signOut('expired'))
    const [key = ''] = carts.keys()
    set(key, { summary: SUMMARY })
    await actAndFlush(() => resolve({ ...(carts.get(key) as Cart), sessionKey: key }))
    expect(tab.booking()).toBeUndefined()
    expect((await reloadTab(tab)).booking()).toBeUndefined()
  })

  test('a booking that was never saved has no owner and is removed', async () => {
    const { state } = mockCartServer()
    const tab = await openTab()
    await signIn(tab)
    state.isOffline = true
    tab.startBooking(weightBooking)
    tab.updateBooking({ symptoms: feverAnswers })
    await waitUntilSaved()
    await actAndFlush(() => tab.session.signOut('expired'))
    expect([localStorage.getItem('cart'), unsavedChanges()]).toEqual([null, null])
  })
})

describe('one booking in two tabs [B4.15]', () => {
  async function twoTabs() {
    const all = mockCartServer()
    const first = await openTab()
    first.startBooking(weightBooking)
    await waitUntilSaved()
    return { ...all, first, second: await openTab() }
  }

  test('an answer given in one tab appears in the other when it gets the focus', async () => {
    const { first, second } = await twoTabs()
    first.updateBooking({ symptoms: feverAnswers })
    await waitUntilSaved()
    await focusTab()
    expect(second.booking()?.symptoms).toEqual(feverAnswers)
  })

  test('neither tab overwrites what only the other changed, even unseen', async () => {
    const { first, second, cart } = await twoTabs()
    first.updateBooking({ symptoms: feverAnswers })
    await waitUntilSaved()
    second.updateBooking({ symptoms: coughAnswers, summary: SUMMARY })
    await waitUntilSaved()
    first.updateBooking({ contactMethod: 'phone' })
    await waitUntilSaved()
    const all = { symptoms: [...feverAnswers, ...coughAnswers], summary: SUMMARY, contactMethod: 'phone' }
    expect(cart()).toMatchObject(all)
    expect(first.booking()).toMatchObject(all)
  })

  test('text being typed is not replaced', async () => {
    const { first, second, state } = await twoTabs()
    first.updateBooking({ symptoms: feverAnswers, summary: 'Of the first' })
    await waitUntilSaved()
    await advanceTime(6_000)
    second.updateBooking({ summary: 'I am still wri' })
    await actAndFlush(second.restoreBooking)
    expect(second.booking()).toMatchObject({ summary: 'I am still wri', symptoms: feverAnswers })
    expect(state.isOffline).toBe(false)
  })

  test('answers for one family member are not applied to another chosen in the other tab', async () => {
    const { first, second, cart } = await twoTabs()
    first.updateBooking({ patientId: anaId })
    await waitUntilSaved()
    await focusTab()
    second.updateBooking({ summary: 'Ana is tired' })
    first.updateBooking({ patientId: leoId, symptoms: [], summary: '', ageConfirmed: false })
    await actAndFlush(first.ensureSaved)
    await actAndFlush(second.restoreBooking)
    expect(second.booking()).toMatchObject({ patientId: leoId, summary: '', unsaved: true })
    await waitUntilSaved()
    expect(cart()).toMatchObject({ patientId: leoId, symptoms: [], summary: '' })
    expect(second.booking()).toMatchObject({ patientId: leoId, summary: '', unsaved: false })
  })

  test('a hold in one tab appears in the other, and its release too', async () => {
    const { first, second } = await twoTabs()
    await holdTestSlot(first)
    await focusTab()
    expect(second.booking()).toMatchObject({ slot, clinicianId })
    await actAndFlush(first.releaseSlot)
    await focusTab()
    expect(second.booking()?.slot).toBeUndefined()
  })

  test('an order placed in one tab ends this booking in the other, and no other booking', async () => {
    const { first, second } = await twoTabs()
    const oldValue = localStorage.getItem('cart') ?? ''
    const removed = (text: string) =>
      actAndFlush(() => {
        const event = Object.assign(new Event('storage'), { key: 'cart', oldValue: text, newValue: null })
        window.dispatchEvent(event)
      })
    await removed(oldValue.replace('key-of-cart', 'key-of-other'))
    expect(second.booking()).toBeDefined()
    first.clearBooking()
    await removed(oldValue)
    expect(second.booking()).toBeUndefined()
  })

  test('another product in one tab leaves the other its answers, in a new cart', async () => {
    const { first, second, carts } = await twoTabs()
    first.updateBooking({ summary: SUMMARY })
    await waitUntilSaved()
    second.startBooking(skinBooking)
    await waitUntilSaved()
    await focusTab()
    await waitUntilSaved()
    expect(first.booking()).toMatchObject({ productId: '1', summary: SUMMARY, unsaved: false })
    expect([...carts.values()].map(({ productId }) => productId).sort()).toEqual(['1', '2'])
  })
})
