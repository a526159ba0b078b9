import type { Price } from '@cuida/core/checkout/api.ts'
import type { Order } from '@cuida/core/checkout/order.ts'
import { useEffect } from 'react'
import { digest } from '../kit/digest.ts'
import { measured } from '../kit/measured.ts'

/** What counting hears of an order: how much, and how it is paid. Never what it is, nor whom it is for. */

type Ways = 'card' | 'pix'

/** Once, when what it costs is known. */
export function useMeasuredCheckout(price: Price | undefined): void {
  const currency = price?.currency
  // biome-ignore lint/correctness/useExhaustiveDependencies: another total of the same checkout is no other checkout
  useEffect(() => {
    if (price && currency) measured({ name: 'begin_checkout', value: price.total, currency })
  }, [currency])
}

export const measuredPayment = ({ total: value, currency }: Price, way: Ways): void =>
  measured({ name: 'add_payment_info', way: value === 0 ? 'free' : way, value, currency })

/** Its own id stays here: who counts only has to know the same order again. */
export async function measuredPurchase({ id, amount: value, currency }: Pick<Order, 'id' | 'amount' | 'currency'>) {
  measured({ name: 'purchase', order: (await digest(id)).slice(0, 20), value, currency })
}
