import type { Capability } from '@cuida/core/kit/capability.ts'
import type { FastifyInstance } from 'fastify'
import { settingsWithout } from './api/settings-without.ts'
import { packSource, type Source } from './api/source.ts'
import { strapiRoutes } from './api/strapi-routes.ts'
import { uploadRoutes } from './api/upload-routes.ts'
import { wordRoutes } from './api/word-routes.ts'
import type { Pack } from './pack-shape.ts'
import type { Upload } from './uploads.ts'

interface ContentOptions {
  /** What is served now: another one in its place is served from the next request on. */
  source: () => Source
  /** Files of a pack; those of a content service elsewhere are asked of it (elsewhere/plugin.ts). */
  uploads?: ReadonlyMap<string, Upload> | undefined
  /** What the place where this is served goes without: its settings offer nothing of it. */
  without?: readonly Capability[]
}

/** The content service: content in Strapi's REST shapes, a pack's files, and the product's words. */
export async function contentPlugin(
  app: FastifyInstance,
  { source, uploads, without = [] }: ContentOptions,
): Promise<void> {
  await app.register(strapiRoutes(source, settingsWithout(without)), { prefix: '/api' })
  await app.register(wordRoutes(source), { prefix: '/v1' })
  if (uploads) await app.register(uploadRoutes(uploads))
}

/** All of a pack, as a plugin's options have it. */
export function ofPack(pack: Pack): { source: () => Source; uploads: ReadonlyMap<string, Upload> } {
  const source = packSource(pack)
  return { source: () => source, uploads: pack.uploads }
}
