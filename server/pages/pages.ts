import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { bootRoute } from './boot.ts'
import { loadRenderer } from './renderer.ts'
import { createShell } from './shell.ts'
import { wellKnownRoutes } from './well-known.ts'

const built = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const WEB = built('web/dist/client')
const DESK = built('desk/dist/client')
const YEAR_S = 31_536_000
/** Welcome may be found; what lies behind it is nobody's business. */
const ROBOTS =
  'User-agent: *\nAllow: /$\nAllow: /welcome\nAllow: /products/\nAllow: /groups/\nAllow: /assets/\nAllow: /uploads/\nDisallow: /account/\nDisallow: /consultations\nDisallow: /orders/\nDisallow: /twins/\n'

/** The two apps as files and pages: hashed files for a year, pages fresh and prerendered where people arrive. */
export function pages(services: Services) {
  return async (app: FastifyInstance): Promise<void> => {
    wellKnownRoutes(app, services.env)
    // A build of long ago lacks it, and could not be served.
    if (existsSync(`${WEB}/.vite/manifest.json`)) await servePatientApp(app, services)
    if (existsSync(DESK)) await serveDesk(app, services.env.PAYMENT_ORIGIN)
  }
}

const files = { preCompressed: true, decorateReply: false, index: false } as const
/** Names carry a hash of their content: they may be kept for ever. */
const assetHeaders = (reply: FastifyReply): void => {
  reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`)
}

async function servePatientApp(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(fastifyStatic, {
    ...files,
    root: `${WEB}/assets`,
    prefix: '/assets/',
    wildcard: true,
    setHeaders: assetHeaders,
  })
  const renderer = await loadRenderer(built('web/dist'))
  const shell = await createShell(services, renderer, built('web/dist'))
  const page = async (request: FastifyRequest, reply: FastifyReply) => shell.send(request, reply)
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

async function serveDesk(app: FastifyInstance, otherOrigin: string): Promise<void> {
  await app.register(fastifyStatic, {
    ...files,
    root: `${DESK}/assets`,
    prefix: '/desk/assets/',
    wildcard: true,
    setHeaders: assetHeaders,
  })
  await app.register(fastifyStatic, { root: DESK, serve: false, decorateReply: true })
  const page = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .header('content-security-policy', deskPolicy(otherOrigin))
      .type('text/html; charset=utf-8')
      .sendFile('index.html', DESK, { cacheControl: false })
      .header('cache-control', 'no-cache')
  app.get('/desk', page)
  app.get('/desk/*', page)
}

/** Frames come from the other host only: a provider's window (prescription-window.ts). */
const deskPolicy = (otherOrigin: string): string =>
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; " +
  "connect-src 'self'; media-src 'self' blob:; " +
  `frame-src ${otherOrigin}; ` +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
