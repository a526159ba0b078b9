import { productFor } from '../booking/test-people.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { createPublicAddress } from './order/test-orders.ts'

/**
 * A context with a product to sell and a public address that the provider's simulator can call once the server
 * listens.
 */
export async function createCheckoutContext(input: Parameters<typeof createTestContext>[0] = {}) {
  const context = await createTestContext({ env: await createPublicAddress(), ...input })
  const product = await productFor(context, 'scheduled')
  return { context, product, price: product.price.amount }
}
