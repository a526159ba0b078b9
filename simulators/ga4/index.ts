import type { FastifyInstance } from 'fastify'
import { applyFaults } from '../kit/apply-faults.ts'
import type { SimulatorContext } from '../kit/context.ts'
import { type Fields, fieldsOf } from '../kit/fields.ts'
import { createRecorder } from '../kit/recorder.ts'

const RESERVED =
  /^(firebase_|google_|ga_|_)|^(ad_click|app_remove|error|first_open|first_visit|session_start|user_engagement)$/

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,39}$/

const HEX = /^[0-9a-f]{64}$/

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const fits = (key: string, value: unknown): boolean =>
  key.length <= 40 && (typeof value !== 'string' || value.length <= (key === 'page_location' ? 1000 : 100))

/** A received call. `problems` says why it is not counted; the real collector does not report them. */
export interface Ga4Call {
  measurementId: string
  body: unknown
  problems: string[]
}
type Query = { measurement_id?: string; api_secret?: string }

/**
 * Google Analytics 4, Measurement Protocol. The collector answers 204 to every call and silently drops invalid ones;
 * the debug endpoint reports the problems. Pages send text/plain, which needs no CORS preflight.
 */
export const ga4Simulator = (context: SimulatorContext) => async (app: FastifyInstance) => {
  applyFaults(app, context.faults, 'ga4', {})
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  const { record } = createRecorder<Ga4Call>(app, context.store, 'ga4')

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

/** Why the collector would drop a body, by its documented limits. */
function problemsOf(body: unknown): string[] {
  const { client_id: client, events, user_data: userData } = fieldsOf(body)
  const all = listOf(events)
  return [
    ...(typeof client === 'string' && client !== '' ? [] : ['client_id is required']),
    ...(all.length >= 1 && all.length <= 25 ? [] : ['events must be 1 to 25']),
    ...all.flatMap((event) => eventProblems(fieldsOf(event))),
    ...plainOf(userData).map((key) => `user_data.${key} must be the digest of it`),
  ]
}

function eventProblems({ name, params }: Fields): string[] {
  const known = fieldsOf(params)
  const is = typeof name === 'string' ? name : ''
  return [
    ...(NAME.test(is) && !RESERVED.test(is) ? [] : [`events.name ${is} is not allowed`]),
    ...(Object.keys(known).length <= 25 ? [] : [`${is} has more than 25 params`]),
    ...Object.entries(known).flatMap(([key, value]) => (fits(key, value) ? [] : [`${is}.${key} is too long`])),
    ...('value' in known && !/^[A-Z]{3}$/.test(String(known.currency))
      ? [`${is} has a value without its currency`]
      : []),
    ...(is === 'purchase' && !known.transaction_id ? ['purchase needs a transaction_id'] : []),
    ...listOf(known.items).flatMap((item) => {
      const { item_id: id, item_name: called } = fieldsOf(item)
      return (id ?? called) ? [] : [`${is} has an item with neither item_id nor item_name`]
    }),
  ]
}

/** Keys of `user_data` with values that are not digests. */
function plainOf(userData: unknown): string[] {
  return Object.entries(fieldsOf(userData)).flatMap(([key, value]) =>
    [value].flat().flatMap((one) => {
      if (typeof one === 'object') return plainOf(one).map((inner) => `${key}.${inner}`)
      return HEX.test(String(one)) ? [] : [key]
    }),
  )
}
