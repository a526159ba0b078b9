import { createOrder } from '@cuida/core/checkout/order/api.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { placeOrder } from './place-order.ts'

const api = vi.hoisted(() => vi.fn())
const goTo = vi.hoisted(() => vi.fn())
const remember = vi.hoisted(() => vi.fn())
vi.mock('../../kit/api.ts', () => ({ api }))
vi.mock('../../kit/navigation/navigation.ts', () => ({ goTo }))
vi.mock('./placed-order.ts', () => ({ rememberPlacedOrder: remember }))
vi.mock('../../booking/cart/cart-store.ts', () => ({
  ensureSaved: async () => {},
  withLiveCart: (send: (key: string) => unknown) => send('key-of-the-cart'),
}))

const id = '7d3ad2f5-0b5b-4b4f-9b0d-0a8a3c1f0001'
const booking = { productId: '101', patientId: undefined } as never
const card = { paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' } } as never

beforeEach(() => {
  for (const mock of [api, goTo, remember]) mock.mockReset()
})

test("the workflowId of the reply is stored as the order's id and leads to the order [B4.26]", async () => {
  api.mockResolvedValue({ workflowId: id })
  await placeOrder(booking, 'patient-1', card)
  expect(remember).toHaveBeenCalledExactlyOnceWith(id)
  expect(goTo).toHaveBeenCalledExactlyOnceWith(`/orders/${id}`, { replace: true })
})

test('a refusal stores nothing and leads nowhere', async () => {
  api.mockRejectedValue(new Error('PAYMENT_DECLINED'))
  await expect(placeOrder(booking, 'patient-1', card)).rejects.toThrow('PAYMENT_DECLINED')
  expect(remember).not.toHaveBeenCalled()
  expect(goTo).not.toHaveBeenCalled()
})

test.each([
  ['the family member of the booking', 'child-1', 'child-1'],
  ['the account holder of a booking without a patient', undefined, 'patient-1'],
])('an order is placed for %s, with the cart and the payment method', async (_, patientId, expected) => {
  api.mockResolvedValue({ workflowId: id })
  await placeOrder({ productId: '101', patientId } as never, 'patient-1', card)
  expect(api).toHaveBeenCalledExactlyOnceWith(createOrder, {
    cartSessionKey: 'key-of-the-cart',
    productId: '101',
    patientId: expected,
    paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' },
  })
})
