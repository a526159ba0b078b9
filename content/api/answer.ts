import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A prepared response body, plain and compressed, each with its headers. */
export interface Answer {
  plain: Variant
  br: Variant | undefined
  gzip: Variant | undefined
  /** Memory used by all variants. */
  bytes: number
}
interface Variant {
  body: Buffer
  etag: string
  headers: Record<string, string>
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** Below one network packet, compression gains nothing. */
const WORTH_COMPRESSING = 1_000
/** Medium quality takes a fraction of the time for a few per cent more bytes: any client can cause new queries. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

export async function makeAnswer(content: string | Buffer, headers: Record<string, string>): Promise<Answer> {
  const plain = typeof content === 'string' ? Buffer.from(content) : content
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 27)
  const variant = (body: Buffer, encoding?: string): Variant => {
    // A strong ETag identifies bytes, so each encoding has its own.
    const etag = encoding ? `"${tag}-${encoding}"` : `"${tag}"`
    const encoded: Record<string, string> = encoding ? { 'content-encoding': encoding } : {}
    return { body, etag, headers: { ...headers, ...encoded, vary: 'accept-encoding', etag } }
  }
  const pays = plain.length >= WORTH_COMPRESSING && !/^(video\/|image\/(?!svg))/.test(headers['content-type'] ?? '')
  const [br, gz] = pays ? await Promise.all([brotli(plain, BROTLI), gzipped(plain)]) : []
  return {
    plain: variant(plain),
    br: br && variant(br, 'br'),
    gzip: gz && variant(gz, 'gzip'),
    bytes: plain.length + (br?.length ?? 0) + (gz?.length ?? 0),
  }
}

export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const { headers, body, etag } = choose(request.headers['accept-encoding'], answer)
  reply.headers(headers)
  const known = request.headers['if-none-match']
  if (known !== undefined && isKnown(known, etag)) return reply.code(304).send()
  return reply.send(body)
}

type Encoding = 'br' | 'gzip' | 'plain'

function choose(accepted: string | undefined, answer: Answer): Variant {
  const encoding = accepted === undefined ? 'plain' : best(accepted)
  if (encoding === 'br') return answer.br ?? answer.plain
  return encoding === 'gzip' ? (answer.gzip ?? answer.plain) : answer.plain
}

/** Browsers send few different Accept-Encoding headers, so each is parsed once. */
const read = new Map<string, Encoding>()
const READ_MAX = 200

function best(accepted: string): Encoding {
  const known = read.get(accepted)
  if (known) return known
  const encoding = (['br', 'gzip'] as const).find((name) => takes(accepted, name)) ?? 'plain'
  if (read.size >= READ_MAX) read.clear()
  read.set(accepted, encoding)
  return encoding
}

/** `br;q=0` refuses the encoding. */
const takes = (accepted: string, encoding: string): boolean =>
  accepted.split(',').some((part) => {
    const [name = '', quality = ''] = part.split(';')
    return name.trim().toLowerCase() === encoding && !/^\s*q=0(\.0*)?\s*$/i.test(quality)
  })

const isKnown = (header: string, etag: string): boolean =>
  header === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
