import Fastify, { type FastifyInstance } from 'fastify'
import { loadPartner } from './pack.ts'
import type { Pack } from './pack-shape.ts'
import { contentPlugin, ofPack } from './plugin.ts'

/** A running content service over a real pack, or what a test made of one. */
export async function contentApp(
  change: (pack: Pack) => Pack = (pack) => pack,
  partner = 'vida-ligera',
): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(contentPlugin, ofPack(change(await loadPartner(partner))))
  await app.ready()
  return app
}

/** The same pack with its products repeated until there are `count`. */
export function withProducts(count: number): (pack: Pack) => Pack {
  return (pack) => {
    const products = Array.from({ length: count }, (_, index) => {
      const product = pack.products[index % pack.products.length]
      if (!product) throw new Error('a pack without products')
      return { ...product, id: 1_000 + index, slug: `${product.slug}-${index}`, order: index }
    })
    return { ...pack, products, groups: [], demo: undefined }
  }
}
