import { LOCALES, languageFor } from '@cuida/core/brand/locale.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Env } from '../env.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { createTranslator } from '../kit/i18n/translator.ts'
import { isWithin } from '../kit/limit/address-range.ts'
import { fullAddressOf } from '../kit/limit/client-address.ts'
import type { Services } from '../services.ts'
import { escaped } from './escaped.ts'
import { PLAIN_HEADERS, plainPage } from './plain-page.ts'

// All hosts are this one server. A proxy before it passes `Host` on.

type Place = 'app' | 'desk' | 'cards' | 'help' | 'prescriptions'

/** Paths that stand at one place alone. What no line names is the app's. */
const OWN: readonly (readonly [path: string, place: Place])[] = [
  ['/payment-frame', 'cards'],
  // From there into the app: its own links open it from another host alone.
  ['/to-the-app', 'cards'],
  ['/help-window', 'help'],
  ['/prescription-window', 'prescriptions'],
  ['/desk', 'desk'],
  ['/v1/desk', 'desk'],
]
/** What the desk's pages need of the app's, where they stand apart: words, colours, the partner's pictures, a pulse. */
const BESIDE_THE_DESK = ['/v1/patient/locales', '/api', '/uploads', '/healthz']

export const isBelow = (path: string, url = ''): boolean => url === path || url.startsWith(`${path}/`)

const ownPlaceOf = (url: string | undefined): Place => OWN.find(([path]) => isBelow(path, url))?.[1] ?? 'app'

type HostEnv = Pick<Env, 'PUBLIC_URL' | 'PAYMENT_ORIGIN' | 'HELP_ORIGIN' | 'PRESCRIPTION_ORIGIN' | 'DESK_URL'>

/** Which place a `Host` names: health checks and programs call the app's by many names, the others have one each. */
export function placesOf(env: HostEnv): (host: string | undefined) => Place {
  const own = new URL(env.PUBLIC_URL).host
  const named: [origin: string | undefined, place: Place][] = [
    [env.PAYMENT_ORIGIN, 'cards'],
    [env.HELP_ORIGIN, 'help'],
    [env.PRESCRIPTION_ORIGIN, 'prescriptions'],
    [env.DESK_URL, 'desk'],
  ]
  const places = new Map(named.flatMap(([origin, place]) => (origin ? [[new URL(origin).host, place] as const] : [])))
  // The desk stands beside the app while it has no host for itself.
  places.set(own, 'app')
  // Nearly every request is for the app: it asks no more than this.
  return (host) => (host === own ? 'app' : (places.get(plain(host)) ?? 'app'))
}

/** A host may be written with capitals, a dot at its end and the port that disabled capabilitysaying. */
const plain = (host = ''): string =>
  host
    .toLowerCase()
    .replace(/:(80|443)$/, '')
    .replace(/\.(?=:|$)/, '')

/** Each host answers its own paths only. A person who typed the wrong one is led to the right one. */
export function keepHostsApart(app: FastifyInstance, env: HostEnv): void {
  const placeOf = placesOf(env)
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

/** For a person at an address bar; a script or a frame has nothing to look for here. */
function leadTo(address: string, { method, headers, url }: FastifyRequest, reply: FastifyReply): void {
  const isVisit = method === 'GET' && headers['sec-fetch-dest'] === 'document' && url.startsWith('/')
  if (isVisit) reply.redirect(address, 307)
  else reply.callNotFound()
}

/** Where the setting says from which addresses the desk may be reached, everybody else is told so, and no more. */
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
  const wanted = request.headers['accept-language']?.split(/[,;]/)[0] ?? ''
  const locale = languageFor(wanted, LOCALES) ?? 'en'
  const translate = createTranslator(locale, await services.catalogueFor(locale))
  const main = `<h1>${escaped(translate('desk.error.NOT_FROM_HERE'))}</h1><a href="">${escaped(translate('ui.retry'))}</a>`
  reply
    .code(403)
    .headers(PLAIN_HEADERS)
    .send(plainPage({ locale, name: services.config.partnerName, main }))
}
