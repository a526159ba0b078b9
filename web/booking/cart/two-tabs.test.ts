import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BOOKING_KEY } from './booking-store.ts'
import { clinicianId, later, NOON, reloaded, slot, wanted, world } from './test-device.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const told = (questionId: string, answer: boolean) => ({ questionId, answer })

/** Two tabs of one device, with the same booking in both; each hears what the other tells. */
async function twoTabs() {
  const device = world()
  const tabs = [device.store(), device.store()] as const
  const [first, second] = tabs
  device.state.tell = (from, news) => tabs.filter((tab) => tab !== from).forEach((tab) => void tab.hear(news))
  first.start(wanted)
  await later()
  void second.open()
  await later()
  return { ...device, first, second }
}

describe('one booking in two tabs [B4.15]', () => {
  test('an answer of one is soon in the other', async () => {
    const { first, second } = await twoTabs()
    first.update({ symptoms: [told('fever', true)] })
    await later()
    expect(second.state().booking?.symptoms).toEqual([told('fever', true)])
  })

  test('neither writes over what only the other has changed, even when neither has heard of it', async () => {
    const { first, second, carts, state } = await twoTabs()
    state.tell = () => undefined
    first.update({ symptoms: [told('fever', true)] })
    await later()
    second.update({ symptoms: [told('cough', false)], summary: 'It began on Monday.' })
    await later()
    first.update({ contactMethod: 'phone' })
    await later()
    const [cart] = [...carts.values()]
    expect(cart).toMatchObject({ summary: 'It began on Monday.', contactMethod: 'phone' })
    expect(cart?.symptoms).toEqual([told('fever', true), told('cough', false)])
    expect(first.state().booking).toMatchObject({ summary: 'It began on Monday.', symptoms: cart?.symptoms })
  })

  test('what is being typed is not replaced by news from the other', async () => {
    const { first, second } = await twoTabs()
    second.update({ summary: 'I am still wri' })
    first.update({ symptoms: [told('fever', true)] })
    await later(700)
    expect(second.state().booking?.summary).toBe('I am still wri')
    await later()
    expect(first.state().booking).toMatchObject({ summary: 'I am still wri', symptoms: [told('fever', true)] })
  })

  test('a time held in one is held in the other, and gone from both when one gives it back', async () => {
    const { first, second } = await twoTabs()
    const holding = first.hold(clinicianId, slot)
    await later()
    await holding
    expect(second.state().booking?.slot).toEqual(slot)
    void first.release()
    await later()
    expect(second.state().booking?.slot).toBeUndefined()
  })

  test('an order placed in one ends it in the other', async () => {
    const { first, second } = await twoTabs()
    first.clear()
    expect(second.state().booking).toBeUndefined()
  })

  test('another product in one leaves the other its answers, in a cart of its own', async () => {
    const { first, second, carts } = await twoTabs()
    first.update({ summary: 'It began on Monday.' })
    await later()
    second.start({ ...wanted, productId: '2', productSlug: 'other' })
    await later(4_000)
    expect(first.state().booking).toMatchObject({ productId: '1', summary: 'It began on Monday.' })
    expect([...carts.values()].map(({ productId }) => productId).sort()).toEqual(['1', '2'])
  })
})

describe('a page that closes with a time held', () => {
  async function held() {
    const { first, second, ...rest } = await twoTabs()
    rest.state.tell = () => undefined
    const holding = first.hold(clinicianId, slot)
    await later()
    await holding
    return { first, second, ...rest }
  }

  test('gives it back soon, at once and without waiting for an answer', async () => {
    const { first, calls } = await held()
    first.close()
    expect(calls.at(-1)).toBe('closing')
  })

  test('and is loaded again takes it again', async () => {
    const { first, calls, store, disk } = await held()
    first.close()
    const again = await reloaded(store)
    await later()
    expect(calls.slice(-3)).toEqual(['closing', 'lock', 'find'])
    expect(again.state().booking).toMatchObject({ slot, lockExpiresAt: NOON, isClosing: false })
    expect(disk.get(BOOKING_KEY)).not.toContain('"isClosing":true')
  })

  test('and is loaded again when somebody else has the time says so, and keeps the answers', async () => {
    const { first, store, state, carts } = await held()
    first.update({ summary: 'It began on Monday.' })
    await later()
    first.close()
    state.isTaken = true
    for (const [key, cart] of carts) carts.set(key, { ...cart, schedule: null, lockExpiresAt: null })
    const again = await reloaded(store)
    await later()
    expect(again.state().booking).toMatchObject({ slot: undefined, summary: 'It began on Monday.' })
  })

  test('does not take it from a tab that is still there [B4.17]', async () => {
    const { first, second, calls, state } = await held()
    void second.restore()
    await later()
    state.tell = (from, news) => void (from === first && second.hear(news))
    first.close()
    await later()
    expect(calls.slice(-3)).toEqual(['closing', 'lock', 'find'])
    expect(second.state().booking?.slot).toEqual(slot)
  })

  test('without a time held tells nobody anything', async () => {
    const { first, calls } = await twoTabs()
    const before = calls.length
    first.close()
    expect(calls).toHaveLength(before)
  })
})
