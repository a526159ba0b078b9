import { type Call, REPEAT_REFUSALS, takesKey } from '@cuida/core/kit/call.ts'
import type { Scope } from '@cuida/core/kit/scope.ts'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { EVENT_STREAMS } from '../session/change-events.ts'
import { purposesOf } from './access.ts'
import { type Operation, readDeclarations } from './api-declarations.ts'
import { exampleOf } from './api-examples.ts'
import { describeSchemas, type Schemas } from './api-schemas.ts'
import { describeWebhooks, WEBHOOK_PARAMETERS } from './api-webhooks.ts'
import type { JsonSchema } from './schema.ts'
import { servedCalls } from './serve.ts'

/** OpenAPI 3.1 at `/v1/openapi.json`, generated from the declarations that also validate and serialise. */
export function openApiRoute(app: FastifyInstance): void {
  let document: Promise<JsonSchema> | undefined
  app.get('/v1/openapi.json', async (_request, reply) => {
    document ??= describeApi()
    return reply.header('cache-control', 'public, max-age=300').send(await document)
  })
}

/** What the calls of an area are about. Calls of clinicians and staff have a tag of their own. */
const AREAS: Readonly<Record<string, string>> = {
  access: 'Registration, sign-in, second factors, sessions and accounts',
  booking: 'Carts, free times, slot locks and the waitlist',
  brand: 'Settings, consents to cookies and analytics of the clinic',
  care: 'Consultations from the queue to the documents, calls, and the health record',
  catalogue: 'Products and clinicians',
  checkout: 'Prices, orders, payments, refunds, invoices and subscriptions',
  consultation: 'Consultations of a patient',
  invite: 'Referrals, campaigns and companies',
  kit: 'Streams of change events, error reports and proof of work',
  notifications: 'Notifications, devices and preferences',
  profile: 'Patients, dependants, addresses, export and deletion of data',
  subscription: 'Plans and subscriptions',
  support: 'Questions, courses, webinars and help',
  fhir: 'Patients, records and the calendar as FHIR R4',
  webhooks: 'What the clinic posts to the programs of partners',
}

const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  'appointments:read': 'Patients (name, date of birth, sex) and their appointments',
  'appointments:write': 'Finding patients by phone number and date of birth, and booking for them',
  'records:read': 'The health records of patients, which see each access in their access log',
}

export async function describeApi(): Promise<JsonSchema> {
  const declared = await readDeclarations()
  const operations = servedCalls.map((call): Operation => {
    const found = declared.calls.get(call)
    return { call, area: found?.area ?? 'kit', name: found?.name ?? nameOfPath(call), description: found?.description }
  })
  const schemas = describeSchemas(operations, declared.schemas)
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const operation of operations) {
    const path = operation.call.path.replaceAll(/:(\w+)/g, '{$1}').replace(/\/$/, '')
    paths[path] = { ...paths[path], [operation.call.method.toLowerCase()]: describeOperation(operation, schemas) }
  }
  for (const [name, call] of Object.entries(EVENT_STREAMS)) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], get: describeStream(name, call) }
  }
  paths['/oauth/token'] = { post: tokenOperation() }
  const tags = [...new Set([...operations.map(tagOf), 'webhooks'])].sort()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cuida',
      version: '1',
      summary: 'API of patients and of the desk',
      description:
        'Money is in integer minor units, times are ISO 8601 with offset, days are YYYY-MM-DD. Every failure is `application/problem+json` with a `code`.',
      contact: { name: 'Cuida' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/v1', description: 'The clinic' }],
    tags: tags.map((name) => ({
      name,
      'x-displayName': displayNameOf(name.replace(DESK, '')),
      description: AREAS[name.replace(DESK, '')] ?? '',
    })),
    'x-tagGroups': [
      { name: 'Patients', tags: tags.filter((tag) => !tag.startsWith(DESK) && tag !== 'webhooks') },
      { name: 'Desk', tags: tags.filter((tag) => tag.startsWith(DESK)) },
      { name: 'Programs', tags: ['webhooks'] },
    ],
    paths,
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A person who signed in.' },
        program: {
          type: 'oauth2',
          description: 'A program with an API key.',
          flows: { clientCredentials: { tokenUrl: '/v1/oauth/token', scopes: SCOPE_DESCRIPTIONS } },
        },
      },
      schemas: { Problem, OperationOutcome, ...schemas.components },
      parameters: { ...WEBHOOK_PARAMETERS, IdempotencyKey },
      responses: { Unavailable },
      headers: { RateLimit, 'RateLimit-Policy': RateLimitPolicy, 'Retry-After': RetryAfter },
    },
  }
}

