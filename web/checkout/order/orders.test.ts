import { getCart } from '@cuida/core/booking/cart/api.ts'
import { endChallenge, endPix, getCardEntry, getOrder, renewPix } from '@cuida/core/checkout/order/api.ts'
import { askAgain, readKey } from '@cuida/ui/client/reads/read-key.ts'
import { living, passing, playServer, settled, stopClock } from '@cuida/ui/client/session/test-living.ts'
import { address } from '@cuida/ui/client/session/test-page.ts'
import { describe, expect, test } from 'vitest'
import { ensureSaved } from '../../booking/cart/cart-store.ts'
import { useInsteadOfPix } from '../pix/use-instead-of-pix.ts'
import { useCardEntry, useOrder } from '../queries.ts'
import { atTheTill, cart, clinicianId, orderId, slot } from '../test-checkout.ts'

describe('an order', () => {
  test('is asked for every two seconds until it is decided, every fifteen while the server cannot say', async () => {
    stopClock()
    const server = playServer()
    server.answer(getOrder, { id: orderId, status: 'PROCESSING' })
    const order = await living(() => useOrder(orderId))
    await passing(4_000)
    expect(server.heard(getOrder)).toHaveLength(3)
    server.refuse(getOrder, 'UNEXPECTED', 500)
    await passing(2_000)
    // It failed at once: no patience of its own beside that of the clock.
    expect(order.now()).toMatchObject({ isError: true, data: { status: 'PROCESSING' } })
    await passing(14_000)
    expect(server.heard(getOrder)).toHaveLength(4)
    server.answer(getOrder, { id: orderId, status: 'ACTIVE' })
    await passing(60_000)
    expect(server.heard(getOrder)).toHaveLength(5)
  })

  test('is not another one', async () => {
    const server = playServer()
    server.answer(getOrder, ({ path }) => ({ id: path.split('/').at(-1), status: 'ACTIVE' }))
    const screen = await living(() => [useOrder(orderId), useOrder(clinicianId)])
    expect(screen.now().map(({ data }) => data?.id)).toEqual([orderId, clinicianId])
  })
})

test('how cards are taken here is asked once, for as long as the page lives', async () => {
  stopClock()
  const server = playServer()
  server.answer(getCardEntry, { provider: 'monei' })
  const first = await living(() => useCardEntry())
  await passing(60_000)
  const again = await living(() => useCardEntry(), { queries: first.queries })
  expect(again.now().data).toEqual({ provider: 'monei' })
  expect(server.heard(getCardEntry)).toHaveLength(1)
})

