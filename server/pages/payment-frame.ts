import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import httpProxy from '@fastify/http-proxy'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Env } from '../env.ts'
import type { BrowserEntry } from '../providers/payment/port.ts'
import type { Services } from '../services.ts'
import { HELP } from './help-window.ts'
import { WINDOW } from './prescription-window.ts'

// The card form (docs/decisions/0032) is a page of its own origin: what is typed there, no script of the app can read.

const PREFIX = '/payment-frame'
const DIST = fileURLToPath(new URL('../../web/dist/frame', import.meta.url))
const YEAR_S = 31_536_000

export const frameUrl = ({ PAYMENT_ORIGIN }: Pick<Env, 'PAYMENT_ORIGIN'>): string => `${PAYMENT_ORIGIN}${PREFIX}`

/** Each host answers its own paths only: the card form and nothing else there, everything but the card form here. */
export function keepHostsApart(app: FastifyInstance, { PAYMENT_ORIGIN, PUBLIC_URL }: Env): void {
  const { host } = new URL(PAYMENT_ORIGIN)
  app.addHook('onRequest', (request, reply, done) => {
    // Nearly every request is for the app: it asks no more than this.
    if (request.headers.host !== host || isOfFrame(request.routeOptions.url)) return done()
    // Somebody typed the other loopback name: the app is next door.
    if (isVisit(request)) return void reply.redirect(PUBLIC_URL + request.url, 307)
    return void reply.callNotFound()
  })
  app.addHook('onRoute', (route) => {
    if (!isOfFrame(route.url)) return
    const onlyThere: onRequestHookHandler = (request, reply, done) =>
      request.headers.host === host ? done() : void reply.callNotFound()
    route.onRequest = [onlyThere, ...[route.onRequest ?? []].flat()]
  })
}

const isOfFrame = (url = ''): boolean =>
  [PREFIX, WINDOW, HELP].some((prefix) => url === prefix || url.startsWith(`${prefix}/`))

/** A person at an address bar, not a script or a frame. */
const isVisit = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers['sec-fetch-dest'] === 'document'

export function paymentFrame({ env, providers }: Pick<Services, 'env' | 'providers'>) {
  return async (app: FastifyInstance): Promise<void> => {
    const { browser } = providers.payments
    if (env.TWINS_URL && browser.baseUrl.startsWith(frameUrl(env))) await takeTokens(app, env.TWINS_URL, browser)
    // A build of long ago lacks it.
    if (!existsSync(`${DIST}/index.html`)) return
    await app.register(fastifyStatic, {
      root: `${DIST}/assets`,
      prefix: `${PREFIX}/assets/`,
      preCompressed: true,
      decorateReply: false,
      index: false,
      setHeaders: (reply) => void reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`),
    })
    await servePage(app, env, browser)
  }
}

/** While a stand-in takes the cards, this is the one address of it that a browser needs. */
async function takeTokens(app: FastifyInstance, upstream: string, browser: BrowserEntry): Promise<void> {
  const { pathname } = new URL(tokenUrl(browser))
  await app.register(httpProxy, {
    upstream,
    prefix: pathname,
    rewritePrefix: pathname.slice(PREFIX.length),
    httpMethods: ['POST'],
  })
}

async function servePage(app: FastifyInstance, env: Env, browser: BrowserEntry): Promise<void> {
  const appOrigins = [new URL(env.PUBLIC_URL).origin, ...env.APP_ORIGINS]
  const { keptCardNeedsCode, ...provider } = browser
  const settings = JSON.stringify({ ...provider, appOrigins }).replaceAll('<', '\\u003c')
  const html = (await readFile(`${DIST}/index.html`, 'utf8')).replace(
    '<!--settings-->',
    () => `<script id="settings" type="application/json">${settings}</script>`,
  )
  const etag = `"${createHash('sha256').update(html).digest('base64url')}"`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': framePolicy(appOrigins, tokenUrl(browser)),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    etag,
  }
  app.get(PREFIX, async (request, reply) => {
    reply.headers(headers)
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(html)
  })
}

/** Where the provider makes a token of a card (providers 1.2, 2.3). */
export const tokenUrl = ({ provider, baseUrl }: BrowserEntry): string =>
  provider === 'monei' ? `${baseUrl}/tokens` : `${baseUrl}/v1/card_tokens`

/** Only the app may frame it, and it talks to one address of one provider. Nothing else loads, runs or is kept. */
export function framePolicy(appOrigins: readonly string[], tokenUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `connect-src ${tokenUrl}`,
    `frame-ancestors ${appOrigins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
