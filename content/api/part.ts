import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from './answer.ts'

/**
 * A piece of a film (RFC 9110 §14): phones play none that cannot be asked for in pieces. False when no piece was asked
 * for, or one that this does not understand: then the whole is the answer.
 */
export function sendPart(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain: { body, headers, etag } }: Answer,
): boolean {
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

const isCurrent = (given: string | string[] | undefined, etag: string): boolean => given === undefined || given === etag