describe('instead of an open Pix code', () => {
  const product = { id: '101', name: 'Nutrition', slug: 'nutrition' }
  const another = '10000000-0000-4000-8000-000000000005'

  async function pix(status = 'PENDING', more: object = {}) {
    const { server, booking } = atTheTill({ clinicianId })
    server.answer(getOrder, { id: orderId, status, product, ...more })
    server.answer(endPix, { id: orderId })
    server.answer(renewPix, { workflowId: another })
    server.answer(getCart, { ...cart, clinicianId, schedule: slot, lockExpiresAt: '2026-11-26T16:00:00Z' })
    await settled(ensureSaved)
    const beside = () => {
      const { data } = useOrder(orderId)
      return { order: data, instead: useInsteadOfPix((data ?? { id: orderId, status, product }) as never) }
    }
    const screen = await living(beside, { at: `/orders/${orderId}` })
    const becomes = async (next: string) => {
      server.answer(getOrder, { id: orderId, status: next, product })
      await screen.do(() => askAgain(screen.queries, [readKey(getOrder, { id: orderId })]))
    }
    return { server, screen, becomes, booking }
  }

  test('another one is made only when the first is over: two are never about', async () => {
    const { server, screen, becomes } = await pix()
    await screen.do(({ instead }) => instead.ask('again'))
    expect(server.heard(endPix).map(({ path }) => path)).toEqual([`/v1/order/${orderId}/pix/end`])
    // The order was looked at again, and still waits.
    expect(server.heard(getOrder)).toHaveLength(2)
    expect(screen.now().instead.wish).toBe('again')
    await becomes('PROCESSING')
    expect(server.heard(renewPix)).toEqual([])
    await becomes('FAILED')
    expect(server.heard(renewPix)).toHaveLength(1)
    expect(address()).toBe(`/orders/${another}`)
    expect(screen.now().instead.wish).toBeUndefined()
  })

  test('it is paid by another method, back at the till', async () => {
    const { server, screen, becomes, booking } = await pix()
    await screen.do(({ instead }) => instead.ask('other'))
    await becomes('FAILED')
    expect(server.heard(renewPix)).toEqual([])
    expect(address()).toBe('/checkout')
    expect(booking().slot).toEqual(slot)
  })

  test('instead of a bank’s question: that is ended first, and nothing of Pix is asked', async () => {
    const challengeFrame = { url: 'https://bank.test/acs', request: 'eyJ0' }
    const { server, screen, becomes } = await pix('PENDING', { challengeFrame })
    server.answer(endChallenge, { workflowId: orderId })
    await screen.do(({ instead }) => instead.ask('other'))
    expect(server.heard(endChallenge).map(({ path }) => path)).toEqual([`/v1/order/${orderId}/challenge/end`])
    expect(server.heard(endPix)).toEqual([])
    await becomes('PENDING')
    expect(address()).toBe(`/orders/${orderId}`)
    await becomes('FAILED')
    expect(address()).toBe('/checkout')
  })

  test('of a code that is over already nothing is ended', async () => {
    const { server, screen } = await pix('FAILED')
    await screen.do(({ instead }) => instead.ask('again'))
    expect(server.heard(endPix)).toEqual([])
    expect(server.heard(renewPix)).toHaveLength(1)
  })

  test('a second press changes nothing', async () => {
    const { server, screen } = await pix()
    await screen.do(({ instead }) => instead.ask('again'))
    await screen.do(({ instead }) => instead.ask('other'))
    expect(server.heard(endPix)).toHaveLength(1)
    expect(screen.now().instead.wish).toBe('again')
  })

  test('nothing: it was paid in the meantime, and that is that', async () => {
    const { server, screen, becomes } = await pix()
    await screen.do(({ instead }) => instead.ask('again'))
    await becomes('ACTIVE')
    expect(screen.now().instead.wish).toBeUndefined()
    expect(server.heard(renewPix)).toEqual([])
    expect(address()).toBe(`/orders/${orderId}`)
  })

  test('what could not be ended stays, is said, and can be asked again', async () => {
    const { server, screen } = await pix()
    server.refuse(endPix, 'UNEXPECTED', 503)
    await screen.do(({ instead }) => instead.ask('again'))
    expect(screen.now().instead).toMatchObject({ wish: undefined, failure: { status: 503 } })
    server.answer(endPix, { id: orderId })
    await screen.do(({ instead }) => instead.ask('again'))
    expect(screen.now().instead).toMatchObject({ wish: 'again', failure: undefined })
  })

  test('what could not be made is said, and made when it is asked for again', async () => {
    const { server, screen, becomes } = await pix()
    server.refuse(renewPix, 'PIX_DISABLED')
    await screen.do(({ instead }) => instead.ask('again'))
    await becomes('FAILED')
    expect(screen.now().instead).toMatchObject({ wish: undefined, failure: { code: 'PIX_DISABLED' } })
    expect(server.heard(renewPix)).toHaveLength(1)
    server.answer(renewPix, { workflowId: another })
    await screen.do(({ instead }) => instead.ask('again'))
    expect(address()).toBe(`/orders/${another}`)
  })

  test('whose time is gone leads back to the till, where another is chosen', async () => {
    const { server, screen } = await pix('FAILED')
    server.refuse(renewPix, 'SLOT_LOCK_EXPIRED')
    await screen.do(({ instead }) => instead.ask('again'))
    expect(address()).toBe('/checkout')
    expect(screen.now().instead.failure).toBeUndefined()
  })
})
