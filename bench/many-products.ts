import { contentOfBundle } from '../content/plugin.ts'
import { createApp } from '../server/app.ts'
import { readEnv } from '../server/env.ts'
import { createServices } from '../server/services.ts'

// The real API for a partner with a hundred products: the demo's products repeated under other names.
const env = readEnv(process.env)
const services = await createServices(env, 'api')
const { bundle } = services
if (!bundle) throw new Error('the bundle is read from its folder here')
const products = Array.from({ length: 100 }, (_, at) => {
  const product = bundle.products[at % bundle.products.length]
  if (!product) throw new Error('the bundle has no products')
  return { ...product, id: at + 1, slug: `${product.slug}-${at}` }
})
const app = await createApp({ ...services, source: contentOfBundle({ ...bundle, products }).source })
await app.listen({ port: env.PORT, host: env.HOST })
process.on('SIGTERM', () => process.exit(0))
