import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { bootRoute } from './boot.ts'
import { deskPages } from './desk-pages.ts'
import { hashedFiles } from './hashed-files.ts'
import { loadRenderer } from './renderer.ts'
import { createShell } from './shell.ts'
import { securityRoute, wellKnownRoutes } from './well-known.ts'

const built = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const WEB = built('web/dist/client')
/** Welcome may be found; what lies behind it is nobody's business. */
const ROBOTS =
  'User-agent: *\nAllow: /$\nAllow: /welcome\nAllow: /products/\nAllow: /groups/\nAllow: /assets/\nAllow: /uploads/\nDisallow: /account/\nDisallow: /consultations\nDisallow: /orders/\nDisallow: /twins/\n'

/** What programs ask for: what is not there has no page that says so. */
const NO_PAGES = /^(v1|api|uploads|assets|twins|\.well-known|payment-frame|help-window|prescription-window)(\/|$)/

/** The two apps as files and pages: hashed files for a year, pages fresh and prerendered where people arrive. */
export function pages(services: Services) {
  return async (app: FastifyInstance): Promise<void> => {
    wellKnownRoutes(app, services.env)
    securityRoute(app, services)
    // A build of long ago lacks it, and could not be served.
    if (existsSync(`${WEB}/.vite/manifest.json`)) await servePatientApp(app, services)
    await deskPages(app, services)
  }
}

async function servePatientApp(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(fastifyStatic, hashedFiles(`${WEB}/assets`, '/assets/'))
  const renderer = await loadRenderer(built('web/dist'))
  const shell = await createShell(services, renderer, built('web/dist'))
  const page = async (request: FastifyRequest<{ Params: { '*'?: string } }>, reply: FastifyReply) => {
    if (!NO_PAGES.test(request.params['*'] ?? '')) return shell.send(request, reply)
    reply.callNotFound()
    return reply
  }
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS))
  // Asked for afresh each time: what wakes a browser must not be older than what it is woken for.
  app.get('/push-worker.js', async (_request, reply) => {
    const worker = await readFile(`${WEB}/push-worker.js`)
    return reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(worker)
  })
  bootRoute(app, services, renderer)
  app.get('/', page)
  app.get('/*', page)
}
