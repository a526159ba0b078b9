import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { LOCALES, languageFor } from '@cuida/core/brand/locale.ts'
import { NO_PAGES } from '@cuida/core/kit/page-paths.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setAppPageTicket } from '../access/registration/consume-look-up.ts'
import { APP_LINK_PATH, GOOGLE_RETURN_PATHS } from '../access/social/app-return.ts'
import type { Env } from '../env.ts'
import { createTranslator } from '../kit/i18n/translator.ts'
import type { Services } from '../services.ts'
import { apiReference } from './api-reference.ts'
import { noscriptNotice, oldBrowserNotice } from './browser-notices.ts'
import { escapeHtml } from './escape-html.ts'
import { hashedFiles } from './hashed-files.ts'
import { APP_PERMISSIONS, trustedTypes } from './page-policy.ts'
import { plainHeaders, plainPage } from './plain-page.ts'
import { flagsOf, loadRenderer, type Renderer } from './renderer.ts'
import { createShell } from './shell.ts'
import { manifestRoute } from './web-manifest.ts'
import { securityRoute, wellKnownRoutes } from './well-known.ts'

const DESK = fileURLToPath(new URL('../../desk/dist/client', import.meta.url))

/** The inline scripts of the built page, allowed by their hash. */
const inlineScripts = (built: string): string[] =>
  [...built.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([_whole, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

/**
 * Frames come from one host only, the provider's prescription window (prescription-window.ts), and only where there
 * is one.
 */
const deskPolicy = (inline: string[], window: string | undefined): string =>
  [
    "default-src 'none'",
    `script-src ${["'self'", ...inline].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    `frame-src ${window ?? "'none'"}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    ...trustedTypes('push-worker'),
  ].join('; ')

/** A path without prerendered HTML; its initial state fits every screen. */
const ANY_SCREEN = '/app'

/**
 * `GET /v1/initial-state?locale=es`: the initial state for the native apps, whose pages are on the phone. Contains no
 * personal data.
 */
function initialStateRoute(app: FastifyInstance, services: Services, renderer: Renderer): void {
  app.get<{ Querystring: { locale?: unknown } }>('/v1/initial-state', async (request, reply) => {
    const { locale: requestedLocale } = request.query
    const accepted = typeof requestedLocale === 'string' ? requestedLocale : request.headers['accept-language']
    const locale = renderer.chooseLocale(accepted, services.config)
    const [config, catalogue] = await Promise.all([services.content.config(locale), services.catalogueFor(locale)])
    const flags = flagsOf(services.env)
    const input = { path: ANY_SCREEN, prerenders: false, locale, config, catalogue, ...flags }
    const text = JSON.stringify((await renderer.render(input)).initialState)
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    reply.header('cache-control', 'no-cache').header('vary', 'accept-language').header('etag', etag)
    // A header, because the cacheable body is the same for everybody.
    setAppPageTicket(services, reply)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

/** The browser's data for the app stays behind the `#`, so this server never receives it. */
const SCRIPT = `document.querySelector('a').hash=location.hash;history.replaceState(null,'',location.pathname)`
const HEADERS = plainHeaders(`sha256-${createHash('sha256').update(SCRIPT).digest('base64')}`)

/**
 * Leads from the phone's browser back into the app by a tap: systems open an app for a link that a person taps on a
 * page of another host, and not for a redirect (decision 0082). Without the app, the link opens the same screen on
 * the web.
 */
export function appLinkRoute(app: FastifyInstance, services: Services): void {
  const { env } = services
  const page = (arrival: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const requestedTag = request.headers['accept-language']?.split(/[,;]/)[0] ?? ''
    const locale = languageFor(requestedTag, services.config.languages) ?? services.config.patientAppLanguage
    const translate = createTranslator(locale, await services.catalogueFor(locale))
    const name = services.config.partnerName
    const address = new URL(arrival, env.PUBLIC_URL).href
    const main =
      `<h1>${escapeHtml(translate('access.app.title'))}</h1><p>${escapeHtml(translate('access.app.text'))}</p>` +
      `<a class="press" href="${escapeHtml(address)}">${escapeHtml(translate('access.app.open', { partner: name }))}</a>`
    return reply
      .headers(HEADERS)
      .send(plainPage({ locale, name, main, script: SCRIPT, brand: services.config.brand.brand }))
  }
  for (const arrival of GOOGLE_RETURN_PATHS) app.get(APP_LINK_PATH + arrival, page(arrival))
}

const built = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const WEB = built('web/dist/client')
/** Search engines may index the public pages, and nothing of an account. */
const ROBOTS =
  'User-agent: *\nAllow: /$\nAllow: /welcome\nAllow: /products/\nAllow: /groups/\nAllow: /assets/\nAllow: /uploads/\nDisallow: /account/\nDisallow: /consultations\nDisallow: /orders/\nDisallow: /simulators/\n'

/**
 * The two apps as files and pages: hashed files are cached for a year, pages are revalidated, and the entry pages are
 * prerendered.
 */
export function pages(services: Services) {
  return async (app: FastifyInstance): Promise<void> => {
    wellKnownRoutes(app, services.env)
    securityRoute(app, services)
    // An old build lacks the manifest and cannot be served.
    if (existsSync(`${WEB}/.vite/manifest.json`)) await servePatientApp(app, services)
    await apiReference(app, services, built('web/dist/api-reference'))
    await deskPages(app, services)
  }
}

async function servePatientApp(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(fastifyStatic, hashedFiles(`${WEB}/assets`, '/assets/'))
  const renderer = await loadRenderer(built('web/dist'))
  const shell = await createShell(services, renderer, { dist: built('web/dist'), api: apiOf(app, services.env) })
  const page = async (request: FastifyRequest<{ Params: { '*'?: string } }>, reply: FastifyReply) => {
    if (!NO_PAGES.test(request.params['*'] ?? '')) return shell.send(request, reply)
    reply.callNotFound()
    return reply
  }
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS))
  // Not cached: the worker must match the current app. A page of the release before registers it by its former name.
  for (const name of ['/service-worker.js', '/push-worker.js'])
    app.get(name, async (_request, reply) => {
      const worker = await readFile(`${WEB}/service-worker.js`)
      return reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(worker)
    })
  manifestRoute(app, services, renderer)
  initialStateRoute(app, services, renderer)
  app.get('/', page)
  app.get('/*', page)
}

/**
 * Answers the requests of a page that is rendered in this process: the API, as to a guest. A page only reads. The host
 * is the public one, because others are refused (hosts.ts).
 */
const apiOf =
  (app: FastifyInstance, { PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>): typeof fetch =>
  async (address, { method, headers } = {}) => {
    if (method && method !== 'GET') throw new Error(`A page was rendered with a ${method} request`)
    const host = new URL(PUBLIC_URL).host
    const url = String(address)
    const reply = await app.inject({ url, headers: { ...Object.fromEntries(new Headers(headers)), host } })
    return new Response(reply.statusCode === 304 ? null : new Uint8Array(reply.rawPayload), {
      status: reply.statusCode,
      headers: { 'content-type': String(reply.headers['content-type'] ?? '') },
    })
  }

/** The desk's files, and its single page for every desk address. */
async function deskPages(
  app: FastifyInstance,
  { env, providers, catalogueFor, disabledCapabilities }: Services,
): Promise<void> {
  if (!existsSync(DESK)) return
  await app.register(fastifyStatic, hashedFiles(`${DESK}/assets`, '/desk/assets/'))
  const window = providers.prescriptions?.signing === 'there' ? env.PRESCRIPTION_ORIGIN : undefined
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'permissions-policy': APP_PERMISSIONS,
  }
  const appOrigin = new URL(env.PUBLIC_URL).origin
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const [template, noscript] = await Promise.all([readFile(`${DESK}/index.html`, 'utf8'), obstacles(catalogueFor)])
    const parts: Record<string, string> = {
      app: appOrigin,
      disabledCapabilities: disabledCapabilities().join(' '),
      noscript,
    }
    const html = template.replaceAll(/<!--(app|disabledCapabilities|noscript)-->/g, (_, part) => parts[part] ?? '')
    const etag = `"${createHash('sha256').update(html).digest('base64url')}"`
    const policy = deskPolicy(inlineScripts(template), window)
    reply.headers(headers).header('etag', etag).header('content-security-policy', policy)
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(html)
  }
  // Not cached: the push worker must match the current app.
  app.get('/desk/push-worker.js', async (_request, reply) => {
    const worker = await readFile(`${DESK}/push-worker.js`)
    return reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(worker)
  })
  app.get('/desk', page)
  app.get('/desk/*', page)
}

/** Why the desk does not open: texts for a browser without scripts and for one that is too old. */
async function obstacles(catalogueFor: Services['catalogueFor']): Promise<string> {
  const translate = (key: string) => async (locale: string) => createTranslator(locale, await catalogueFor(locale))(key)
  return (
    (await noscriptNotice(LOCALES, translate('desk.noscript'))) +
    (await oldBrowserNotice(LOCALES, translate('desk.oldBrowser')))
  )
}
