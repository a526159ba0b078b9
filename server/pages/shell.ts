import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Config } from '@cuida/core/brand/config.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { setPageTicket } from '../access/registration/consume-look-up.ts'
import { careOptionsOf } from '../care/queue/care-options.ts'
import { createTranslator } from '../kit/i18n/translator.ts'
import type { Services } from '../services.ts'
import { noscriptNotice, oldBrowserNotice } from './browser-notices.ts'
import { escapeHtml } from './escape-html.ts'
import { APP_PERMISSIONS, trustedTypes } from './page-policy.ts'
import { isPrerendered, type PageFiles, type PageName, readPreloads } from './preloads.ts'
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

interface PageAddress {
  name: PageName
  path: string
}
/** The page that fits every screen. */
const ANY: PageAddress = { name: 'any', path: '/app' }

/** Query parameters that no prerendered screen reads. */
const UNREAD = /^(utm_\w+|gclid|fbclid|lang)$/

/** One spelling for each screen: the router also accepts capitals and a slash at the end. */
const CANONICAL = /^(\/[a-z0-9-]+)+$/

/**
 * The page of a URL: the name of its screen when its HTML is in the page. A screen that reads its query is drawn by
 * the app; Welcome is always prerendered, and the app adds what its query says.
 */
export function pageOf(url: string, screenOf: Renderer['screenOf']): PageAddress {
  const [address = '', query = ''] = url.split('?')
  const path = decoded(address)
  const screen = screenOf(path)
  const isRead = [...new URLSearchParams(query).keys()].some((key) => !UNREAD.test(key))
  if (screen === 'welcome') return { name: screen, path: '/welcome' }
  // Home opens a category by any name.
  const isOne = CANONICAL.test(path) && (screen !== 'home' || path === '/how-can-we-help')
  return isPrerendered(screen) && isOne && !isRead ? { name: screen, path } : ANY
}

/** Milliseconds after which a page is rendered again, since it names free times. */
const TIMES_MS = 15_000
/** Milliseconds after which nobody gets an older page while a new one is rendered. */
const OUTDATED_MS = 60_000
/** Pages kept: one per language, product, clinician and calendar. */
const MAX_PAGES = 150
/** Milliseconds after an address of something that does not exist without another render for a new address. */
const AFTER_MISS_MS = 200
/** Renders that may wait for their turn; further visitors get a page that the app draws. */
const MAX_WAITING = 20

/** What Welcome says of the clinic. Without an answer of the database the page is complete without it. */
async function frontDoorOf(services: Services, locale: string) {
  if (services.content.config(locale).maintenanceMode) return undefined
  const options = await careOptionsOf(services, locale).catch((error: unknown) => {
    services.log.warn('no care options for Welcome', { error })
    return undefined
  })
  return options && { options, products: services.content.products(locale) }
}

interface CachedPage {
  page: Promise<Page>
  /** The content version that it was rendered from. */
  of: unknown
  /** When its data were read. */
  readAt: number
  isRenewing: boolean
}

/** Renders and compresses each page once per language and content version, or every few seconds, and serves it. */
export async function createShell(
  services: Services,
  renderer: Renderer,
  { dist, api }: { dist: string; api: typeof fetch },
): Promise<Shell> {
  const template = await readFile(`${dist}/client/index.html`, 'utf8')
  const files = await readPreloads(dist)
  const templates = await templatesOf(template, files, `${dist}/client`)
  const { PAYMENT_ORIGIN, HELP_ORIGIN } = services.env
  // The card form, whose content this page cannot read (payment-frame.ts), and the help chat where the partner has
  // one.
  const frames = [PAYMENT_ORIGIN, widgetScript(services.env, services.config) && HELP_ORIGIN].filter(Boolean).join(' ')
  const cache = new Map<string, CachedPage>()
  let waiting = 0
  let missedAt = 0

  /** Undefined: the screen shows nothing that exists. */
  async function make({ name, path }: PageAddress, locale: string): Promise<Page | undefined> {
    const [config, catalogue] = await Promise.all([services.content.config(locale), services.catalogueFor(locale)])
    const frontDoor = name === 'welcome' ? await frontDoorOf(services, locale) : undefined
    const prerenders = name !== 'any'
    const input = { path, prerenders, locale, config, catalogue, api, frontDoor, ...flagsOf(services.env) }
    waiting++
    const rendered = await renderer.render(input).finally(() => waiting--)
    if (prerenders && !rendered.root) return undefined
    // In maintenance the page is complete in itself, with or without scripts.
    const noscript = config.maintenanceMode ? '' : await obstacles(services, config)
    const headScript = rendered.headScript + (prerenders ? LATE_SCRIPTS : '')
    const links = linksOf(config, services.env.PUBLIC_URL, rendered)
    const filled = fill(templates[name], { ...rendered, headScript, noscript, links })
    return finish(filled, frames, { isLasting: !prerenders })
  }

  async function pageFor(address: PageAddress, locale: string): Promise<Page> {
    const key = `${address.path} ${locale}`
    const known = cache.get(key)
    const of = services.source()
    const age = known?.of === of ? Date.now() - known.readAt : Number.POSITIVE_INFINITY
    const isCurrent = age < TIMES_MS || (address.name === 'any' && known?.of === of)
    if (known && (isCurrent || (known.isRenewing && age < OUTDATED_MS))) return known.page
    const readAt = Date.now()
    const isBusy = waiting >= MAX_WAITING || (!known && readAt < missedAt + AFTER_MISS_MS)
    if (address.name !== 'any' && isBusy) return pageFor(ANY, locale)
    const making = make(address, locale)
    const page = making.then((made) => made ?? pageFor(ANY, locale))
    const renewed = { page, of, readAt, isRenewing: false }
    const keep = () => {
      cache.delete(key)
      cache.set(key, renewed)
      const [oldest] = cache.keys()
      if (cache.size > MAX_PAGES && oldest) cache.delete(oldest)
    }
    const forget = () => {
      missedAt = Date.now()
      if (cache.get(key)?.page === page) cache.delete(key)
    }
    making.then((made) => (made ? keep() : forget())).catch(forget)
    if (known && age < OUTDATED_MS) {
      // Visitors get the older page meanwhile.
      known.isRenewing = true
      page.catch(() => {})
      return known.page
    }
    keep()
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
      return sendPage(request, reply, await pageFor(pageOf(request.url, renderer.screenOf), locale))
    },
  }
}

