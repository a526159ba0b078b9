import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { expect, test } from 'vitest'
import { type ClientEvent, onClientEvent } from '../../kit/client-event.ts'
import { trackPurchase, useTrackCheckout } from './track-order.ts'

test('a checkout is reported once per booking, when its price is known, and again after a purchase', async () => {
  const heard: ClientEvent[] = []
  onClientEvent((event) => void heard.push(event))
  let price: { total: number; currency: string } | undefined
  let productId = '101'
  const screen = await renderHookWithQueries(() => useTrackCheckout({ productId }, price as never))
  expect(heard).toEqual([])
  price = { total: 4_500, currency: 'EUR' }
  await screen.rerender()
  price = { ...price }
  await screen.rerender()
  expect(heard).toEqual([{ name: 'begin_checkout', value: 4_500, currency: 'EUR' }])
  await screen.unmount()
  await renderHookWithQueries(() => useTrackCheckout({ productId }, price as never))
  expect(heard).toHaveLength(1)
  productId = '102'
  await renderHookWithQueries(() => useTrackCheckout({ productId }, price as never))
  expect(heard).toHaveLength(2)
  await trackPurchase({ id: 'o-1', amount: 4_500, currency: 'EUR' })
  await renderHookWithQueries(() => useTrackCheckout({ productId }, price as never))
  expect(heard.map(({ name }) => name)).toEqual(['begin_checkout', 'begin_checkout', 'purchase', 'begin_checkout'])
  onClientEvent(() => {})
})
