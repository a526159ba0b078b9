import { languageFor } from '@cuida/core/brand/locale.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendAnswer } from './answer.ts'
import { createAnswerCache } from './answer-cache.ts'
import { BadQuery, type Query, readQuery } from './query.ts'
import { answerList, toStrapiEntry } from './select.ts'
import { BACKEND_CONFIG, COLLECTION_NAMES, COLLECTIONS, type Shape } from './shapes.ts'
import { type Entry, memoizePerSource, type Source } from './source.ts'

class NotFound extends Error {}

/**
 * Strapi's REST routes over the current source, with errors in Strapi's format; `settings` transforms the settings
 * for this deployment.
 */
export function strapiRoutes(source: () => Source, settings = (entry: Entry): Entry => entry) {
  return async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, _request, reply) => sendError(reply, error))
    app.setNotFoundHandler((_request, reply) => sendError(reply, new NotFound('Not Found')))
    const answers = memoizePerSource(source, ({ cacheControl }) => createAnswerCache(cacheControl))

    const serve = (
      name: string,
      shape: Shape,
      single: boolean,
      answer: (query: Query, from: Source, language?: string) => object,
    ) => {
      app.get(`/${name}`, (request: FastifyRequest, reply: FastifyReply) => {
        const url = request.raw.url ?? ''
        const from = source()
        const cachedAnswers = answers()
        const known = cachedAnswers.find(url)
        if (known) {
          sendAnswer(request, reply, known)
          return
        }
        const query = readQuery(searchOf(url), shape, single)
        const language = languageOf(from, query)
        const key = JSON.stringify([name, { ...query, locale: language, localeFallback: undefined }])
        return cachedAnswers
          .add(url, key, () => answer(query, from, language))
          .then((content) => sendAnswer(request, reply, content))
      })
    }
    for (const name of COLLECTION_NAMES)
      serve(name, COLLECTIONS[name], false, (query, { entries }, language = '') =>
        answerList(entries[name][language] ?? [], query, COLLECTIONS[name]),
      )
    serve('backend-config', BACKEND_CONFIG, true, ({ populate }, { config }, language = '') => {
      const entry = config[language]
      if (!entry) throw new NotFound('Not Found')
      return { data: toStrapiEntry(settings(entry), BACKEND_CONFIG, populate), meta: {} }
    })
  }
}

/**
 * `localeFallback` is not a Strapi parameter; the specification sends it. The region of a locale is ignored: `es-ES`
 * reads `es`.
 */
function languageOf({ languages, home }: Source, { locale, localeFallback }: Query): string | undefined {
  const requestedLocale = locale ?? home
  return (
    languageFor(requestedLocale, languages) ?? (localeFallback ? languageFor(localeFallback, languages) : undefined)
  )
}

const searchOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const [status, name] =
    error instanceof BadQuery || isMalformed(error)
      ? [400, 'ValidationError']
      : error instanceof NotFound
        ? [404, 'NotFoundError']
        : [500, 'InternalServerError']
  const message = status === 500 || !(error instanceof Error) ? 'Internal Server Error' : error.message
  return reply.code(status).send({ data: null, error: { status, name, message, details: {} } })
}

/** A request that Fastify or the host application refused as malformed. */
const isMalformed = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 400
