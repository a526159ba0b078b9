import type { Price } from '@cuida/core/checkout/order/api.ts'
import type { Order } from '@cuida/core/checkout/order/order.ts'
import { useEffect } from 'react'
import type { Booking } from '../../booking/cart/booking.ts'
import { emitClientEvent } from '../../kit/client-event.ts'
import { digest } from '../../kit/content/digest.ts'

/** Analytics of an order: amount and payment method. Never the product or the patient. */

type Method = 'card' | 'pix' | 'wallet'

let startedProductId: string | undefined

/**
 * Reported once per booking, when the price is known: a return from sign-in or from choosing another time does not
 * count again.
 */
export function useTrackCheckout({ productId }: Pick<Booking, 'productId'>, price: Price | undefined): void {
  useEffect(() => {
    if (!price || startedProductId === productId) return
    startedProductId = productId
    emitClientEvent({ name: 'begin_checkout', value: price.total, currency: price.currency })
  }, [productId, price])
}

export const trackPayment = ({ total: value, currency }: Price, method: Method): void =>
  emitClientEvent({ name: 'add_payment_info', way: value === 0 ? 'free' : method, value, currency })

/** Analytics gets a pseudonym instead of the order's id: it only has to recognise the same order. */
export async function trackPurchase({ id, amount: value, currency }: Pick<Order, 'id' | 'amount' | 'currency'>) {
  startedProductId = undefined
  emitClientEvent({ name: 'purchase', order: (await digest(id)).slice(0, 20), value, currency })
}
