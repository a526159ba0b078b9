import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { giveLookUpsToApp } from '../access/registration/look-up.ts'
import type { Services } from '../services.ts'
import { flagsOf, type Renderer } from './renderer.ts'

/** A path without prerendered HTML: what comes along is for any screen. */
const ANY_SCREEN = '/app'

/**
 * `GET /v1/boot?locale=es`: what a page of ours brings with it, for the native apps, whose pages are on the phone. Holds
 * nothing of a person.
 */
export function bootRoute(app: FastifyInstance, services: Services, renderer: Renderer): void {
  app.get<{ Querystring: { locale?: unknown } }>('/v1/boot', async (request, reply) => {
    const { locale: wanted } = request.query
    const accepted = typeof wanted === 'string' ? wanted : request.headers['accept-language']
    const locale = renderer.chooseLocale(accepted, services.config)
    const [config, catalogue] = await Promise.all([services.content.config(locale), services.words(locale)])
    const flags = flagsOf(services.env)
    const text = JSON.stringify(renderer.render({ path: ANY_SCREEN, locale, config, catalogue, ...flags }).boot)
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    reply.header('cache-control', 'no-cache').header('vary', 'accept-language').header('etag', etag)
    // Beside the answer, which is the same for everybody and may be remembered.
    giveLookUpsToApp(services, reply)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}
