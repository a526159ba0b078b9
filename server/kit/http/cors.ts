import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const YEARS_S = 2 * 31_536_000

/**
 * Headers of every response. HSTS over https covers only the host itself, without subdomains, since the clinic may
 * run other services on its domain.
 */
export const safeHeaders = ({ PUBLIC_URL }: { PUBLIC_URL: string }): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  ...(PUBLIC_URL.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEARS_S}` } : {}),
})

// Pages of the native apps have an origin on the phone. Only listed origins are echoed, and never with credentials,
// so our cookies are of no use to them.

type Origins = ReadonlySet<string>

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
/** The request headers that `ui/client/send.ts` sets beyond the CORS-safelisted ones. */
const HEADERS =
  'authorization, content-type, if-none-match, idempotency-key, x-app, x-cart-key, x-device, x-file-name, x-locale, x-page, x-session-id, x-token-mode, x-trace-id, x-work'
const READABLE = 'date, etag, ratelimit, ratelimit-policy, retry-after, x-page, x-trace-id'
const TWO_HOURS_S = '7200'

export function readableBy(origins: Origins, { headers: { origin } }: FastifyRequest): Record<string, string> {
  if (origin === undefined || !origins.has(origin)) return {}
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': READABLE }
}

/** Adds `Vary: Origin` to every response: a shared cache must not serve one origin's response to another. */
export function markForApps(origins: Origins, request: FastifyRequest, reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${vary}, origin` : 'origin')
  if (request.headers.origin !== undefined) reply.headers(readableBy(origins, request))
}

export function answerPreflights(app: FastifyInstance, origins: Origins): void {
  app.options('/*', (request, reply) => {
    if (!origins.has(request.headers.origin ?? '')) return reply.callNotFound()
    reply.code(204).headers({
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': HEADERS,
      'access-control-max-age': TWO_HOURS_S,
    })
    return reply.send()
  })
}
