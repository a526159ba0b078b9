import { createCart, getCart, lockSlot, unlockSlot, updateCart } from '@cuida/core/booking/cart/api.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../kit/api.ts'
import {
  clearBooking,
  currentBooking,
  ensureSaved,
  holdSlot,
  releaseSlot,
  restoreBooking,
  startBooking,
  updateBooking,
} from './cart-store.ts'

// The booking of a page that stands in a window: what it does when its person, or the window, comes and goes.

const view = vi.hoisted(() => {
  const made = new EventTarget()
  const kept = new Map<string, string>()
  vi.stubGlobal('window', Object.assign(globalThis, { addEventListener: made.addEventListener.bind(made) }))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  return made
})

const clinicianId = '10000000-0000-4000-8000-000000000003'
const sessionKey = 'k'.repeat(43)
const slot = { startTime: '2026-11-26T15:00:00Z', endTime: '2026-11-26T15:20:00Z' }
const until = '2026-11-26T10:10:00Z'
const cart = {
  sessionKey,
  productId: '101',
  patientId: null,
  symptoms: [],
  summary: null,
  contactMethod: null,
  clinicianId: null,
  ageConfirmed: false,
  schedule: null,
  lockExpiresAt: null,
  lockedAt: null,
  createdAt: until,
}
const reply = { accessToken: `a.${btoa(JSON.stringify({ iat: 0, exp: 900 }))}.c`, refreshToken: 'r', sessionId: 's-1' }

let server: ReturnType<typeof mockServer>
beforeEach(async () => {
  session.signOut()
  clearBooking()
  server = mockServer()
  let known: object = cart
  for (const call of [createCart, updateCart])
    server.reply(call, ({ body }) => {
      known = { ...known, ...(body as object), sessionKey }
      return known
    })
  server.reply(getCart, () => known)
  server.reply(lockSlot, () => {
    known = { ...known, schedule: slot, lockExpiresAt: until }
    return { expiresAt: until }
  })
  server.reply(unlockSlot, null)
  startBooking({ productId: '101', productSlug: 'nutrition', mode: 'later' })
  updateBooking({ summary: 'Since Monday it itches' })
  await actAndFlush(ensureSaved)
})
const happens = (type: string, more: object = {}) =>
  actAndFlush(() => view.dispatchEvent(Object.assign(new Event(type), more)))

test('who signs in has it bound to them: the server is asked what it holds', async () => {
  await actAndFlush(() => session.signIn(reply))
  expect(server.requestsTo(getCart).map(({ path }) => path)).toEqual([`/v1/cart/${sessionKey}`])
  expect(currentBooking()?.summary).toBe('Since Monday it itches')
})

test('who signs out by themselves leaves nothing of it', async () => {
  await actAndFlush(() => session.signIn(reply))
  await actAndFlush(() => session.signOut('left'))
  expect(currentBooking()).toBeUndefined()
  await actAndFlush(() => session.signIn(reply))
  expect(currentBooking()).toBeUndefined()
})

test('a session that ended by itself hides it, until its patient is back', async () => {
  await actAndFlush(() => session.signIn(reply))
  await actAndFlush(() => session.signOut('expired'))
  expect(currentBooking()).toBeUndefined()
  await actAndFlush(() => session.signIn({ ...reply, sessionId: 's-2' }))
  expect(currentBooking()).toMatchObject({ productId: '101', summary: 'Since Monday it itches' })
})

test('a network that is back asks what it holds', async () => {
  await happens('online')
  expect(server.requestsTo(getCart)).toHaveLength(1)
})

test('a page that goes away gives its time back soon, and one that is back takes it again', async () => {
  await actAndFlush(() => holdSlot(clinicianId, slot))
  await happens('pagehide')
  expect(server.requestsTo(unlockSlot)).toMatchObject([{ body: { sessionKey, closing: true, until } }])
  await happens('pageshow', { persisted: false })
  expect(server.requestsTo(lockSlot)).toHaveLength(1)
  await happens('pageshow', { persisted: true })
  expect(server.requestsTo(lockSlot).at(-1)).toMatchObject({ body: { ...slot, sessionKey, again: true } })
  expect(currentBooking()).toMatchObject({ slot })
})

test('who is back and goes again before the cart was heard gives back the time that they have by now', async () => {
  await actAndFlush(() => holdSlot(clinicianId, slot))
  await happens('pagehide')
  const renewed = '2026-11-26T10:10:00.001Z'
  server.reply(lockSlot, { expiresAt: renewed })
  server.refuse(getCart, 'UNEXPECTED', 503)
  await happens('pageshow', { persisted: true })
  await happens('pagehide')
  expect(server.requestsTo(unlockSlot).at(-1)).toMatchObject({ body: { closing: true, until: renewed } })
})

test('a time that is given back is free at once, and no closing', async () => {
  await actAndFlush(() => holdSlot(clinicianId, slot))
  await actAndFlush(releaseSlot)
  expect(server.requestsTo(unlockSlot).map(({ body }) => body)).toEqual([{ sessionKey }])
})

test.each([
  ['a refusal is final: the cart is gone, and what was told stays for another', 'CART_EXPIRED', 409, undefined],
  ['a server that cannot answer takes nothing away', 'UNEXPECTED', 503, sessionKey],
  ['nor does one that was asked too much', 'CART_EXPIRED', 429, sessionKey],
])('%s', async (_, code, status, key) => {
  server.refuse(getCart, code, status)
  server.refuse(createCart, 'UNEXPECTED', 503)
  await actAndFlush(restoreBooking)
  expect(currentBooking()).toMatchObject({ summary: 'Since Monday it itches' })
  expect(currentBooking()?.sessionKey).toBe(key)
})

test('the tabs of a device share it: each hears of the others', async () => {
  const heard: unknown[] = []
  const other = new BroadcastChannel('cart')
  other.onmessage = ({ data }) => heard.push(data)
  await actAndFlush(() => holdSlot(clinicianId, slot))
  await vi.waitFor(() => expect(heard).toContain('changed'))
  other.postMessage('over')
  await vi.waitFor(() => expect(currentBooking()).toBeUndefined())
  other.close()
})
