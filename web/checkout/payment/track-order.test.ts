import type { Price } from '@cuida/core/checkout/order/api.ts'
import { expect, test, vi } from 'vitest'
import { type ClientEvent, onClientEvent } from '../../kit/client-event.ts'
import { trackPayment, trackPurchase } from './track-order.ts'

const recordEvents = () => {
  const listener = vi.fn<(event: ClientEvent) => void>()
  onClientEvent(listener)
  return listener
}
const price = (total: number) => ({ total, currency: 'BRL', lines: [{ name: 'Consulta de peso' }] }) as Price

test.each([
  [2900, 'card', 'card'],
  [2900, 'pix', 'pix'],
  [0, 'card', 'free'],
] as const)('%i paid by %s is reported as %s', (total, method, reportedMethod) => {
  const listener = recordEvents()
  trackPayment(price(total), method)
  expect(listener.mock.calls).toEqual([
    [{ name: 'add_payment_info', way: reportedMethod, value: total, currency: 'BRL' }],
  ])
})

test('an order reports amount and method, never the product or the patient [B9.10]', async () => {
  const listener = recordEvents()
  const order = { id: '7f000001-0000-4000-8000-000000000001', product: { name: 'Consulta de peso' }, patient: 'Leo' }
  await trackPurchase({ ...order, amount: 2900, currency: 'EUR' })
  await trackPurchase({ ...order, amount: 2900, currency: 'EUR' })
  const [[first], [second]] = listener.mock.calls as [[ClientEvent], [ClientEvent]]
  expect(first).toEqual({
    name: 'purchase',
    order: expect.stringMatching(/^[0-9a-f]{20}$/),
    value: 2900,
    currency: 'EUR',
  })
  // The same order has the same pseudonym, which does not reveal its id.
  expect(second).toEqual(first)
  expect(JSON.stringify(first)).not.toMatch(/7f000001|peso|Leo/)
})
