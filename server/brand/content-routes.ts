import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notifyChanged } from '../kit/db/changes.ts'
import { Refusal } from '../kit/http/refusal.ts'
import type { Services } from '../services.ts'
import { CMS_CHANGED_TOPIC } from './follow-content.ts'

/** The webhook carries the whole changed entry; the body is ignored. */
const MAX_BYTES = 4 * 1024 * 1024

/** Webhook of a remote content service. It only signals a change: every process then fetches the content itself. */
export function contentRoutes(app: FastifyInstance, { db, env, live }: Services): void {
  const { CONTENT_WEBHOOK_SECRET: secret } = env
  if (!live || !secret) return
  app.register(async (part) => {
    part.removeAllContentTypeParsers()
    part.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
    // Checks the secret before reading the body, so that an unauthenticated client cannot make the server buffer
    // anything.
    const known = async ({ headers }: FastifyRequest) => {
      if (!isSame(headers['x-content-secret'], secret)) throw new Refusal('FORGED_WEBHOOK', 400)
    }
    part.post('/v1/content/changed', { bodyLimit: MAX_BYTES, onRequest: known }, async (_request, reply) => {
      await notifyChanged(db, [CMS_CHANGED_TOPIC])
      return reply.code(202).header('cache-control', 'no-store').send({ received: true })
    })
  })
}

function isSame(actual: unknown, expected: string): boolean {
  const one = Buffer.from(String(actual))
  const other = Buffer.from(expected)
  return one.length === other.length && timingSafeEqual(one, other)
}
