import { randomBytes } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseDown } from '../db/db.ts'
import type { Log } from '../log/log.ts'
import { InvalidInput, Refusal, Unauthorized } from './refusal.ts'

const PROVIDER_DOWN = 'ProviderDown'
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' } as const

export interface Problem {
  status: number
  code: string
  fields?: Record<string, string>
  extra?: Record<string, unknown>
  retryAfter?: number
}

// Trace ids must be distinct, not secret: a random half for the process, a counter for the request.
const PROCESS = randomBytes(8).toString('hex')
let counter = 0

/** The request's trace id: the client's when well-formed, otherwise a new one. */
export function traceIdOf(request: FastifyRequest): string {
  const traceId = request.headers['x-trace-id']
  if (typeof traceId === 'string' && /^[0-9a-f]{32}$/.test(traceId)) return traceId
  const fresh = PROCESS + (counter++).toString(16).padStart(16, '0')
  request.headers['x-trace-id'] = fresh
  return fresh
}

/** Every failure answers application/problem+json (product 2.3). */
export function answerProblems(app: FastifyInstance, log: Log): void {
  answerErrors(app, log, sendProblem)
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, NOT_FOUND))
}

/** Sends the failures of the app's routes with `send`; only unexpected ones are logged as errors. */
export function answerErrors(app: FastifyInstance, log: Log, send: typeof sendProblem): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error)
    const { method, routeOptions } = request
    const fields = { traceId: traceIdOf(request), method, route: routeOptions.url ?? '', status: problem.status, error }
    if (problem.status === 500) log.error('request failed', fields)
    else if (problem.status === 503) log.warn('request failed: a dependency is unavailable', fields)
    return send(request, reply, problem)
  })
}

/** For malformed URLs, which match no route and run no hooks. */
export const answerUnreadable =
  (headers: Readonly<Record<string, string>>) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    void sendProblem(request, reply.headers(headers), error.code === 'FST_ERR_BAD_URL' ? NOT_FOUND : problemOf(error))

/** Not logged: an overloaded process must not spend its time on that. The client waits a time of its own. */
export function sendOverloaded(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request[SHED] = true
  const retryAfter = 2 + Math.floor(Math.random() * 4)
  return sendProblem(request, reply, { status: 503, code: 'UNAVAILABLE', retryAfter })
}

export const isShed = (request: FastifyRequest): boolean => request[SHED] === true

const SHED = Symbol('shed')
declare module 'fastify' {
  interface FastifyRequest {
    [SHED]?: true
  }
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, code, fields, extra, retryAfter } = problem
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  // Serialised here, since the route's reply schema would strip the problem.
  return reply
    .code(status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer((body: unknown) => JSON.stringify(body))
    .send({ status, code, message: code, traceId: traceIdOf(request), ...(fields ? { fields } : {}), ...extra })
}

function problemOf(error: unknown): Problem {
  if (error instanceof Unauthorized) return { status: 401, code: 'UNAUTHORIZED' }
  if (error instanceof InvalidInput) {
    const { fields, limits } = error
    return { status: 400, code: 'INVALID', fields, ...(limits ? { extra: { limits } } : {}) }
  }
  if (error instanceof Refusal) {
    const { status, code, extra, retryAfter } = error
    return { status, code, extra, ...(retryAfter === undefined ? {} : { retryAfter }) }
  }
  const known = fastifyProblem(error)
  if (known) return known
  const providerDown = error instanceof Error && error.name === PROVIDER_DOWN
  if (providerDown || isDatabaseDown(error)) return { status: 503, code: 'UNAVAILABLE', retryAfter: 2 }
  return { status: 500, code: 'UNEXPECTED' }
}

interface FastifyFailure {
  statusCode?: number
  code?: string
  validation?: { instancePath: string; keyword: string; params: Record<string, unknown> }[]
  validationContext?: string
}

function fastifyProblem(error: unknown): Problem | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { statusCode, code, validation } = error as FastifyFailure
  if (validation) return { status: 400, code: 'INVALID', fields: fieldsOf(validation) }
  if (statusCode === 413) return { status: 413, code: 'TOO_LARGE' }
  if (statusCode === 415) return { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' }
  if (statusCode === 414) return { status: 414, code: 'TOO_LARGE' }
  // The static file plugin answers 403 for paths outside its folder.
  if (statusCode === 403 || statusCode === 404) return NOT_FOUND
  const malformed = statusCode === 400 || code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH'
  return malformed ? { status: 400, code: 'INVALID', fields: {} } : undefined
}

const WORD: Record<string, string> = { required: 'REQUIRED', minLength: 'TOO_SHORT', maxLength: 'TOO_LONG' }

function fieldsOf(issues: NonNullable<FastifyFailure['validation']>): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { instancePath, keyword, params } of issues) {
    const missing = keyword === 'required' ? `/${String(params.missingProperty)}` : ''
    const path = `${instancePath}${missing}`.slice(1).replaceAll('/', '.')
    fields[path] ??= WORD[keyword] ?? 'INVALID'
  }
  return fields
}
