import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import type { Source } from './api/source.ts'
import { type ContentClient, contentClient, type Fetch } from './client.ts'
import { contentPlugin } from './plugin.ts'

/**
 * A client of a content service in this process: the same requests and answers as over the network, without one. `source`
 * says what is served at the moment.
 */
export async function inProcessContent(source: () => Source): Promise<ContentClient> {
  const app = Fastify({ pluginTimeout: 60_000 })
  const token = randomUUID()
  await app.register(contentPlugin, { source, token })
  await app.ready()
  const fetch: Fetch = async (url, { headers }) => {
    const { statusCode, body } = await app.inject({ url, headers })
    return { status: statusCode, json: async () => JSON.parse(body) }
  }
  return contentClient({ fetch, token, version: source })
}
