import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastify from 'fastify'

const SCRIPT = '/js/scalar.js'

/**
 * Writes the script of the API reference at `/docs/api` beside the patient app. The package serves it from a plugin;
 * taking it at build time keeps its five megabytes out of the server's memory and of its dependencies.
 */
export async function writeApiReference(folder: string): Promise<void> {
  // An installation, which builds nothing, is without the package.
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(scalar, { routePrefix: '/reference', configuration: { url: '/v1/openapi.json' } })
  const { statusCode, rawPayload } = await app.inject(`/reference${SCRIPT}`)
  await app.close()
  if (statusCode !== 200) throw new Error(`the package of the API reference has no ${SCRIPT}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'scalar.js'), rawPayload)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 }
  writeFileSync(join(folder, 'scalar.js.br'), await promisify(brotliCompress)(rawPayload, { params }))
}
