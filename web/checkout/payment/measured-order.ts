import type { Price } from '@cuida/core/checkout/order/api.ts'
import type { Order } from '@cuida/core/checkout/order/order.ts'
import { useEffect } from 'react'
import type { Booking } from '../../booking/cart/booking.ts'
import { digest } from '../../kit/content/digest.ts'
import { measured } from '../../kit/measured.ts'

/** What counting hears of an order: how much, and how it is paid. Never what it is, nor whom it is for. */

type Method = 'card' | 'pix'

let begun: string | undefined

/** Once a booking, when what it costs is known: whoever comes back from the door, or from choosing again, has begun already. */
export function useMeasuredCheckout({ productId }: Pick<Booking, 'productId'>, price: Price | undefined): void {
  useEffect(() => {
    if (!price || begun === productId) return
    begun = productId
    measured({ name: 'begin_checkout', value: price.total, currency: price.currency })
  }, [productId, price])
}

export const measuredPayment = ({ total: value, currency }: Price, way: Method): void =>
  measured({ name: 'add_payment_info', way: value === 0 ? 'free' : way, value, currency })

/** Its own id stays here: who counts only has to know the same order again. */
export async function measuredPurchase({ id, amount: value, currency }: Pick<Order, 'id' | 'amount' | 'currency'>) {
  begun = undefined
  measured({ name: 'purchase', order: (await digest(id)).slice(0, 20), value, currency })
}