/**
 * Runs in the head of a prerendered page: fetches the scripts after the first paint, so that the page and its typeface
 * have the network for themselves until then. A hidden page is not painted; it waits half a second. Meanwhile the
 * browser loads its date formats, which takes a slow phone a tenth of a second and would delay the first render.
 */
const LATE_SCRIPTS =
  `addEventListener('DOMContentLoaded',function(){var t=document.getElementById('scripts'),` +
  `f=function(){if(t){document.head.append(t.content);t=null;setTimeout(function(){new Intl.DateTimeFormat})}};` +
  `requestAnimationFrame(function(){setTimeout(f)});setTimeout(f,500)});`

/**
 * The template of each page with its files. A prerendered page contains its styles, so that it can be painted before
 * anything else arrives; disabled links tell the module loader that it need not fetch them.
 */
async function templatesOf(
  template: string,
  files: Record<PageName, PageFiles>,
  client: string,
): Promise<Record<PageName, string>> {
  const common = [...template.matchAll(STYLE_LINK)].map(([, href = '']) => href)
  const templateOf = async (name: PageName): Promise<string> => {
    const { links, styles } = files[name]
    const linked = styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`).join('')
    if (name === 'any') return template.replace('</head>', () => `${links}${linked}</head>`)
    const all = [...common, ...styles]
    const text = (await Promise.all(all.map((href) => readFile(client + href, 'utf8')))).join('')
    const known = all.map((href) => `<link rel="stylesheet" crossorigin href="${href}" disabled>`).join('')
    const scripts = [...template.matchAll(SCRIPT)].map(([script]) => script).join('')
    return template
      .replaceAll(STYLE_LINK, '')
      .replaceAll(SCRIPT, '')
      .replace(
        '</head>',
        () => `<style>${text}</style>${known}<template id="scripts">${scripts}${links}</template></head>`,
      )
  }
  const names = Object.keys(files) as PageName[]
  const pairs = await Promise.all(names.map(async (name) => [name, await templateOf(name)] as const))
  return Object.fromEntries(pairs) as Record<PageName, string>
}

const SCRIPT = /<script type="module" [^>]*><\/script>|<link rel="modulepreload" [^>]*>/g
const STYLE_LINK = /<link rel="stylesheet" crossorigin href="([^"]+)">/g

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
    .header('permissions-policy', APP_PERMISSIONS)
    .header('etag', page.etag)
  if (reply.statusCode === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  if (accepted.includes('br')) return reply.header('content-encoding', 'br').send(page.br)
  if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(page.gzip)
  return reply.send(page.plain)
}

/** How a phone installs the page, and what a message shows for a link to it. */
function linksOf({ partnerName, brand }: Config, url: string, { title, description }: PrerenderedPage): string {
  const properties = {
    'og:site_name': partnerName,
    'og:title': title,
    'og:description': description,
    'og:image': new URL('/uploads/share.png', url).href,
  }
  return [
    '<link rel="manifest" href="/manifest.webmanifest">',
    '<link rel="apple-touch-icon" href="/uploads/app-icon.png">',
    `<meta name="theme-color" content="${escapeHtml(brand.brand)}">`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
    ),
  ].join('')
}

type FilledPage = PrerenderedPage & { noscript: string; links: string }

function fill(template: string, page: FilledPage): { html: string; headScript: string } {
  // Escaped, so that no text of a person or a partner can close the script element.
  const initialState = JSON.stringify(page.initialState).replaceAll('<', '\\u003c')
  const head = [
    `<title>${escapeHtml(page.title)}</title>`,
    `<meta name="description" content="${escapeHtml(page.description)}">`,
    page.links,
    `<style id="theme">${page.theme}</style>`,
    // A guest's HTML, on the device of a person with a session (signed-in-script.ts).
    '<style>[data-signed-in] #root{visibility:hidden}</style>',
    `<script>${page.headScript}</script>`,
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

/** The strongest compression takes twenty times as long: for pages that last. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** `isLasting`: the page stays the same for as long as the content. */
async function finish(
  { html, headScript }: { html: string; headScript: string },
  frames: string,
  { isLasting }: { isLasting: boolean },
): Promise<Page> {
  const plain = Buffer.from(html)
  const [br, gz] = await Promise.all([brotli(plain, isLasting ? {} : QUICK), gzipped(plain)])
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
