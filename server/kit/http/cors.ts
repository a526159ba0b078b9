import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const YEARS_S = 2 * 31_536_000

/**
 * What every answer carries, whatever it is. Over https a browser never tries without it again, by each
 * name for itself: what a clinic has beside it under its domain is not ours to bind.
 */
export const safeHeaders = ({ PUBLIC_URL }: { PUBLIC_URL: string }): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  ...(PUBLIC_URL.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEARS_S}` } : {}),
})

// The pages of the native apps come from an origin of the phone. Only the listed origins are echoed, and never with
// credentials, so a cookie of ours is of no use to any of them.

type Origins = ReadonlySet<string>

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
/** What `ui/client/send.ts` sets beyond what a page may always send. */
const HEADERS =
  'authorization, content-type, if-none-match, idempotency-key, x-app, x-cart-key, x-device, x-file-name, x-locale, x-page, x-session-id, x-token-mode, x-trace-id, x-work'
const READABLE = 'date, etag, retry-after, x-page, x-trace-id'
const TWO_HOURS_S = '7200'

/** Headers that let a listed origin read an answer; none for anybody else. */
export function readableBy(origins: Origins, { headers: { origin } }: FastifyRequest): Record<string, string> {
  if (origin === undefined || !origins.has(origin)) return {}
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': READABLE }
}

/** For every answer, whoever asked: a shared cache must not give one origin's answer to another. */
export function markForApps(origins: Origins, request: FastifyRequest, reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${vary}, origin` : 'origin')
  if (request.headers.origin !== undefined) reply.headers(readableBy(origins, request))
}

/** What a browser asks before it lets a page of another origin call us. */
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
