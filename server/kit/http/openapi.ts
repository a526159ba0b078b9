import type { Call } from '@cuida/core/kit/call.ts'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { purposesOf } from './access.ts'
import { type JsonSchema, jsonSchemaOf, replySchemaOf } from './schema.ts'
import { servedCalls } from './serve.ts'

/** OpenAPI 3.1 at `/v1/openapi.json`, generated from the declarations that also validate and serialise. */
export function openApiRoute(app: FastifyInstance): void {
  app.get('/v1/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(document()),
  )
}

function document(): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const call of servedCalls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cuida',
      version: '1',
      description: 'Patient and desk API. Money in minor units, times in ISO 8601.',
    },
    servers: [{ url: '/v1' }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas: { Problem } },
  }
}

function operation(call: Call): JsonSchema {
  const body = bodyOf(call)
  const purposes = purposesOf(call.access)
  return {
    'x-access': call.role ?? call.access,
    ...(purposes.length > 0 ? { security: [{ bearer: purposes }] } : {}),
    parameters: [...parameters(call, 'path'), ...parameters(call, 'query')],
    ...(body ? { requestBody: body } : {}),
    responses: { ...success(call), ...refusals(call) },
  }
}

function bodyOf({ body, upload }: Call): JsonSchema | undefined {
  const required = !(body && v.is(body, {}))
  const content = upload
    ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
    : body && { 'application/json': { schema: jsonSchemaOf(body) } }
  return content && { required, content }
}

function parameters(call: Call, location: 'path' | 'query'): JsonSchema[] {
  const schema = location === 'path' ? call.params : call.query
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

function success(call: Call): JsonSchema {
  if (call.file)
    return { 200: { description: 'Done', content: Object.fromEntries([call.file].flat().map((type) => [type, {}])) } }
  if (!call.reply) return { 204: { description: 'Done' } }
  return {
    [call.status ?? 200]: {
      description: 'Done',
      content: { 'application/json': { schema: replySchemaOf(call.reply) } },
    },
  }
}

/** Whether a call can answer 401; guest calls do so for an ended session in place of 404 (serve.ts). */
const mayEnd = ({ access, refusals = {} }: Call): boolean =>
  access === 'guest' ? Object.values(refusals).includes(404) : purposesOf(access).length > 0

function refusals(call: Call): JsonSchema {
  const codes = new Map<number, string[]>([[400, ['INVALID']]])
  if (mayEnd(call)) codes.set(401, ['UNAUTHORIZED'])
  if (call.needs) codes.set(409, ['NOT_OFFERED'])
  for (const [code, status] of Object.entries(call.refusals ?? {}))
    codes.set(status, [...(codes.get(status) ?? []), code])
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(
    [...codes].map(([status, reasons]) => [status, { description: reasons.join(', '), content }]),
  )
}

const Problem: JsonSchema = {
  type: 'object',
  required: ['status', 'code', 'message', 'traceId'],
  properties: {
    status: { type: 'integer' },
    code: { type: 'string' },
    message: { type: 'string' },
    traceId: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    /** Maximum lengths of fields that are too long, in characters. */
    limits: { type: 'object', additionalProperties: { type: 'integer' } },
  },
}
