import type { Order } from '@cuida/core/checkout/order/order.ts'
import { currentBooking, restoreBooking } from '../../booking/cart/cart-store.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'

/** Back to checkout, with the answers and the time that the server holds anew; to the product if they are gone. */
export async function backToCheckout({ product: { slug } }: Pick<Order, 'product'>): Promise<void> {
  // The clock of the time before the payment has run out: checkout must not see it.
  await restoreBooking()
  const isSame = currentBooking()?.productSlug === slug
  goTo(isSame ? pathOf('checkout') : pathOf('product', { slug }), { replace: true })
}
