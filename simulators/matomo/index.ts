import type { FastifyInstance } from 'fastify'
import { applyFaults } from '../kit/apply-faults.ts'
import type { SimulatorContext } from '../kit/context.ts'
import { fieldsOf } from '../kit/fields.ts'
import { createRecorder } from '../kit/recorder.ts'

/**
 * Matomo's HTTP tracking API: one hit per call, in the query or as a form. 204 with `send_image=0`, a one-pixel image
 * without.
 */
export const matomoSimulator = (context: SimulatorContext) => async (app: FastifyInstance) => {
  applyFaults(app, context.faults, 'matomo', {})
  const { record } = createRecorder<Record<string, string>>(app, context.store, 'matomo')

  app.route<{ Querystring: Record<string, string> }>({
    method: ['GET', 'POST'],
    url: '/matomo.php',
    async handler({ query, body }, reply) {
      const hit = { ...query, ...fieldsOf(body) } as Record<string, string>
      const problem = problemOf(hit)
      if (problem) return reply.code(400).type('text/plain; charset=utf-8').send(problem)
      record(hit)
      if (hit.send_image === '0') return reply.code(204).send()
      return reply.type('image/gif').send(DOT)
    },
  })
}

const DOT = Buffer.from('R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

function problemOf({ idsite, rec, _id, url, ec_items: items, idgoal, revenue, e_c, e_a }: Record<string, string>) {
  if (!/^[1-9]\d*$/.test(idsite ?? ''))
    return 'An unexpected website was found in the request: website id was set to ’0’'
  if (rec !== '1') return 'rec=1 is required'
  if (_id !== undefined && !/^[0-9a-f]{16}$/.test(_id)) return '_id must be 16 characters of hex'
  if (url !== undefined && !URL.canParse(url)) return 'url is not one'
  if ((e_c === undefined) !== (e_a === undefined)) return 'an event needs its category and its action'
  if (idgoal === '0' && (revenue === undefined || !isItems(items))) return 'an order needs revenue and ec_items'
  return undefined
}

function isItems(items: string | undefined): boolean {
  try {
    const all = JSON.parse(items ?? '')
    return Array.isArray(all) && all.every((item) => Array.isArray(item) && typeof item[0] === 'string')
  } catch {
    return false
  }
}
