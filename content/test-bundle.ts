import Fastify, { type FastifyInstance } from 'fastify'
import { loadPartner } from './bundle.ts'
import type { ContentBundle } from './bundle-shape.ts'
import { contentOfBundle, contentPlugin } from './plugin.ts'

/** A running content service over a bundle that a test may change. */
export async function startContentApp(
  change: (bundle: ContentBundle) => ContentBundle = (bundle) => bundle,
  partner = 'vida-ligera',
): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(contentPlugin, contentOfBundle(change(await loadPartner(partner))))
  await app.ready()
  return app
}

/** The bundle with its products repeated up to `count`. */
export function repeatProducts(count: number): (bundle: ContentBundle) => ContentBundle {
  return (bundle) => {
    const products = Array.from({ length: count }, (_, index) => {
      const product = bundle.products[index % bundle.products.length]
      if (!product) throw new Error('the bundle has no products')
      return { ...product, id: 1_000 + index, slug: `${product.slug}-${index}`, order: index }
    })
    return { ...bundle, products, groups: [], demo: undefined }
  }
}
