import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Source } from './source.ts'

/**
 * `webinar-doors`, a collection that only a program with the service's API token reads, as a Strapi does it whose public role
 * may not find them.
 */
export function doorRoutes(source: () => Source, token: string) {
  const listed = () => {
    const data = source().doors.map((attributes, index) => ({ id: index + 1, attributes }))
    return { data, meta: { pagination: { page: 1, pageSize: 100, pageCount: 1, total: data.length } } }
  }
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/webinar-doors', (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (isSame(request.headers.authorization, `Bearer ${token}`)) return listed()
      const error = { status: 403, name: 'ForbiddenError', message: 'Forbidden', details: {} }
      return reply.code(403).send({ data: null, error })
    })
  }
}

function isSame(given: string | undefined, wanted: string): boolean {
  const one = Buffer.from(given ?? '')
  const other = Buffer.from(wanted)
  return one.length === other.length && timingSafeEqual(one, other)
}
