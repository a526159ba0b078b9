import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import httpProxy from '@fastify/http-proxy'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'
import type { BrowserEntry } from '../providers/payment/port.ts'
import type { Services } from '../services.ts'
import { hashedFiles } from './hashed-files.ts'
import { NO_PERMISSIONS, trustedTypes } from './page-policy.ts'

// The card form (docs/decisions/0032) is a page of its own origin: what is typed there, no script of the app can read.

const PREFIX = '/payment-frame'
const DIST = fileURLToPath(new URL('../../web/dist/frame', import.meta.url))

export const frameUrl = ({ PAYMENT_ORIGIN }: Pick<Env, 'PAYMENT_ORIGIN'>): string => `${PAYMENT_ORIGIN}${PREFIX}`

export function paymentFrame({ env, providers }: Pick<Services, 'env' | 'providers'>) {
  return async (app: FastifyInstance): Promise<void> => {
    const { browser } = providers.payments
    if (browser.provider === 'none') return
    if (env.TWINS_URL && browser.baseUrl.startsWith(frameUrl(env))) await takeTokens(app, env.TWINS_URL, browser)
    // A build of long ago lacks it.
    if (!existsSync(`${DIST}/index.html`)) return
    await app.register(fastifyStatic, hashedFiles(`${DIST}/assets`, `${PREFIX}/assets/`))
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
    'permissions-policy': NO_PERMISSIONS,
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
    ...trustedTypes(),
  ].join('; ')
}
