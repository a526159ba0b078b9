import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { type ContentClient, contentClient, type Fetch } from './client.ts'
import type { Pack } from './pack.ts'
import { contentPlugin } from './plugin.ts'

/** A client of a content service in this process: the same requests and answers as over the network, without one. */
export async function inProcessContent(pack: Pack): Promise<ContentClient> {
  const app = Fastify({ pluginTimeout: 60_000 })
  const token = randomUUID()
  await app.register(contentPlugin, { pack, token })
  await app.ready()
  const fetch: Fetch = async (url, { headers }) => {
    const { statusCode, body } = await app.inject({ url, headers })
    return { status: statusCode, json: async () => JSON.parse(body) }
  }
  return contentClient({ fetch, baseUrl: '', token })
}
