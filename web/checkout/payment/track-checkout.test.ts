import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { expect, test } from 'vitest'
import { type ClientEvent, onClientEvent } from '../../kit/client-event.ts'
import { trackPurchase, useTrackCheckout } from './track-order.ts'

test('a checkout is reported once per booking, when its price is known, and again after a purchase', async () => {
  const events: ClientEvent[] = []
  onClientEvent((event) => void events.push(event))
  let price: { total: number; currency: string } | undefined
  let productId = '101'
  const screen = await renderHookWithQueries(() => useTrackCheckout({ productId }, price as never))
  expect(events).toEqual([])
  price = { total: 4_500, currency: 'EUR' }
  await screen.rerender()
  price = { ...price }
  await screen.rerender()
  expect(events).toEqual([{ name: 'begin_checkout', value: 4_500, currency: 'EUR' }])
  await screen.unmount()
  await renderHookWithQueries(() => useTrackCheckout({ productId }, price as never))
  expect(events).toHaveLength(1)
  productId = '102'
  await renderHookWithQueries(() => useTrackCheckout({ productId }, price as never))
  expect(events).toHaveLength(2)
  await trackPurchase({ id: 'o-1', amount: 4_500, currency: 'EUR' })
  await renderHookWithQueries(() => useTrackCheckout({ productId }, price as never))
  expect(events.map(({ name }) => name)).toEqual(['begin_checkout', 'begin_checkout', 'purchase', 'begin_checkout'])
  onClientEvent(() => {})
})
