import { createOrder } from '@cuida/core/checkout/order/api.ts'
import type { Booking } from '../../booking/cart/booking.ts'
import { ensureSaved, withLiveCart } from '../../booking/cart/cart-store.ts'
import { api } from '../../kit/api.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import type { OrderPayment } from '../payment/order-payment.ts'
import { rememberPlacedOrder } from './placed-order.ts'

/** Saves the cart, creates the order for its patient and opens the order's screen. */
export async function placeOrder(booking: Booking, ownId: string, paidWith: OrderPayment): Promise<void> {
  await ensureSaved()
  const { workflowId } = await withLiveCart((cartSessionKey) =>
    api(createOrder, {
      cartSessionKey,
      productId: booking.productId,
      patientId: booking.patientId ?? ownId,
      ...paidWith,
    }),
  )
  rememberPlacedOrder(workflowId)
  goTo(pathOf('order', { id: workflowId }), { replace: true })
}
