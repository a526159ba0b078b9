import { getCart } from '@cuida/core/booking/cart/api.ts'
import { cancelPix, endChallenge, getCardEntry, getOrder, renewPix } from '@cuida/core/checkout/order/api.ts'
import { callKey, invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { describe, expect, test } from 'vitest'
import { ensureSaved } from '../../booking/cart/cart-store.ts'
import { useInsteadOfPix } from '../pix/use-instead-of-pix.ts'
import { useCardEntry, useOrder } from '../queries.ts'
import { cart, clinicianId, orderId, setUpCheckout, slot } from '../test-checkout.ts'

describe('an order', () => {
  test('an order is polled every two seconds until decided, every fifteen while the server fails', async () => {
    freezeTime()
    const server = mockServer()
    server.reply(getOrder, { id: orderId, status: 'PROCESSING' })
    const order = await renderHookWithQueries(() => useOrder(orderId))
    await advanceTime(4_000)
    expect(server.requestsTo(getOrder)).toHaveLength(3)
    server.refuse(getOrder, 'UNEXPECTED', 500)
    await advanceTime(2_000)
    // The query fails at once: it has no retries of its own beside the poll.
    expect(order.current()).toMatchObject({ isError: true, data: { status: 'PROCESSING' } })
    await advanceTime(14_000)
    expect(server.requestsTo(getOrder)).toHaveLength(4)
    server.reply(getOrder, { id: orderId, status: 'ACTIVE' })
    await advanceTime(60_000)
    expect(server.requestsTo(getOrder)).toHaveLength(5)
  })

  test('each id has its own order', async () => {
    const server = mockServer()
    server.reply(getOrder, ({ path }) => ({ id: path.split('/').at(-1), status: 'ACTIVE' }))
    const screen = await renderHookWithQueries(() => [useOrder(orderId), useOrder(clinicianId)])
    expect(screen.current().map(({ data }) => data?.id)).toEqual([orderId, clinicianId])
  })
})

test('card settings are fetched once per page', async () => {
  freezeTime()
  const server = mockServer()
  server.reply(getCardEntry, { provider: 'monei' })
  const first = await renderHookWithQueries(() => useCardEntry())
  await advanceTime(60_000)
  const again = await renderHookWithQueries(() => useCardEntry(), { queries: first.queries })
  expect(again.current().data).toEqual({ provider: 'monei' })
  expect(server.requestsTo(getCardEntry)).toHaveLength(1)
})

describe('alternatives to an open Pix code', () => {
  const pixOrder = {
    id: orderId,
    product: { id: '101', name: 'Nutrition', slug: 'nutrition' },
    paymentMethodType: 'PIX',
  }
  const another = '10000000-0000-4000-8000-000000000005'

  async function pix(status = 'PENDING', more: object = {}) {
    const { server, booking } = setUpCheckout({ clinicianId })
    server.reply(getOrder, { ...pixOrder, status, ...more })
    server.reply(cancelPix, { id: orderId })
    server.reply(renewPix, { workflowId: another })
    server.reply(getCart, { ...cart, clinicianId, schedule: slot, lockExpiresAt: '2026-11-26T16:00:00Z' })
    await actAndFlush(ensureSaved)
    const beside = () => {
      const { data } = useOrder(orderId)
      return { order: data, instead: useInsteadOfPix((data ?? { ...pixOrder, status }) as never) }
    }
    const screen = await renderHookWithQueries(beside, { at: `/orders/${orderId}` })
    const becomes = async (next: string) => {
      server.reply(getOrder, { ...pixOrder, status: next })
      await screen.act(() => invalidateQueries(screen.queries, [callKey(getOrder, { id: orderId })]))
    }
    return { server, screen, becomes, booking }
  }

  test('another code is created only after the first has ended: two never exist at once', async () => {
    const { server, screen, becomes } = await pix()
    await screen.act(({ instead }) => instead.requestAlternative('again'))
    expect(server.requestsTo(cancelPix).map(({ path }) => path)).toEqual([`/v1/order/${orderId}/pix/end`])
    // The order was polled again and is still pending.
    expect(server.requestsTo(getOrder)).toHaveLength(2)
    expect(screen.current().instead.alternative).toBe('again')
    await becomes('PROCESSING')
    expect(server.requestsTo(renewPix)).toEqual([])
    await becomes('FAILED')
    expect(server.requestsTo(renewPix)).toHaveLength(1)
    expect(currentAddress()).toBe(`/orders/${another}`)
    expect(screen.current().instead.alternative).toBeUndefined()
  })

  test('another payment method leads back to checkout', async () => {
    const { server, screen, becomes, booking } = await pix()
    await screen.act(({ instead }) => instead.requestAlternative('other'))
    await becomes('FAILED')
    expect(server.requestsTo(renewPix)).toEqual([])
    expect(currentAddress()).toBe('/checkout')
    expect(booking().slot).toEqual(slot)
  })

  test('another method instead of a bank challenge ends the challenge, not a Pix code', async () => {
    const challengeFrame = { url: 'https://bank.test/acs', request: 'eyJ0' }
    const { server, screen, becomes } = await pix('PENDING', {
      challengeFrame,
      paymentMethodType: 'CARD_FIRST_PAYMENT',
    })
    server.reply(endChallenge, { workflowId: orderId })
    await screen.act(({ instead }) => instead.requestAlternative('other'))
    expect(server.requestsTo(endChallenge).map(({ path }) => path)).toEqual([`/v1/order/${orderId}/challenge/end`])
    expect(server.requestsTo(cancelPix)).toEqual([])
    await becomes('PENDING')
    expect(currentAddress()).toBe(`/orders/${orderId}`)
    await becomes('FAILED')
    expect(currentAddress()).toBe('/checkout')
  })

  test('a code that has expired is not ended again', async () => {
    const { server, screen } = await pix('FAILED')
    await screen.act(({ instead }) => instead.requestAlternative('again'))
    expect(server.requestsTo(cancelPix)).toEqual([])
    expect(server.requestsTo(renewPix)).toHaveLength(1)
  })

  test('a second press changes nothing', async () => {
    const { server, screen } = await pix()
    await screen.act(({ instead }) => instead.requestAlternative('again'))
    await screen.act(({ instead }) => instead.requestAlternative('other'))
    expect(server.requestsTo(cancelPix)).toHaveLength(1)
    expect(screen.current().instead.alternative).toBe('again')
  })

  test('a code paid in the meantime completes the order', async () => {
    const { server, screen, becomes } = await pix()
    await screen.act(({ instead }) => instead.requestAlternative('again'))
    await becomes('ACTIVE')
    expect(screen.current().instead.alternative).toBeUndefined()
    expect(server.requestsTo(renewPix)).toEqual([])
    expect(currentAddress()).toBe(`/orders/${orderId}`)
  })

  test('a code that could not be ended stays open with an error and a retry', async () => {
    const { server, screen } = await pix()
    server.refuse(cancelPix, 'UNEXPECTED', 503)
    await screen.act(({ instead }) => instead.requestAlternative('again'))
    expect(screen.current().instead).toMatchObject({ alternative: undefined, failure: { status: 503 } })
    server.reply(cancelPix, { id: orderId })
    await screen.act(({ instead }) => instead.requestAlternative('again'))
    expect(screen.current().instead).toMatchObject({ alternative: 'again', failure: undefined })
  })

  test('a new code that could not be created shows an error and is created on retry', async () => {
    const { server, screen, becomes } = await pix()
    server.refuse(renewPix, 'PIX_DISABLED')
    await screen.act(({ instead }) => instead.requestAlternative('again'))
    await becomes('FAILED')
    expect(screen.current().instead).toMatchObject({ alternative: undefined, failure: { code: 'PIX_DISABLED' } })
    expect(server.requestsTo(renewPix)).toHaveLength(1)
    server.reply(renewPix, { workflowId: another })
    await screen.act(({ instead }) => instead.requestAlternative('again'))
    expect(currentAddress()).toBe(`/orders/${another}`)
  })

  test('an expired hold leads back to checkout for another time', async () => {
    const { server, screen } = await pix('FAILED')
    server.refuse(renewPix, 'SLOT_LOCK_EXPIRED')
    await screen.act(({ instead }) => instead.requestAlternative('again'))
    expect(currentAddress()).toBe('/checkout')
    expect(screen.current().instead.failure).toBeUndefined()
  })
})
