import type { FastifyInstance } from 'fastify'
import { doorRoutes } from './api/door-routes.ts'
import { strapiRoutes } from './api/strapi-routes.ts'
import { uploadRoutes } from './api/upload-routes.ts'
import { wordRoutes } from './api/word-routes.ts'
import type { Pack } from './pack.ts'

interface ContentOptions {
  pack: Pack
  /** Of programs that may read what is not for everybody; without it nobody may. */
  token?: string
}

/** The content service: a pack in Strapi's REST shapes, its files, and the words of the patient's app. */
export async function contentPlugin(app: FastifyInstance, { pack, token }: ContentOptions): Promise<void> {
  await app.register(strapiRoutes(pack), { prefix: '/api' })
  if (token) await app.register(doorRoutes(pack, token), { prefix: '/api' })
  await app.register(wordRoutes(pack), { prefix: '/v1' })
  await app.register(uploadRoutes(pack))
}
