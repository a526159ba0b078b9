import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BOOKING_KEY } from './booking-store.ts'
import { fever, later, reloaded, wanted, world } from './test-device.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A signed-in patient's booking, and then their session ends by itself. */
async function leftBehind({ offline = false } = {}) {
  const all = world()
  all.state.signedIn = true
  const store = all.store()
  store.start(wanted)
  store.update({ symptoms: fever, summary: 'Desde ayer' })
  await later()
  if (offline) {
    all.state.offline = true
    store.update({ summary: 'Desde ayer por la noche' })
    await later()
  }
  all.state.signedIn = false
  store.hide()
  await later()
  return { ...all, left: store }
}

test('when a session ends by itself nothing of the booking is shown, and no answer stays on the device', async () => {
  const { left, safe, disk, store: reload } = await leftBehind()
  expect(left.state().booking).toBeUndefined()
  expect(safe.size).toBe(0)
  expect(disk.get(BOOKING_KEY)).not.toContain('ayer')
  expect((await reloaded(reload)).state().booking).toBeUndefined()
})

test('who signs in again goes on where they were, reload or not', async () => {
  for (const again of ['same page', 'another page']) {
    const { left, state, store: reload } = await leftBehind()
    state.signedIn = true
    state.session = 's-2'
    const store = again === 'same page' ? left : reload()
    const back = store.restore()
    expect(store.state()).toMatchObject({ booking: undefined, restored: false })
    await later()
    await back
    expect(store.state()).toMatchObject({ booking: { symptoms: fever, summary: 'Desde ayer' }, restored: true })
  }
})

test('what the server had not got yet comes back too', async () => {
  const { state, carts, store: reload } = await leftBehind({ offline: true })
  Object.assign(state, { offline: false, signedIn: true, session: 's-2' })
  const store = await reloaded(reload)
  expect(store.state().booking?.summary).toBe('Desde ayer por la noche')
  await later()
  expect([...carts.values()]).toMatchObject([{ summary: 'Desde ayer por la noche' }])
})

test('somebody else who signs in sees nothing of it, and then nothing is left', async () => {
  const { state, disk, safe, store: reload } = await leftBehind({ offline: true })
  Object.assign(state, { offline: false, signedIn: true, session: 's-2', isStranger: true })
  const store = reload()
  const seen: unknown[] = []
  store.subscribe(() => seen.push(store.state().booking))
  const opened = store.open()
  await later()
  await opened
  expect(seen.every((booking) => booking === undefined)).toBe(true)
  expect([disk.size, safe.size]).toEqual([0, 0])
})

test('while the server cannot be reached the booking waits, unseen', async () => {
  const { state, store: reload } = await leftBehind()
  Object.assign(state, { offline: true, signedIn: true, session: 's-2' })
  const store = await reloaded(reload)
  expect(store.state()).toMatchObject({ booking: undefined, restored: true })
  state.offline = false
  const back = store.restore()
  await later()
  await back
  expect(store.state().booking?.symptoms).toEqual(fever)
})

test('a booking that never reached the server belongs to nobody, so that nobody finds it', async () => {
  const { state, disk, safe, store: start } = world()
  Object.assign(state, { offline: true, signedIn: true })
  const store = start()
  store.start(wanted)
  store.update({ symptoms: fever })
  await later()
  state.signedIn = false
  store.hide()
  await later()
  expect([disk.size, safe.size]).toEqual([0, 0])
})
