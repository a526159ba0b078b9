import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { LOCALES } from '@cuida/core/brand/locale.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { speak } from '../kit/words/words.ts'
import type { Services } from '../services.ts'
import { hashedFiles } from './hashed-files.ts'
import { CALL_PERMISSIONS, trustedTypes } from './page-policy.ts'
import { onOldBrowsers, withoutScripts } from './scriptless.ts'

const DESK = fileURLToPath(new URL('../../desk/dist/client', import.meta.url))

/** The desk's files, and its one page under every address of it. */
export async function deskPages(app: FastifyInstance, { env, providers, words, without }: Services): Promise<void> {
  if (!existsSync(DESK)) return
  await app.register(fastifyStatic, hashedFiles(`${DESK}/assets`, '/desk/assets/'))
  const window = providers.prescriptions?.signing === 'there' ? env.PRESCRIPTION_ORIGIN : undefined
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'permissions-policy': CALL_PERMISSIONS,
  }
  const appOrigin = new URL(env.PUBLIC_URL).origin
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const [template, noscript] = await Promise.all([readFile(`${DESK}/index.html`, 'utf8'), obstacles(words)])
    const parts: Record<string, string> = { app: appOrigin, without: without().join(' '), noscript }
    const html = template.replaceAll(/<!--(app|without|noscript)-->/g, (_, part) => parts[part] ?? '')
    const etag = `"${createHash('sha256').update(html).digest('base64url')}"`
    const policy = deskPolicy(inlineScripts(template), window)
    reply.headers(headers).header('etag', etag).header('content-security-policy', policy)
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(html)
  }
  // Asked for afresh each time: what wakes a browser must not be older than what it is woken for.
  app.get('/desk/push-worker.js', async (_request, reply) => {
    const worker = await readFile(`${DESK}/push-worker.js`)
    return reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(worker)
  })
  app.get('/desk', page)
  app.get('/desk/*', page)
}

/** Why the desk does not open, for a browser without scripts and for one that is too old. */
async function obstacles(words: Services['words']): Promise<string> {
  const say = (key: string) => async (locale: string) => speak(locale, await words(locale))(key)
  return (await withoutScripts(LOCALES, say('desk.noscript'))) + (await onOldBrowsers(LOCALES, say('desk.oldBrowser')))
}

/** What the build wrote into the page itself: let by its hash, and nothing else of the page. */
const inlineScripts = (built: string): string[] =>
  [...built.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([_whole, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

/** Frames come from one host only, and only where there is one: a provider's window (prescription-window.ts). */
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
