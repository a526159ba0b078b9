import { Config } from '@cuida/core/brand/config.ts'
import { removeDisabledFeatures } from '@cuida/core/brand/disabled-capabilities.ts'
import { LOCALE_NAMES } from '@cuida/core/brand/locale.ts'
import type { Capability } from '@cuida/core/kit/capability.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { type Answer, makeAnswer, sendAnswer } from './api/answer.ts'
import { type Entry, memoizePerSource, type Source } from './api/source.ts'
import { strapiRoutes } from './api/strapi-routes.ts'
import type { ContentBundle } from './bundle-shape.ts'
import { bundleSource } from './bundle-source.ts'
import { catalogue, type MessageCatalogue, messageLanguage } from './messages.ts'
import type { MessageLanguage } from './schema/text.ts'
import type { Upload } from './uploads.ts'

interface ContentOptions {
  /** The current content; a replacement is served from the next request on. */
  source: () => Source
  /** Files of a bundle; those of a remote content service are fetched from it (remote/plugin.ts). */
  uploads?: ReadonlyMap<string, Upload> | undefined
  /** Capabilities disabled in this deployment: the served settings do not offer them. */
  disabledCapabilities?: readonly Capability[]
}

/** The content service: content in Strapi's REST format, a bundle's files, and the product's messages. */
export async function contentPlugin(
  app: FastifyInstance,
  { source, uploads, disabledCapabilities = [] }: ContentOptions,
): Promise<void> {
  await app.register(strapiRoutes(source, settingsWithout(disabledCapabilities)), { prefix: '/api' })
  await app.register(wordRoutes(source), { prefix: '/v1' })
  if (uploads) await app.register(uploadRoutes(uploads))
}

/** A bundle as options of the plugin. */
export function contentOfBundle(bundle: ContentBundle): { source: () => Source; uploads: ReadonlyMap<string, Upload> } {
  const source = bundleSource(bundle)
  return { source: () => source, uploads: bundle.uploads }
}

/** The partner's settings without capabilities that have no provider here. */
const settingsWithout =
  (disabledCapabilities: readonly Capability[]) =>
  (entry: Entry): Entry => {
    if (disabledCapabilities.length === 0) return entry
    const config = v.parse(Config, entry)
    const { paymentProvider, pixEnabled, wallets, offersSubscription, socialLoginEnabled, ...rest } =
      removeDisabledFeatures(config, disabledCapabilities)
    const features = { paymentProvider, pixEnabled, wallets, offersSubscription, socialLoginEnabled }
    const { notificationChannels, partnerConfig } = rest
    return { ...entry, ...features, notificationChannels, partnerConfig, disabledCapabilities }
  }

const headers = ({ cacheControl }: Source, more: Record<string, string> = {}) => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': cacheControl,
  ...more,
})

/** The partner's languages, and the messages of the patient app (A7.7, A7.8), or with `?app=desk` the desk's too. */
function wordRoutes(source: () => Source) {
  return async (app: FastifyInstance): Promise<void> => {
    const listed = memoizePerSource(source, (of) => {
      const languages = of.locales.map((code) => ({ code, name: LOCALE_NAMES[code] }))
      return makeAnswer(JSON.stringify(languages), headers(of))
    })
    const answers = memoizePerSource(source, answersOf)
    app.get('/locales', async (request, reply) => sendAnswer(request, reply, await listed()))
    app.get<{ Params: { language: string }; Querystring: { app?: unknown } }>(
      '/patient/locales/:language',
      async (request, reply) => {
        const reader = request.query.app === 'desk' ? 'desk' : 'patient'
        return sendAnswer(request, reply, await answers()(messageLanguage(request.params.language), reader))
      },
    )
  }
}

/**
 * Compressing every language would dominate the start-up time, so each is prepared on the first request and cached.
 */
function answersOf(source: Source): (language: MessageLanguage, reader: Reader) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>()
  return (language, reader) => {
    const key = `${language} ${reader}`
    const serializeCatalogue = () => JSON.stringify(messagesFor(reader, catalogue(source, language)))
    const answer =
      answers.get(key) ?? makeAnswer(serializeCatalogue(), headers(source, { 'content-language': language }))
    answers.set(key, answer)
    return answer
  }
}

type Reader = 'patient' | 'desk'

/** Without the texts that the server sends; the desk's own, a third of all, only for the desk. */
const messagesFor = (reader: Reader, all: MessageCatalogue): MessageCatalogue =>
  Object.fromEntries(
    Object.entries(all).filter(
      ([key]) => !key.startsWith('messages.') && (reader === 'desk' || !key.startsWith('desk.')),
    ),
  )

const YEAR_S = 31_536_000
const HOUR_S = 3_600

/**
 * The files of a bundle: cached for ever under the URL with their hash, for an hour under their plain path (pages
 * name `/uploads/favicon.svg`). An SVG opened on its own may run no script.
 */
function uploadRoutes(uploads: ReadonlyMap<string, Upload>) {
  return async (app: FastifyInstance): Promise<void> => {
    const answers = new Map<string, Answer>()
    for (const { path, url, bytes, mime } of uploads.values()) {
      const headers = (maxAge: string) => ({
        'content-type': mime,
        'cache-control': `public, max-age=${maxAge}`,
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'access-control-allow-origin': '*',
        ...(mime.startsWith('video/') ? { 'accept-ranges': 'bytes' } : {}),
      })
      answers.set(url, await makeAnswer(bytes, headers(`${YEAR_S}, immutable`)))
      answers.set(`/uploads/${path}`, await makeAnswer(bytes, headers(`${HOUR_S}`)))
    }
    app.get('/uploads/*', (request, reply) => {
      const answer = answers.get((request.raw.url ?? '').split('?')[0] ?? '')
      if (!answer) reply.callNotFound()
      else if (!sendPart(request, reply, answer)) sendAnswer(request, reply, answer)
    })
  }
}

/**
 * A byte range of a video (RFC 9110 §14): phones play only videos that support ranges. Returns false without a range
 * or for an unsupported one; the whole file is sent then.
 */
function sendPart(request: FastifyRequest, reply: FastifyReply, { plain: { body, headers, etag } }: Answer): boolean {
  if (!headers['accept-ranges'] || !isCurrent(request.headers['if-range'], etag)) return false
  const [_whole, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (first === '' && last === '') return false
  const from = first === '' ? Math.max(0, body.length - Number(last)) : Number(first)
  const to = first === '' || last === '' ? body.length - 1 : Math.min(Number(last), body.length - 1)
  if (from > to) {
    reply.code(416).header('content-range', `bytes */${body.length}`).send()
    return true
  }
  const range = { 'content-range': `bytes ${from}-${to}/${body.length}` }
  reply
    .code(206)
    .headers({ ...headers, ...range })
    .send(body.subarray(from, to + 1))
  return true
}

const isCurrent = (ifNoneMatch: string | string[] | undefined, etag: string): boolean =>
  ifNoneMatch === undefined || ifNoneMatch === etag
