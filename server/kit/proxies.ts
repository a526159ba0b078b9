import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'

/** Paths of this origin that other programs answer: the stand-ins of providers, and a content service elsewhere. */
export function proxies({ env }: { env: Env }) {
  return async (app: FastifyInstance): Promise<void> => {
    const forward = (upstream: string, prefix: string) =>
      app.register(httpProxy, {
        upstream,
        prefix,
        rewritePrefix: prefix,
        // OPTIONS is ours: who may call from elsewhere is the same for every path (cors.ts).
        httpMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        http: { requestOptions: { timeout: 65_000 } },
      })
    if (env.TWINS_URL) await forward(env.TWINS_URL, '/twins')
    if (env.CONTENT_URL) {
      for (const prefix of ['/api', '/uploads', '/v1/locales', '/v1/patient/locales'])
        await forward(env.CONTENT_URL, prefix)
    }
  }
}
