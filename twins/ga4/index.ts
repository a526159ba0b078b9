import type { FastifyInstance } from 'fastify'
import { misbehave } from '../kit/misbehave.ts'
import { createRecorder } from '../kit/recorder.ts'
import type { World } from '../kit/world.ts'
import { problemsOf } from './problems.ts'

/** A call as it came. `problems` is why it counts nothing: the collector itself says so to nobody. */
export interface Ga4Call {
  measurementId: string
  body: unknown
  problems: string[]
}
type Query = { measurement_id?: string; api_secret?: string }

/**
 * Google Analytics 4, Measurement Protocol. The collector answers 204 to whatever comes and silently drops what is not
 * right; the debug address says what that is. Pages send it as text, so that no browser asks first.
 */
export const ga4Twin = (world: World) => async (app: FastifyInstance) => {
  misbehave(app, world.faults, 'ga4', {})
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  const { record } = createRecorder<Ga4Call>(app, world.store, 'ga4')

  app.post<{ Querystring: Query }>('/mp/collect', async ({ query, body }, reply) => {
    const parsed = parse(body)
    record({
      measurementId: query.measurement_id ?? '',
      body: parsed,
      problems: [...keyProblems(query), ...problemsOf(parsed)],
    })
    return reply.code(204).send()
  })

  app.post<{ Querystring: Query }>('/debug/mp/collect', async ({ query, body }) => ({
    validationMessages: [...keyProblems(query), ...problemsOf(parse(body))].map((description) => ({
      description,
      validationCode: 'VALUE_INVALID',
    })),
  }))
}

function parse(body: unknown): unknown {
  if (typeof body !== 'string') return body
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const keyProblems = ({ measurement_id: id = '', api_secret: secret = '' }: Query): string[] => [
  ...(/^G-[A-Z0-9]{4,16}$/.test(id) ? [] : ['measurement_id is not one of a web stream']),
  ...(/^[\w-]{10,60}$/.test(secret) ? [] : ['api_secret opens nothing']),
]
