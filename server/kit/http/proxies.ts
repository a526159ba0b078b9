import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import type { Env } from '../../env.ts'
import { isPublic, mayShowDemo } from '../../production.ts'

/** The stand-ins of providers, where there are any: another program answers their paths of this origin. */
export function proxies({ env }: { env: Env }) {
  return async (app: FastifyInstance): Promise<void> => {
    if (!env.TWINS_URL || !mayShowDemo(env)) return
    if (!isPublic(env)) app.addHook('onRequest', notFromOutside)
    await app.register(httpProxy, {
      upstream: env.TWINS_URL,
      prefix: '/twins',
      rewritePrefix: '/twins',
      // OPTIONS is ours: who may call from elsewhere is the same for every path (cors.ts).
      httpMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      http: { requestOptions: { timeout: 65_000 } },
      // A cookie of ours is nothing to them, and they keep none.
      replyOptions: { rewriteRequestHeaders: (_request, { cookie: _, ...headers }) => headers },
    })
  }
}

/** Somebody forgot PUBLIC_URL behind a proxy that speaks https: what stand-ins tell is not for people from outside. */
const notFromOutside: onRequestHookHandler = ({ headers }, reply, done) => {
  const said = [headers['x-forwarded-proto'], headers.forwarded].flat().join()
  if (/\bhttps\b/i.test(said)) reply.callNotFound()
  else done()
}
