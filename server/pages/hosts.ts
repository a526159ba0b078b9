import { LOCALES, languageFor } from '@cuida/core/brand/locale.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Env } from '../env.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { createTranslator } from '../kit/i18n/translator.ts'
import { isWithin } from '../kit/limit/address-range.ts'
import { fullAddressOf } from '../kit/limit/client-address.ts'
import type { Services } from '../services.ts'
import { escapeHtml } from './escape-html.ts'
import { PLAIN_HEADERS, plainPage } from './plain-page.ts'

// This one server answers all hosts; a proxy in front of it must pass `Host` on.

type Place = 'app' | 'desk' | 'cards' | 'help' | 'prescriptions'

/** Paths that one host alone serves. All other paths belong to the app. */
const OWN: readonly (readonly [path: string, place: Place])[] = [
  ['/payment-frame', 'cards'],
  // This page opens the native app: systems open an app only for a link on a page of another host.
  ['/to-the-app', 'cards'],
  ['/help-window', 'help'],
  ['/prescription-window', 'prescriptions'],
  ['/desk', 'desk'],
  ['/v1/desk', 'desk'],
]
/**
 * Paths of the app that the desk's pages also need when the desk has its own host: messages, theme, the partner's
 * pictures, the health check.
 */
const BESIDE_THE_DESK = ['/v1/patient/locales', '/api', '/uploads', '/healthz']

export const isBelow = (path: string, url = ''): boolean => url === path || url.startsWith(`${path}/`)

const ownPlaceOf = (url: string | undefined): Place => OWN.find(([path]) => isBelow(path, url))?.[1] ?? 'app'

type HostEnv = Pick<Env, 'PUBLIC_URL' | 'PAYMENT_ORIGIN' | 'HELP_ORIGIN' | 'PRESCRIPTION_ORIGIN' | 'DESK_URL'>

/**
 * Maps a `Host` header to a site. Health checks and programs reach the app under many names; every other site has
 * exactly one.
 */
export function siteResolver(env: HostEnv): (host: string | undefined) => Place {
  const own = new URL(env.PUBLIC_URL).host
  const named: [origin: string | undefined, place: Place][] = [
    [env.PAYMENT_ORIGIN, 'cards'],
    [env.HELP_ORIGIN, 'help'],
    [env.PRESCRIPTION_ORIGIN, 'prescriptions'],
    [env.DESK_URL, 'desk'],
  ]
  const places = new Map(named.flatMap(([origin, place]) => (origin ? [[new URL(origin).host, place] as const] : [])))
  // While the desk has no host of its own, it is served on the app's.
  places.set(own, 'app')
  // Fast path: nearly every request is for the app.
  return (host) => (host === own ? 'app' : (places.get(plain(host)) ?? 'app'))
}

/** A host may contain capitals, a trailing dot and the default port. */
const plain = (host = ''): string =>
  host
    .toLowerCase()
    .replace(/:(80|443)$/, '')
    .replace(/\.(?=:|$)/, '')

/**
 * Each host serves its own paths only. A person who opens a path on the wrong host is redirected to the right one.
 */
export function enforceHosts(app: FastifyInstance, env: HostEnv): void {
  const placeOf = siteResolver(env)
  const appOrigin = new URL(env.PUBLIC_URL).origin
  const hasOwnDesk = env.DESK_URL !== appOrigin
  app.addHook('onRequest', (request, reply, done) => {
    const here = placeOf(request.headers.host)
    if (here === 'app' || answers(here, request.routeOptions.url)) return done()
    const isDoor = here === 'desk' && /^\/(\?|$)/.test(request.url)
    leadTo(isDoor ? `${env.DESK_URL}/desk` : appOrigin + request.url, request, reply)
  })
  app.addHook('onRoute', (route) => {
    const place = ownPlaceOf(route.url)
    if (place === 'app' || (place === 'desk' && !hasOwnDesk)) return
    const onlyThere: onRequestHookHandler = (request, reply, done) => {
      if (placeOf(request.headers.host) === place) done()
      else if (place === 'desk') leadTo(env.DESK_URL + request.url, request, reply)
      else reply.callNotFound()
    }
    route.onRequest = [onlyThere, ...[route.onRequest ?? []].flat()]
  })
}

const answers = (place: Place, url: string | undefined): boolean =>
  ownPlaceOf(url) === place || (place === 'desk' && BESIDE_THE_DESK.some((path) => isBelow(path, url)))

/** Redirects page visits only; scripts and frames get a 404. */
function leadTo(address: string, { method, headers, url }: FastifyRequest, reply: FastifyReply): void {
  const isVisit = method === 'GET' && headers['sec-fetch-dest'] === 'document' && url.startsWith('/')
  if (isVisit) reply.redirect(address, 307)
  else reply.callNotFound()
}

/** With DESK_ADDRESSES set, clients from other addresses get a refusal instead of the desk. */
export function guardDesk(app: FastifyInstance, services: Services): void {
  const { DESK_ADDRESSES } = services.env
  if (!DESK_ADDRESSES) return
  const fromHere: onRequestHookHandler = (request, reply, done) => {
    if (isWithin(DESK_ADDRESSES, fullAddressOf(request))) done()
    else if (isPage(request)) void sendRefusal(request, reply, services).catch(done)
    else done(new Refusal('NOT_FROM_HERE', 403))
  }
  app.addHook('onRoute', (route) => {
    if (!isBelow('/desk', route.url) && !isBelow('/v1/desk', route.url)) return
    route.onRequest = [fromHere, ...[route.onRequest ?? []].flat()]
  })
}

const isPage = ({ routeOptions: { url } }: FastifyRequest): boolean => url === '/desk' || url === '/desk/*'

async function sendRefusal(request: FastifyRequest, reply: FastifyReply, services: Services): Promise<void> {
  const requestedTag = request.headers['accept-language']?.split(/[,;]/)[0] ?? ''
  const locale = languageFor(requestedTag, LOCALES) ?? 'en'
  const translate = createTranslator(locale, await services.catalogueFor(locale))
  const main = `<h1>${escapeHtml(translate('desk.error.NOT_FROM_HERE'))}</h1><a href="">${escapeHtml(translate('ui.retry'))}</a>`
  reply
    .code(403)
    .headers(PLAIN_HEADERS)
    .send(plainPage({ locale, name: services.config.partnerName, main }))
}
