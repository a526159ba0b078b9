import type { FastifyInstance } from 'fastify'
import { strapiRoutes } from './api/strapi-routes.ts'
import { uploadRoutes } from './api/upload-routes.ts'
import { wordRoutes } from './api/word-routes.ts'
import type { Pack } from './pack.ts'

/** The content service: a pack in Strapi's REST shapes, its files, and the words of the patient's app. */
export async function contentPlugin(app: FastifyInstance, { pack }: { pack: Pack }): Promise<void> {
  await app.register(strapiRoutes(pack), { prefix: '/api' })
  await app.register(wordRoutes(pack), { prefix: '/v1' })
  await app.register(uploadRoutes(pack))
}
