import { Config } from '@cuida/core/brand/config.ts'
import { unwrap } from '@cuida/core/brand/strapi.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { COLLECTION_NAMES, SCHEMAS } from '../api/shapes.ts'
import type { ContentBundle } from '../bundle-shape.ts'
import type { Messages } from '../messages.ts'
import { contentOfBundle, contentPlugin } from '../plugin.ts'

/** The token that may read the join links. */
export const CMS_TOKEN = 'token-of-the-tests-own-cms'

/** Fault of a collection in a language: `true`: the collection is empty; a number: the HTTP status of the reply. */
type CollectionFault = (name: string, language: string) => boolean | number

/** A remote content service for tests: our own, over a given bundle, with optional failures and changed texts. */
export async function startTestCms(first: ContentBundle) {
  const front = Fastify()
  const of = async (bundle: ContentBundle) => {
    const app = Fastify()
    const { source, uploads } = contentOfBundle(bundle)
    await app.register(contentPlugin, { source, uploads })
    // Strapi refuses these links without the token, because its public role may not read them.
    app.get('/api/webinar-links', ({ headers }, reply) => {
      if (headers.authorization !== `Bearer ${CMS_TOKEN}`)
        return reply.code(403).send({ data: null, error: { status: 403 } })
      return { data: source().joinLinks.map((attributes, index) => ({ id: index + 1, attributes })), meta: {} }
    })
    return app
  }
  let app: Promise<FastifyInstance> | 'away' = of(first)
  let messages: Record<string, Messages> = {}
  let collectionFault: CollectionFault = () => false
  let ofUpload: (path: string) => number | undefined = () => undefined
  let change = (text: string, _language: string) => text
  front.get('/*', async (request, reply) => {
    const url = new URL(request.url, 'http://cms')
    const name = url.pathname.replace('/api/', '')
    const language = url.searchParams.get('locale') ?? ''
    if (app === 'away') return reply.code(503).send({})
    const fault = collectionFault(name, language)
    if (typeof fault === 'number') return reply.code(fault).send({})
    if (name === 'words' || fault) {
      const found = Object.entries(name === 'words' ? (messages[language] ?? {}) : {})
      return { data: found.map(([key, message], id) => ({ id, attributes: { key, message } })), meta: {} }
    }
    const failure = url.pathname.startsWith('/uploads/') ? ofUpload(url.pathname) : undefined
    if (failure) return reply.code(failure).send({})
    const { authorization, range } = request.headers
    const headers = { ...(authorization && { authorization }), ...(range && { range }) }
    const response = await (await app).inject({ url: request.url, headers })
    return reply
      .code(response.statusCode)
      .headers(response.headers as Record<string, string>)
      .send(edited(response.rawPayload, language))
  })
  const edited = (bytes: Buffer, language: string) =>
    change === same ? bytes : Buffer.from(change(bytes.toString('utf8'), language))
  const same = change
  return {
    url: await front.listen({ port: 0, host: '127.0.0.1' }),
    serve(bundle: ContentBundle | 'away', worded = {}, fault: CollectionFault = () => false, changed = same) {
      app = bundle === 'away' ? bundle : of(bundle)
      messages = worded
      collectionFault = fault
      change = changed
    },
    /** Calls the listener for every requested file; a returned number is the failure status. */
    onUpload(listener: typeof ofUpload) {
      ofUpload = listener
    },
    close: () => front.close(),
  }
}

/** The responses of every path of the contract, without file names and URLs and without timestamps. */
export async function readContract(app: Asked): Promise<Record<string, unknown>> {
  const read: Record<string, unknown> = {}
  for (const language of ['es', 'en', 'pt-BR', 'es-ES', 'de']) {
    const query = `populate=*&locale=${language}&localeFallback=en`
    const settings = (await app.inject(`/api/backend-config?${query}`)).json()
    read[`backend-config ${language}`] = tidy(v.parse(Config, unwrap(settings)))
    for (const name of COLLECTION_NAMES) {
      const { statusCode, body } = await app.inject(`/api/${name}?${query}&sort=id:asc&pageSize=100`)
      const { data, meta } = JSON.parse(body)
      read[`${name} ${language}`] = { statusCode, meta, data: tidy(v.parse(v.array(SCHEMAS[name]), unwrap(data))) }
    }
    read[`words ${language}`] = (await app.inject(`/v1/patient/locales/${language}`)).json()
  }
  read.locales = (await app.inject('/v1/locales')).json()
  return read
}

/** A running content service, in this process or remote. */
interface Asked {
  inject(path: string): Promise<{ statusCode: number; body: string; json(): unknown }>
}

/** Replaces a file by its existence and a moment by its time. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value === 'string' && value.startsWith('/uploads/')) return value.replace(/^.*\./, 'file.')
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return new Date(value).toISOString()
  if (typeof value !== 'object' || value === null) return value
  const sized = 'url' in value ? { width: null, height: null } : {}
  return Object.fromEntries(Object.entries({ ...value, ...sized }).map(([key, inner]) => [key, tidy(inner)]))
}