const DESK = 'desk-'
const isOfDesk = ({ access, role }: Call): boolean => role !== undefined || String(purposesOf(access)) === 'staff'
const tagOf = ({ call, area }: Operation): string => (isOfDesk(call) ? `${DESK}${area}` : area)

const NAMES: Readonly<Record<string, string>> = { kit: 'Common', fhir: 'FHIR' }

const displayNameOf = (area: string): string => NAMES[area] ?? area.charAt(0).toUpperCase() + area.slice(1)

/** For the few calls that no module exports. */
const nameOfPath = ({ method, path }: Call): string =>
  method.toLowerCase() + path.replaceAll(/[/:-]+(\w)/g, (_, letter: string) => letter.toUpperCase())

/** "listProductSlots": "List product slots". */
function summaryOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function describeOperation(operation: Operation, schemas: Schemas): JsonSchema {
  const { call, name, description } = operation
  const body = bodyOf(operation, schemas)
  return {
    operationId: name,
    summary: summaryOf(name),
    description: description || `${summaryOf(name)}.`,
    tags: [tagOf(operation)],
    'x-access': call.role ?? call.access,
    security: securityOf(call),
    parameters: [
      ...parameters(operation, 'params', schemas),
      ...parameters(operation, 'query', schemas),
      ...(takesKey(call) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...withRateLimit(call, success(operation, schemas)),
      ...refusals(call),
      503: { $ref: '#/components/responses/Unavailable' },
    },
  }
}

const tokenOperation = (): JsonSchema => ({
  operationId: 'createProgramToken',
  summary: 'Create program token',
  description:
    'A token of five minutes for an API key: the client credentials grant of OAuth 2.0 (RFC 6749, section 4.4).',
  tags: ['access'],
  security: [],
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          required: ['grant_type'],
          properties: {
            grant_type: { const: 'client_credentials' },
            client_id: { type: 'string', format: 'uuid', description: 'Or by Basic authentication' },
            client_secret: { type: 'string' },
            scope: { type: 'string', description: 'With blanks between; absent: all scopes of the key' },
          },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'Done',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['access_token', 'token_type', 'expires_in', 'scope'],
            properties: {
              access_token: { type: 'string' },
              token_type: { const: 'Bearer' },
              expires_in: { type: 'integer', description: 'Seconds' },
              scope: { type: 'string' },
            },
          },
        },
      },
    },
    400: {
      description: 'invalid_client, invalid_scope, unauthorized_client, invalid_request',
      content: { 'application/json': { schema: { type: 'object', properties: { error: { type: 'string' } } } } },
    },
    429: problemWith(['RATE_LIMITED']),
  },
})

const describeStream = (operationId: string, call: Call): JsonSchema => ({
  operationId,
  summary: summaryOf(operationId),
  description:
    'Server-sent events. An event names the topics that changed and holds no data: ask again for what shows them. The stream ends with its session; a client that was cut off asks again for everything.',
  tags: [tagOf({ call, name: operationId, area: 'kit', description: undefined })],
  'x-access': call.access,
  security: securityOf(call),
  parameters: [
    ...[...call.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    })),
    ...(call.path === EVENT_STREAMS.listenForSlots.path
      ? [
          {
            name: 'clinicians',
            in: 'query',
            required: true,
            schema: { type: 'string' },
            description: 'Ids with commas',
          },
        ]
      : []),
  ],
  responses: {
    200: {
      description: 'The stream',
      content: {
        'text/event-stream': {
          schema: { type: 'string' },
          example: 'event: changed\ndata: {"topics":["account:018f6f2e-6c1a-4d1b-9c53-0a4b8e9d2f10"]}\n\n',
        },
      },
    },
    401: problemWith(['UNAUTHORIZED']),
    429: problemWith(['RATE_LIMITED']),
  },
})

function securityOf({ access, scope }: Call): JsonSchema[] {
  const purposes = purposesOf(access)
  if (purposes.length === 0) return []
  // Which tokens a call takes is in `x-access`.
  const person = access === 'guest' ? [{}, { bearer: [] }] : [{ bearer: [] }]
  return scope ? [...person, { program: [scope] }] : person
}

function bodyOf(operation: Operation, schemas: Schemas): JsonSchema | undefined {
  const { body, upload } = operation.call
  if (upload) return { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  if (!body) return undefined
  const schema = schemas.of(operation, 'body')
  const example = exampleOf(schema, schemas.components)
  return { required: !v.is(body, {}), content: { 'application/json': { schema, example } } }
}

function parameters(operation: Operation, part: 'params' | 'query', schemas: Schemas): JsonSchema[] {
  if (!operation.call[part]) return []
  const { properties = {}, required = [] } = schemas.of(operation, part) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: part === 'params' ? 'path' : 'query',
    required: part === 'params' || required.includes(name),
    schema,
  }))
}

