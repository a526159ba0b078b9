import { languageFor } from '@cuida/core/brand/locale.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendAnswer } from './answer.ts'
import { type Entry, wrapped } from './entries.ts'
import { BadQuery, type Query, readQuery } from './query.ts'
import { answerList } from './select.ts'
import { createServed } from './served.ts'
import { BACKEND_CONFIG, COLLECTION_NAMES, COLLECTIONS, type CollectionName, type Shape } from './shapes.ts'
import { perSource, type Source } from './source.ts'

class NotFound extends Error {}

/** Strapi's REST addresses over what is served, errors in Strapi's shape included; `settings` as this place has them. */
export function strapiRoutes(source: () => Source, settings = (entry: Entry): Entry => entry) {
  return async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, _request, reply) => sendError(reply, error))
    app.setNotFoundHandler((_request, reply) => sendError(reply, new NotFound('Not Found')))
    const current = perSource(source, remembered)

    const serve = (
      name: string,
      shape: Shape,
      single: boolean,
      answer: (query: Query, from: Remembered, language?: string) => object,
    ) => {
      app.get(`/${name}`, (request: FastifyRequest, reply: FastifyReply) => {
        const url = request.raw.url ?? ''
        const from = current()
        const { served } = from
        const known = served.find(url)
        if (known) {
          sendAnswer(request, reply, known)
          return
        }
        const query = readQuery(searchOf(url), shape, single)
        const language = languageOf(from.source, query)
        const key = JSON.stringify([name, { ...query, locale: language, localeFallback: undefined }])
        return served
          .add(url, key, () => answer(query, from, language))
          .then((made) => sendAnswer(request, reply, made))
      })
    }
    for (const name of COLLECTION_NAMES) {
      serve(name, COLLECTIONS[name], false, (query, { collections }, language) =>
        answerList(language ? collections(name, language) : [], query),
      )
    }
    serve('backend-config', BACKEND_CONFIG, true, ({ populate }, from, language) => {
      if (!language) throw new NotFound('Not Found')
      return { data: wrapped(settings(from.source.config(language)), populate), meta: {} }
    })
  }
}

type Remembered = ReturnType<typeof remembered>

/** Of one source: answers to whole addresses, and entries of a collection in a language, made once. */
const remembered = (source: Source) => ({
  source,
  served: createServed(source.cacheControl),
  collections: createCollections(source),
})

function createCollections(source: Source) {
  const made = new Map<string, Entry[]>()
  return (name: CollectionName, language: string): Entry[] => {
    const key = `${name} ${language}`
    const entries = made.get(key) ?? source.entries(name, language)
    made.set(key, entries)
    return entries
  }
}

/**
 * `localeFallback` is no parameter of Strapi itself; the specification sends it. The region of a locale does not matter:
 * `es-ES` reads `es`.
 */
function languageOf({ languages, home }: Source, { locale, localeFallback }: Query): string | undefined {
  const wanted = locale ?? home
  return languageFor(wanted, languages) ?? (localeFallback ? languageFor(localeFallback, languages) : undefined)
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

/** What Fastify, or whoever mounted us, refused before we saw it. */
const isMalformed = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 400
