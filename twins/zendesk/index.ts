import type { FastifyInstance } from 'fastify'
import { misbehave } from '../kit/misbehave.ts'
import type { World } from '../kit/world.ts'
import { SNIPPET } from './snippet.ts'

/** Zendesk's messaging widget (providers 8.1): the script, and nothing of what is written in it reaches anybody. */
export const zendeskTwin = (world: World) => async (app: FastifyInstance) => {
  misbehave(app, world.faults, 'zendesk', { error: 'Internal Server Error' })
  app.get<{ Querystring: { key?: string } }>('/snippet.js', async ({ query: { key = '' } }, reply) => {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)) return reply.code(404).send({ error: 'Not found' })
    return reply.header('cache-control', 'no-store').type('text/javascript; charset=utf-8').send(SNIPPET)
  })
}
