import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BOOKING_KEY } from './booking-store.ts'
import { clinicianId, emptyCart, fever, later, NOON, reloaded, slot, wanted, world } from './test-device.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the answers reach the cart without anybody waiting for them [B3.2]', async () => {
  const { carts, store: start } = world()
  const store = start()
  store.start(wanted)
  store.update({ symptoms: fever })
  expect(store.state().booking?.symptoms).toEqual(fever)
  await later()
  store.update({ summary: 'Desde ayer por la noche' })
  await later()
  expect([...carts.values()]).toMatchObject([{ symptoms: fever, summary: 'Desde ayer por la noche' }])
  expect(store.state().booking?.unsaved).toBe(false)
})

test('answers never lie readable beside the cart key', async () => {
  const { disk, store: start } = world()
  const store = start()
  store.start(wanted)
  store.update({ symptoms: fever, summary: 'Desde ayer por la noche' })
  await later()
  expect(disk.get(BOOKING_KEY)).toContain('key-of-cart')
  expect(disk.get(BOOKING_KEY)).not.toMatch(/fever|ayer/)
})

test('a reload brings everything back [A3.4] [A9.11]', async () => {
  const { store: reload } = world()
  const before = reload()
  before.start(wanted)
  before.update({ symptoms: fever, summary: 'Desde ayer', contactMethod: 'video' })
  await later()
  const hold = before.hold(clinicianId, slot)
  await later()
  await hold
  const after = await reloaded(reload)
  expect(after.state()).toEqual({ booking: before.state().booking, restored: true, unreachable: false })
})

test('a reload without a network brings back what this device remembers', async () => {
  const { state, store: reload } = world()
  const before = reload()
  state.offline = true
  before.start(wanted)
  before.update({ symptoms: fever })
  await later()
  expect(before.state().unreachable).toBe(true)
  const after = await reloaded(reload)
  expect(after.state()).toMatchObject({ restored: true, booking: { symptoms: fever, unsaved: true } })
  state.offline = false
  await later()
  expect(after.state().booking).toMatchObject({ symptoms: fever, unsaved: false })
})

test('a device that lost its answers gets them from the cart [A4.8] [B4.16]', async () => {
  const { safe, store: reload } = world()
  const before = reload()
  before.start(wanted)
  before.update({ symptoms: fever, summary: 'Desde ayer' })
  await later()
  safe.clear()
  const after = await reloaded(reload)
  expect(after.state().booking).toMatchObject({ symptoms: fever, summary: 'Desde ayer' })
})

test('a time that ran out while nobody looked is gone after a reload', async () => {
  const { carts, store: reload } = world()
  const before = reload()
  before.start(wanted)
  const hold = before.hold(clinicianId, slot)
  await later()
  await hold
  for (const [key, cart] of carts) carts.set(key, { ...cart, schedule: null, lockExpiresAt: null })
  const after = await reloaded(reload)
  expect(after.state().booking?.slot).toBeUndefined()
  expect(after.state().booking?.clinicianId).toBe(clinicianId)
})

test('an expired cart becomes a new one with the same answers, without the held time', async () => {
  const { carts, store: start } = world()
  const store = start()
  store.start(wanted)
  store.update({ symptoms: fever })
  const hold = store.hold(clinicianId, slot)
  await later()
  await hold
  const oldKey = store.state().booking?.sessionKey
  carts.clear()
  carts.set('another-cart-of-someone-else', emptyCart)
  store.update({ summary: 'Desde ayer' })
  await later()
  const { booking } = store.state()
  expect(booking?.sessionKey).not.toBe(oldKey)
  expect(booking?.slot).toBeUndefined()
  expect(carts.get(booking?.sessionKey ?? '')).toMatchObject({ symptoms: fever, summary: 'Desde ayer' })
})

test('a cart that expired without a change is renewed before its key is used', async () => {
  const { carts, store: start } = world()
  const store = start()
  store.start(wanted)
  await later()
  carts.clear()
  carts.set('another-cart-of-someone-else', emptyCart)
  const hold = store.hold(clinicianId, slot)
  await later()
  await hold
  expect(store.state().booking).toMatchObject({ slot, lockExpiresAt: NOON })
})

test('a time given back is released before another one is taken', async () => {
  const { calls, store: start } = world()
  const store = start()
  store.start(wanted)
  const first = store.hold(clinicianId, slot)
  await later()
  await first
  store.release()
  expect(store.state().booking?.slot).toBeUndefined()
  const second = store.hold(clinicianId, slot)
  await later()
  await second
  expect(calls.filter((name) => name.endsWith('lock'))).toEqual(['lock', 'unlock', 'lock'])
  expect(store.state().booking?.slot).toEqual(slot)
})

test('another product begins with no answers in the same cart, and frees the held time', async () => {
  const { calls, carts, store: start } = world()
  const store = start()
  store.start(wanted)
  store.update({ symptoms: fever })
  const hold = store.hold(clinicianId, slot)
  await later()
  await hold
  store.start({ productId: '2', productSlug: 'nutrition', mode: 'now' })
  expect(store.state().booking?.symptoms).toEqual([])
  await later()
  expect([...carts.values()]).toMatchObject([{ productId: '2', symptoms: [], schedule: null }])
  expect(calls).toContain('unlock')
})

test('a cart made for the product before is not taken for this one', async () => {
  const { carts, store: start } = world()
  const store = start()
  store.start(wanted)
  await later(620)
  store.start({ productId: '2', productSlug: 'nutrition', mode: 'now' })
  await later()
  expect(carts.get(store.state().booking?.sessionKey ?? '')?.productId).toBe('2')
})

test('the same product keeps its answers', async () => {
  const { store: start } = world()
  const store = start()
  store.start(wanted)
  store.update({ symptoms: fever })
  store.start({ ...wanted, mode: 'now' })
  expect(store.state().booking).toMatchObject({ symptoms: fever, mode: 'now' })
})

test('after an order or a sign-out nothing of the booking remains [A4.5]', async () => {
  const { calls, disk, safe, store: reload } = world()
  const store = reload()
  store.start(wanted)
  store.update({ symptoms: fever })
  store.clear()
  await later(60_000)
  expect(calls).toEqual([])
  expect(disk.size).toBe(0)
  expect(safe.size).toBe(0)
  expect((await reloaded(reload)).state()).toEqual({ booking: undefined, restored: true, unreachable: false })
})

test('a booking of somebody who is no longer signed in is shown to nobody, a guest’s is', async () => {
  const { safe, state, store: reload } = world()
  const guest = reload()
  guest.start(wanted)
  guest.update({ symptoms: fever })
  await later()
  state.signedIn = true
  const patient = await reloaded(reload)
  expect(patient.state().booking?.symptoms).toEqual(fever)
  state.signedIn = false
  const stranger = await reloaded(reload)
  expect(stranger.state().booking).toBeUndefined()
  expect(safe.size).toBe(0)
})

test('ensureSaved gives the key, and fails where there is nothing to save', async () => {
  const { carts, store: start } = world()
  const store = start()
  await expect(store.ensureSaved()).rejects.toThrow('no running booking')
  store.start(wanted)
  const saved = store.ensureSaved()
  await later()
  expect(carts.has(await saved)).toBe(true)
})
