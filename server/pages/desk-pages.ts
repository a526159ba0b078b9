import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { LOCALES } from '@cuida/core/brand/locale.ts'
import { storageScript } from '@cuida/ui/client/storage-script.ts'
import { themeScript } from '@cuida/ui/theme/theme-style.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { speak } from '../kit/words.ts'
import type { Services } from '../services.ts'
import { hashedFiles } from './hashed-files.ts'
import { CALL_PERMISSIONS, trustedTypes } from './page-policy.ts'
import { scriptless } from './scriptless.ts'

/** Before the first paint, as on the patients' pages (web/entry-server.tsx). */
const HEAD_SCRIPT = storageScript + themeScript
const DESK = fileURLToPath(new URL('../../desk/dist/client', import.meta.url))

/** The desk's files, and its one page under every address of it. */
export async function deskPages(app: FastifyInstance, { env, providers, words }: Services): Promise<void> {
  if (!existsSync(DESK)) return
  await app.register(fastifyStatic, hashedFiles(`${DESK}/assets`, '/desk/assets/'))
  const window = providers.prescriptions?.signing === 'there' ? env.PRESCRIPTION_ORIGIN : undefined
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': deskPolicy(window),
    'permissions-policy': CALL_PERMISSIONS,
  }
  const appOrigin = new URL(env.PUBLIC_URL).origin
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const [template, noscript] = await Promise.all([readFile(`${DESK}/index.html`, 'utf8'), needsScripts(words)])
    const parts: Record<string, string> = { app: appOrigin, script: `<script>${HEAD_SCRIPT}</script>`, noscript }
    const html = template.replaceAll(/<!--(app|script|noscript)-->/g, (_, part) => parts[part] ?? '')
    const etag = `"${createHash('sha256').update(html).digest('base64url')}"`
    reply.headers(headers).header('etag', etag)
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(html)
  }
  app.get('/desk', page)
  app.get('/desk/*', page)
}

const needsScripts = (words: Services['words']): Promise<string> =>
  scriptless(LOCALES, async (locale) => speak(locale, await words(locale))('desk.noscript'))

/** Frames come from one host only, and only where there is one: a provider's window (prescription-window.ts). */
const deskPolicy = (window: string | undefined): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash('sha256').update(HEAD_SCRIPT).digest('base64')}'`,
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
    ...trustedTypes(),
  ].join('; ')
