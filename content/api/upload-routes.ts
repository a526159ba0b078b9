import type { FastifyInstance } from 'fastify'
import type { Upload } from '../uploads.ts'
import { type Answer, makeAnswer, sendAnswer } from './answer.ts'
import { sendPart } from './part.ts'

const YEAR_S = 31_536_000
const HOUR_S = 3_600

/**
 * The files of a pack: for good under the address that holds their hash, for an hour under their plain path (pages name
 * `/uploads/favicon.svg`). A drawing that is opened on its own may run nothing.
 */
export function uploadRoutes(uploads: ReadonlyMap<string, Upload>) {
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
