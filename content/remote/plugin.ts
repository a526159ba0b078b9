import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ContentUnavailableError } from '../problems.ts'
import { ownAddress } from './address.ts'
import { MEDIA_ACCEPT, mediaType, type RemoteFile } from './fetch-picture.ts'
import type { Picture, PictureStore } from './picture-store.ts'
import { type RemoteResponse, requestRemote } from './remote-request.ts'

interface Elsewhere {
  /** Base URL of the content service. */
  url: string
  /** Resolves our path of a file on another host. */
  fileAt?: (path: string) => RemoteFile | undefined
  /** Stored pictures, served while the service is down. */
  pictures?: Pick<PictureStore, 'find'>
  /** Whether the service is known to be down: stored pictures are then served without waiting for it. */
  isAway?: () => boolean
  timeoutMs?: number
}

const TIMEOUT_MS = 8_000
/** Served under a policy that forbids scripts, whatever the file contains. */
const HARMLESS = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const KEPT = ['cache-control', 'last-modified', 'etag'] as const
const OF_PIECES = ['content-length', 'content-range', 'accept-ranges'] as const

/**
 * Serves files of a remote content service under our own paths. The service learns the requested file and nothing
 * about the client; of its response only an allowed type, the cache headers and the bytes are passed on
 * (docs/decisions/0076).
 */
export async function remoteContentPlugin(
  app: FastifyInstance,
  { url, fileAt = () => undefined, timeoutMs = TIMEOUT_MS, pictures, isAway = () => false }: Elsewhere,
): Promise<void> {
  app.get('/uploads/*', async (request, reply) => {
    const path = request.raw.url?.split('?')[0] ?? ''
    const remote = fileAt(path)
    const address = remote?.address ?? ownAddress(url, path)
    if (!address) return notThere(reply)
    const storedPicture = isAway() ? await pictures?.find(path) : undefined
    if (storedPicture) return sendKept(reply, storedPicture)
    try {
      const response = await requestRemote(address, {
        method: request.method,
        headers: questionOf(request),
        timeoutMs,
        ...(remote && { by: remote.by }),
      })
      return answer(request, reply, response)
    } catch (error) {
      const last = await pictures?.find(path)
      if (last) return sendKept(reply, last)
      throw error
    }
  })
}

/** The byte range is the only header taken from a request, and only in a strict format. */
function questionOf({ headers }: FastifyRequest): Record<string, string> {
  const piece =
    headers['if-range'] === undefined ? /^bytes=\d{0,15}-\d{0,15}$/.exec(headers.range ?? '')?.[0] : undefined
  return { accept: MEDIA_ACCEPT, 'accept-encoding': 'identity', ...(piece ? { range: piece } : {}) }
}

function answer(request: FastifyRequest, reply: FastifyReply, response: RemoteResponse): FastifyReply {
  const type = mediaType(response.headers.get('content-type'))
  if (response.status !== 200 && response.status !== 206) return refuse(reply, response)
  if (type) return sendMedia(request, reply, response, type)
  response.leave()
  return notThere(reply)
}

function refuse(reply: FastifyReply, { status, headers, leave }: RemoteResponse): FastifyReply {
  leave()
  if (status === 416)
    return reply
      .code(416)
      .header('content-range', headers.get('content-range') ?? 'bytes */0')
      .send()
  // 401 and 403 count as missing: our clients cannot authenticate there.
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) return notThere(reply)
  throw new ContentUnavailableError(`content service answered ${status}`)
}

const notThere = (reply: FastifyReply): FastifyReply => {
  reply.callNotFound()
  return reply
}

const named = ({ headers }: RemoteResponse, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, headers.get(name)]).filter(([_, value]) => value !== null))

const sendKept = (reply: FastifyReply, { type, bytes }: Picture): FastifyReply =>
  reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': HARMLESS }).type(type).send(bytes)

function sendMedia(request: FastifyRequest, reply: FastifyReply, response: RemoteResponse, type: string): FastifyReply {
  const passedHeaders = named(response, KEPT)
  reply.headers({ 'cache-control': 'no-cache', ...passedHeaders, 'content-security-policy': HARMLESS }).type(type)
  if (passedHeaders.etag && request.headers['if-none-match'] === passedHeaders.etag) {
    response.leave()
    return reply.code(304).send()
  }
  // `fetch` decompresses a compressed response, so its length and ranges do not apply.
  const isAsSent = !response.headers.has('content-encoding')
  reply.code(response.status).headers(isAsSent ? named(response, OF_PIECES) : {})
  return reply.send(Readable.from(response.pieces(), { objectMode: false }))
}