function success(operation: Operation, schemas: Schemas): JsonSchema {
  const { call } = operation
  if (call.file)
    return { 200: { description: 'Done', content: Object.fromEntries([call.file].flat().map((type) => [type, {}])) } }
  if (!call.reply) return { 204: { description: 'Done' } }
  const schema = schemas.of(operation, 'reply')
  const example = exampleOf(schema, schemas.components)
  return {
    [call.status ?? 200]: {
      description: 'Done',
      content: { [call.contentType ?? 'application/json']: { schema, example } },
    },
    ...(call.polled ? { 304: { description: 'Unchanged since the answer with the ETag of `If-None-Match`' } } : {}),
  }
}

/** A call that is limited for its caller says so in its success as well. */
function withRateLimit({ refusals = {}, scope }: Call, responses: JsonSchema): JsonSchema {
  if (!scope && !Object.values(refusals).includes(429)) return responses
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      status === '304' ? response : { ...(response as JsonSchema), headers: rateLimitHeaders },
    ]),
  )
}

/** Whether a call can answer 401; guest calls do so for an ended session in place of 404 (serve.ts). */
const mayEnd = ({ access, refusals = {} }: Call): boolean =>
  access === 'guest' ? Object.values(refusals).includes(404) : purposesOf(access).length > 0

function refusals(call: Call): JsonSchema {
  const codes = new Map<number, string[]>([[400, ['INVALID']]])
  if (mayEnd(call)) codes.set(401, ['UNAUTHORIZED'])
  if (call.role) codes.set(403, ['NOT_ALLOWED'])
  if (call.needs) codes.set(409, ['NOT_OFFERED'])
  const repeated: Call['refusals'] = takesKey(call) ? REPEAT_REFUSALS : {}
  for (const [code, status] of Object.entries({ ...call.refusals, ...repeated }))
    codes.set(status, [...new Set([...(codes.get(status) ?? []), code])])
  const describe = call.contentType ? outcomeWith : problemWith
  const headersOf = (status: number) =>
    status === 429
      ? { headers: { ...rateLimitHeaders, 'Retry-After': { $ref: '#/components/headers/Retry-After' } } }
      : {}
  return Object.fromEntries(
    [...codes].map(([status, reasons]) => [status, { ...describe(reasons), ...headersOf(status) }]),
  )
}

const problemWith = (codes: readonly string[]): JsonSchema => ({
  description: codes.join(', '),
  content: {
    'application/problem+json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }] },
    },
  },
})

/** FHIR's own shape of a failure; the code is the text of its first issue. */
const outcomeWith = (codes: readonly string[]): JsonSchema => ({
  description: codes.join(', '),
  content: { 'application/fhir+json': { schema: { $ref: '#/components/schemas/OperationOutcome' } } },
})

const OperationOutcome: JsonSchema = {
  type: 'object',
  required: ['resourceType', 'issue'],
  properties: {
    resourceType: { const: 'OperationOutcome' },
    issue: { type: 'array', items: { type: 'object' } },
  },
}

const Problem: JsonSchema = {
  type: 'object',
  description: 'RFC 9457, with a code that a program can compare and a message in the language of the request.',
  required: ['status', 'code', 'message', 'traceId'],
  properties: {
    status: { type: 'integer' },
    code: { type: 'string' },
    message: { type: 'string' },
    traceId: { type: 'string', description: 'Names the request in the log and in an error report.' },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'What is wrong, by field.' },
    limits: {
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: 'Maximum lengths of fields that are too long, in characters.',
    },
  },
}

const Unavailable: JsonSchema = {
  ...problemWith(['UNAVAILABLE']),
  description: 'Overloaded, or the database does not answer. Nothing happened: repeat after `Retry-After` seconds.',
  headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
}

const IdempotencyKey: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 200 },
  description:
    'A new random value for each intention, and the same one for each repetition of its request: nothing is done twice. The key counts for two days.',
}

const RetryAfter: JsonSchema = { schema: { type: 'integer' }, description: 'Seconds' }

const RateLimit: JsonSchema = {
  description:
    'For each limit of the caller that the call counts against, the strictest first: `r` uses are left, and `t` seconds until they are renewed.',
  schema: { type: 'string' },
  example: '"people searches";r=119;t=3600',
}
const RateLimitPolicy: JsonSchema = {
  description: 'The limits of `RateLimit`: `q` uses in `w` seconds.',
  schema: { type: 'string' },
  example: '"people searches";q=120;w=3600',
}

const rateLimitHeaders = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
}
