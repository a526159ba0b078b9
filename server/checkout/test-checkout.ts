import { productFor } from '../booking/test-people.ts'
import { fileWorld } from '../testing/test-worlds.ts'
import { ownAddress } from './order/test-orders.ts'

/** A clinic that sells something, with an address at which the provider's simulator reaches it once it listens. */
export async function checkoutWorld(wish: Parameters<typeof fileWorld>[0] = {}) {
  const world = await fileWorld({ env: await ownAddress(), ...wish })
  const product = await productFor(world, 'scheduled')
  return { world, product, price: product.price.amount }
}
