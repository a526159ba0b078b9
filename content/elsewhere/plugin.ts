import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { makeAnswer, sendAnswer } from '../api/answer.ts'
import { ContentDown } from '../client.ts'
import { addressAt } from './address.ts'
import { ask, type Told } from './ask.ts'
import { DATA, type Kind, MEDIA, typeOf } from './types.ts'

interface Elsewhere {
  /** Where the content service is. */
  url: string
  patienceMs?: number
}

/** As the one of this process has them (api/). */
const PLACES: Readonly<Record<string, Kind>> = {
  '/api': DATA,
  '/v1/locales': DATA,
  '/v1/patient/locales': DATA,
  '/uploads': MEDIA,
}
const PATIENCE_MS = 8_000
const MOST_DATA = 8 * 1024 * 1024
/** Whatever it is, it is no page of ours and runs nothing. */
const HARMLESS = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const KEPT = ['cache-control', 'last-modified', 'etag'] as const
const OF_PIECES = ['content-length', 'content-range', 'accept-ranges'] as const

/**
 * A content service elsewhere, under our own addresses. It is told which thing is wanted and nothing of who wants it; of
 * its answer go on a type that we know, how long to keep it, and the bytes (docs/decisions/0064).
 */
export async function elsewherePlugin(
  app: FastifyInstance,
  { url, patienceMs = PATIENCE_MS }: Elsewhere,
): Promise<void> {
  for (const [place, kind] of Object.entries(PLACES)) {
    const serve = async (request: FastifyRequest, reply: FastifyReply) => {
      const address = addressAt(url, request.raw.url ?? '')
      if (!address) return notThere(reply)
      const method = kind === DATA ? 'GET' : request.method
      const told = await ask(address, { method, headers: questionOf(kind, request), patienceMs })
      return answer(request, reply, kind, told)
    }
    app.get(place, serve)
    app.get(`${place}/*`, serve)
  }
}

/** Which piece of a film: all that is taken over from a request, and only where it can be nothing else. */
function questionOf(kind: Kind, { headers }: FastifyRequest): Record<string, string> {
  if (kind === DATA) return { accept: kind.accept, 'strapi-response-format': 'v4' }
  const piece =
    headers['if-range'] === undefined ? /^bytes=\d{0,15}-\d{0,15}$/.exec(headers.range ?? '')?.[0] : undefined
  return { accept: kind.accept, 'accept-encoding': 'identity', ...(piece ? { range: piece } : {}) }
}

async function answer(request: FastifyRequest, reply: FastifyReply, kind: Kind, told: Told): Promise<FastifyReply> {
  const type = typeOf(kind, told.headers.get('content-type'))
  if (told.status !== 200 && told.status !== 206) return refuse(reply, told)
  if (type) return kind === DATA ? sendData(request, reply, told, type) : sendMedia(request, reply, told, type)
  told.leave()
  return notThere(reply)
}

function refuse(reply: FastifyReply, { status, headers, leave }: Told): FastifyReply {
  leave()
  if (status === 416)
    return reply
      .code(416)
      .header('content-range', headers.get('content-range') ?? 'bytes */0')
      .send()
  if (status === 400) throw Object.assign(new Error('the content service cannot read the query'), { statusCode: 400 })
  // That something is not for everybody (401, 403) is no matter of ours: for our people it is not there.
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) return notThere(reply)
  throw new ContentDown(`content service answered ${status}`)
}

const notThere = (reply: FastifyReply): FastifyReply => {
  reply.callNotFound()
  return reply
}

const named = ({ headers }: Told, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, headers.get(name)]).filter(([, value]) => value !== null))

async function sendData(request: FastifyRequest, reply: FastifyReply, told: Told, type: string): Promise<FastifyReply> {
  const { etag: _, ...kept } = named(told, KEPT)
  const headers = { 'cache-control': 'no-cache', ...kept, 'content-type': type, 'content-security-policy': HARMLESS }
  return sendAnswer(request, reply, await makeAnswer(await told.whole(MOST_DATA), headers))
}

function sendMedia(request: FastifyRequest, reply: FastifyReply, told: Told, type: string): FastifyReply {
  const kept = named(told, KEPT)
  reply.headers({ 'cache-control': 'no-cache', ...kept, 'content-security-policy': HARMLESS }).type(type)
  if (kept.etag && request.headers['if-none-match'] === kept.etag) {
    told.leave()
    return reply.code(304).send()
  }
  // Compressed all the same, it comes to us unpacked: its length is another's.
  const isAsSent = !told.headers.has('content-encoding')
  reply.code(told.status).headers(isAsSent ? named(told, OF_PIECES) : {})
  return reply.send(Readable.from(told.pieces(), { objectMode: false }))
}
