import type { FastifyInstance, preParsingHookHandler } from 'fastify'

/** The largest file over the line that a phone has in the country. */
export const UPLOAD_MS = 120_000
/** A body of JSON is a few kilobytes: who takes longer holds a connection, not a conversation. */
const BODY_MS = 15_000

/** Ends the connection when the body is not there in time (quality U2, slow bodies). */
export const bodyWithin =
  (ms: number): preParsingHookHandler =>
  ({ raw }, _reply, payload, done) => {
    if (!raw.complete) {
      const timer = setTimeout(() => !raw.complete && raw.destroy(), ms)
      timer.unref()
      raw.once('close', () => clearTimeout(timer))
    }
    done(null, payload)
  }

/** For every route that may have a body and says nothing of its own. */
export function hurryBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat()
    if (methods.every((method) => method === 'GET' || method === 'HEAD')) return
    route.preParsing ??= bodyWithin(BODY_MS)
  })
}
