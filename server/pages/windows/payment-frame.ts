import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { paymentVendor } from '@cuida/core/kit/vendors/payment-vendors.ts'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import httpProxy from '@fastify/http-proxy'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../../env.ts'
import type { BrowserEntry } from '../../providers/payment/port.ts'
import type { Services } from '../../services.ts'
import { hashedFiles } from '../hashed-files.ts'
import { NO_PERMISSIONS, trustedTypes } from '../page-policy.ts'

// The card form (docs/decisions/0032) is a page of its own origin, so that no script of the app can read the card
// number.

const PREFIX = '/payment-frame'
const DIST = fileURLToPath(new URL('../../../web/dist/frame', import.meta.url))

export const frameUrl = ({ PAYMENT_ORIGIN }: Pick<Env, 'PAYMENT_ORIGIN'>): string => `${PAYMENT_ORIGIN}${PREFIX}`

export function paymentFrame({ env, providers }: Pick<Services, 'env' | 'providers'>) {
  return async (app: FastifyInstance): Promise<void> => {
    const { browser } = providers.payments
    if (browser.provider === 'none') return
    if (env.SIMULATORS_URL && browser.baseUrl.startsWith(frameUrl(env)))
      await takeTokens(app, env.SIMULATORS_URL, browser)
    // An old build lacks the card form.
    if (!existsSync(`${DIST}/index.html`)) return
    await app.register(fastifyStatic, hashedFiles(`${DIST}/assets`, `${PREFIX}/assets/`))
    await servePages(app, env, browser)
  }
}

/** While a simulator takes the cards, the browser reaches these of its addresses. */
async function takeTokens(app: FastifyInstance, upstream: string, browser: BrowserEntry): Promise<void> {
  const reached = [
    [tokenUrl(browser), 'POST'] as const,
    ...installmentsUrls(browser).map((url) => [url, 'GET'] as const),
  ]
  for (const [url, method] of reached) {
    const { pathname: prefix } = new URL(url)
    await app.register(httpProxy, {
      upstream,
      prefix,
      rewritePrefix: prefix.slice(PREFIX.length),
      httpMethods: [method],
    })
  }
}

async function servePages(app: FastifyInstance, env: Env, browser: BrowserEntry): Promise<void> {
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
    'permissions-policy': NO_PERMISSIONS,
    etag,
  }
  const serve = (path: string, policy: string) =>
    app.get(path, async (request, reply) => {
      reply.headers(headers).header('content-security-policy', policy)
      return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(html)
    })
  serve(PREFIX, framePolicy(appOrigins, [tokenUrl(browser), ...installmentsUrls(browser)]))
  if (paymentVendor(browser.provider)?.asksInFrame)
    serve(`${PREFIX}/challenge`, challengePolicy(appOrigins, banksOf(env)))
}

/** Any https page: the address of the bank comes from the provider, and the bank may redirect to further hosts. */
const banksOf = ({ SIMULATORS_URL, PUBLIC_URL }: Env): string[] => [
  'https:',
  ...(SIMULATORS_URL ? [new URL(PUBLIC_URL).origin] : []),
]

/** Where the provider turns a card into a token (product 12.2, 12.10). */
export const tokenUrl = ({ provider, baseUrl }: BrowserEntry): string =>
  provider === VENDOR.monei ? `${baseUrl}/tokens` : `${baseUrl}/v1/card_tokens`

/** Where the provider returns the installment options of a card (product 12.4). */
const installmentsUrls = ({ provider, baseUrl }: BrowserEntry): string[] =>
  paymentVendor(provider)?.offersInstallments ? [`${baseUrl}/v1/payment_methods/installments`] : []

/**
 * Only the app may frame the card form, and it connects to one provider's addresses only. Nothing else loads, runs or
 * is stored.
 */
export const framePolicy = (appOrigins: readonly string[], urls: readonly string[]): string =>
  policyOf(appOrigins, [`connect-src ${urls.join(' ')}`, "form-action 'none'"])

/**
 * The same page showing the bank's 3-D Secure challenge without a card form: it frames the bank and posts to it, and
 * connects to nothing else. A page where a card number is typed must not frame other hosts.
 */
export const challengePolicy = (appOrigins: readonly string[], banks: readonly string[]): string =>
  policyOf(appOrigins, [`frame-src ${banks.join(' ')}`, `form-action ${banks.join(' ')}`])

const policyOf = (appOrigins: readonly string[], own: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    ...own,
    `frame-ancestors ${appOrigins.join(' ')}`,
    "base-uri 'none'",
    "object-src 'none'",
    ...trustedTypes(),
  ].join('; ')
