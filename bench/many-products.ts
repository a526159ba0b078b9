import { ofPack } from '../content/plugin.ts'
import { createApp } from '../server/app.ts'
import { readEnv } from '../server/env.ts'
import { createServices } from '../server/services.ts'

// The API as it is, of a partner with a hundred products: the demo's own, again and again under other names.
const env = readEnv(process.env)
const services = await createServices(env, 'api')
const { pack } = services
if (!pack) throw new Error('the pack is read from its folder here')
const products = Array.from({ length: 100 }, (_, at) => {
  const product = pack.products[at % pack.products.length]
  if (!product) throw new Error('the pack has no products')
  return { ...product, id: at + 1, slug: `${product.slug}-${at}` }
})
const app = await createApp({ ...services, source: ofPack({ ...pack, products }).source })
await app.listen({ port: env.PORT, host: env.HOST })
process.on('SIGTERM', () => process.exit(0))
