import type { Order } from '@cuida/core/checkout/order/order.ts'
import { currentBooking, restoreBooking } from '../../booking/cart/cart-store.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'

/**
 * Returns to checkout with the answers and the time that the server holds again, or to the product when they are
 * gone.
 */
export async function backToCheckout({ product: { slug } }: Pick<Order, 'product'>): Promise<void> {
  // The hold's expiry in memory predates the payment and has passed; checkout must not see it.
  await restoreBooking()
  const isSame = currentBooking()?.productSlug === slug
  goTo(isSame ? pathOf('checkout') : pathOf('product', { slug }), { replace: true })
}
