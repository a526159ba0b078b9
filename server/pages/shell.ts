import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Config } from '@cuida/core/brand/config.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { setPageTicket } from '../access/registration/consume-look-up.ts'
import { careOptionsOf } from '../care/queue/care-options.ts'
import { createTranslator } from '../kit/i18n/translator.ts'
import type { Services } from '../services.ts'
import { noscriptNotice, oldBrowserNotice } from './browser-notices.ts'
import { escapeHtml } from './escape-html.ts'
import { CALL_PERMISSIONS, trustedTypes } from './page-policy.ts'
import { type PagePath, readPreloads } from './preloads.ts'
import { flagsOf, type PrerenderedPage, type Renderer } from './renderer.ts'
import { keepTypefacePreloads } from './typeface-preloads.ts'
import { widgetScript } from './windows/help-window.ts'

interface Page {
  plain: Buffer
  br: Buffer
  gzip: Buffer
  etag: string
  policy: string
}

export interface Shell {
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

/** The trusted-types exception with which `ui/client/browser-push.ts` names the push worker script. */
const WAKING = 'push-worker'

/** Welcome is prerendered; every other address, including `/welcome-kit`, is drawn by the app. */
export function pageOf(url: string): PagePath {
  if (/^\/(welcome\/?)?(\?|$)/.test(url)) return '/welcome'
  return /^\/how-can-we-help([/?]|$)/.test(url) ? '/home' : '/app'
}

/** Milliseconds after which Welcome, which names the next free times, is rendered again. */
const TIMES_MS = 15_000

/** What Welcome says of the clinic. Without an answer of the database the page is complete without it. */
async function frontDoorOf(services: Services, locale: string) {
  if (services.content.config(locale).maintenanceMode) return undefined
  const options = await careOptionsOf(services, locale).catch((error: unknown) => {
    services.log.warn('no care options for Welcome', { error })
    return undefined
  })
  return options && { options, products: services.content.products(locale) }
}

/** Renders and compresses each page once per language and content version, and serves the bytes. */
export async function createShell(services: Services, renderer: Renderer, dist: string): Promise<Shell> {
  const template = await readFile(`${dist}/client/index.html`, 'utf8')
  const preloads = await readPreloads(dist)
  const { PAYMENT_ORIGIN, HELP_ORIGIN } = services.env
  // The card form, whose content this page cannot read (payment-frame.ts), and the help chat where the partner has
  // one.
  const frames = [PAYMENT_ORIGIN, widgetScript(services.env, services.config) && HELP_ORIGIN].filter(Boolean).join(' ')
  const pageCache = new Map<string, { page: Promise<Page>; of: unknown; madeAt: number }>()

  async function make(path: PagePath, locale: string): Promise<Page> {
    const [config, catalogue] = await Promise.all([services.content.config(locale), services.catalogueFor(locale)])
    const frontDoor = path === '/welcome' ? await frontDoorOf(services, locale) : undefined
    const rendered = renderer.render({ path, locale, config, catalogue, frontDoor, ...flagsOf(services.env) })
    // In maintenance the page is complete in itself, with or without scripts.
    const noscript = config.maintenanceMode ? '' : await obstacles(services, config)
    const filled = fill(template, { ...rendered, noscript }, preloads[path])
    return finish(filled, frames)
  }
  function pageFor(path: PagePath, locale: string): Promise<Page> {
    const key = `${path} ${locale}`
    const known = pageCache.get(key)
    const of = services.source()
    const now = Date.now()
    if (known?.of === of && (path !== '/welcome' || now < known.madeAt + TIMES_MS)) return known.page
    const page = make(path, locale)
    page.catch(() => pageCache.delete(key))
    // While the times of an older page are renewed, visitors get that page: its app asks for the times itself.
    if (known?.of === of) {
      const older = { page: known.page, of, madeAt: now }
      pageCache.set(key, older)
      page.then(() => pageCache.set(key, { page, of, madeAt: now })).catch(() => {})
      return known.page
    }
    pageCache.set(key, { page, of, madeAt: now })
    return page
  }
  const isScreenPath = (url: string) => renderer.isScreenPath(decoded(url.split('?')[0] ?? ''))
  return {
    async send(request, reply) {
      const cookieLocale = /(?:^|; )locale=([a-zA-Z-]{2,5})/.exec(request.headers.cookie ?? '')?.[1]
      const locale = renderer.chooseLocale(cookieLocale ?? request.headers['accept-language'], services.config)
      setPageTicket(services, reply)
      // The same page: the app shows the message, the status code tells programs.
      if (!isScreenPath(request.url)) reply.code(404)
      return sendPage(request, reply, await pageFor(pageOf(request.url), locale))
    },
  }
}

/**
 * Why the app does not open, in every language of the partner, because the reader may not have been able to choose
 * one.
 */
async function obstacles(
  { catalogueFor }: Services,
  { languages, partnerName, partnerConfig }: Config,
): Promise<string> {
  const { email, whatsapp } = partnerConfig.supportProvider.info
  const values = { partner: partnerName, email, phone: whatsapp }
  const translate = (key: string) => async (locale: string) =>
    createTranslator(locale, await catalogueFor(locale))(key, values)
  return (
    (await noscriptNotice(languages, translate('brand.noscript'))) +
    (await oldBrowserNotice(languages, translate('brand.oldBrowser')))
  )
}

/** Decodes like the app's router; an invalid address is no screen. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return ''
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding, accept-language, cookie')
    .header('content-security-policy', page.policy)
    .header('permissions-policy', CALL_PERMISSIONS)
    .header('etag', page.etag)
  if (reply.statusCode === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  if (accepted.includes('br')) return reply.header('content-encoding', 'br').send(page.br)
  if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(page.gzip)
  return reply.send(page.plain)
}

function fill(
  template: string,
  page: PrerenderedPage & { noscript: string },
  preloads: string,
): { html: string; headScript: string } {
  // Escaped, so that no text of a person or a partner can close the script element.
  const initialState = JSON.stringify(page.initialState).replaceAll('<', '\\u003c')
  const head = [
    `<title>${escapeHtml(page.title)}</title>`,
    `<meta name="description" content="${escapeHtml(page.description)}">`,
    `<style id="theme">${page.theme}</style>`,
    `<script>${page.headScript}</script>`,
    preloads,
  ].join('')
  const parts: Record<string, string> = {
    head,
    noscript: page.noscript,
    root: page.root,
    initialState: `<script id="initial-state" type="application/json">${initialState}</script>`,
  }
  const html = keepTypefacePreloads(template, page.typefaces)
    .replace('lang="en"', `lang="${page.lang}"`)
    .replaceAll(/<!--(head|noscript|root|initialState)-->/g, (_, part) => parts[part] ?? '')
  return { html, headScript: page.headScript }
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

async function finish({ html, headScript }: { html: string; headScript: string }, frames: string): Promise<Page> {
  const plain = Buffer.from(html)
  const [br, gz] = await Promise.all([brotli(plain), gzipped(plain)])
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${sha256(headScript)}'`,
    // Only the attributes of prerendered HTML need this: React sets style properties, not text.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${frames}`,
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    ...trustedTypes(WAKING),
  ].join('; ')
  return { plain, br, gzip: gz, etag: `"${sha256(html)}"`, policy }
}
