import type { Call, FileContent, Parsed, RefusalCode, Reply } from '@cuida/core/kit/call.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as v from 'valibot'
import { type AccessControl, type Caller, type CallerOf, hasRole, needsCaller } from './access.ts'
import { bodyWithin, UPLOAD_MS } from './body-within.ts'
import type { Db } from './db.ts'
import type { Memo, Remembered } from './memo.ts'
import { Invalid, Refusal, Unauthorized } from './refusal.ts'
import { jsonSchemaOf, replySchemaOf, transforms } from './schema.ts'

/** What serving needs of the wiring; areas extend it with what they need (server/services.ts has it all). */
export interface ServeServices {
  db: Db
  access: AccessControl
  memo: Memo
  now: () => Date
}

type Refuse<C extends Call> = (
  code: RefusalCode<C>,
  details?: { extra?: Record<string, unknown>; retryAfter?: number },
) => never

/** What a handler has beside its input. Everything else it needs it takes from its area's services. */
export interface Context<C extends Call> {
  db: Db
  now: () => Date
  caller: CallerOf<C['access']>
  /** Ends the request with a code that the call declares; anything else does not compile. */
  refuse: Refuse<C>
  request: FastifyRequest
  reply: FastifyReply
  locale: string
}

export type Handler<C extends Call> = (input: Parsed<C>, context: Context<C>) => Promise<Reply<C>>

interface ServeOptions<C extends Call> {
  /** For polled calls: whose change makes the answer stale. Without it the answer is never remembered. */
  topics?: (input: Parsed<C>, caller: CallerOf<C['access']>) => string[]
  /** How long, when the answer does not move with the clock; milliseconds. */
  lifeMs?: () => number
  /** For uploads: a place for one, before a byte of it is read. undefined: there is none (BUSY). Called when done. */
  enter?: () => (() => void) | undefined
}

/** Every call that this program serves, for OpenAPI and for the sweeps of the tests. */
export const servedCalls: Call[] = []

const PREFIX = '/v1'

/** Serves a declaration: access, validation, handler, reply; the same steps in the same order for every call. */
export function serve<C extends Call>(
  app: FastifyInstance,
  services: ServeServices,
  call: C,
  handler: Handler<C>,
  options: ServeOptions<C> = {},
): void {
  if (!servedCalls.includes(call)) servedCalls.push(call)
  const parse = parserOf<C>(call)
  const answer = (request: FastifyRequest, reply: FastifyReply, caller: CallerOf<C['access']>) =>
    handler(parse(request), contextOf(services, call, caller, request, reply))
  const route: RouteOptions = {
    method: call.method,
    url: PREFIX + call.path,
    schema: routeSchema(call),
    // Before the body is parsed or judged: a stranger learns nothing about shapes, and costs little.
    onRequest: (request, reply, done) =>
      identify(services.access, call, request, (error) => {
        // The same question of the same caller was found good before: it is not judged again.
        const known = !error && call.polled ? services.memo.find(pollKey(request)) : undefined
        if (known) sendPolled(request, reply, known)
        else done(error ?? admitted(reply, options))
      }),
    ...(call.upload ? { bodyLimit: call.upload, preParsing: bodyWithin(UPLOAD_MS) } : {}),
    handler: (request, reply) => {
      const caller = request[CALLER] as CallerOf<C['access']>
      const { topics, lifeMs } = options
      if (call.polled && topics) {
        const load = async () => String(reply.serialize(await answer(request, reply, caller)))
        const heard = [subjectOf(caller), ...topics(parse(request), caller)]
        return services.memo
          .fill(pollKey(request), heard, load, lifeMs?.())
          .then((made) => sendPolled(request, reply, made))
      }
      return answer(request, reply, caller).then(async (result) => {
        if (call.method !== 'GET') services.memo.forget(subjectOf(caller))
        reply.header('cache-control', 'no-store')
        if (call.file) return sendFile(reply, result as FileContent)
        if (!call.reply) return reply.code(204).send()
        return reply.code(call.status ?? 200).send(result)
      })
    },
  }
  app.route(route)
}

function admitted<C extends Call>(reply: FastifyReply, { enter }: ServeOptions<C>): Error | undefined {
  if (!enter) return undefined
  const leave = enter()
  if (!leave) return new Refusal('BUSY', 503, { retryAfter: 3 })
  reply.raw.once('close', leave).once('finish', leave)
  return undefined
}

/** To be kept, never to be shown as a page of ours: whatever it holds runs nowhere (quality U5). */
async function sendFile(reply: FastifyReply, file: FileContent): Promise<FastifyReply> {
  return reply
    .type(file.type)
    .header('content-disposition', 'attachment')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .send(Buffer.from(await file.arrayBuffer()))
}

/** Finds who asks; whoever was here a moment ago does not wait for it. */
function identify(access: AccessControl, call: Call, request: FastifyRequest, done: (error?: Error) => void): void {
  const { authorization } = request.headers
  const known = access.knownCallerOf(call, authorization)
  const found = (caller: Caller | undefined) => {
    request[CALLER] = caller
    if (!caller && needsCaller(call.access)) done(new Unauthorized())
    else done(hasRole(call, caller) ? undefined : new Refusal('NOT_ALLOWED', 403))
  }
  if (known) found(known)
  else access.callerOf(call, authorization).then(found, done)
}

function contextOf<C extends Call>(
  { db, now }: ServeServices,
  call: C,
  caller: CallerOf<C['access']>,
  request: FastifyRequest,
  reply: FastifyReply,
): Context<C> {
  const isOver = call.access === 'guest' && !caller && request.headers.authorization !== undefined
  return { db, now, caller, refuse: refuser(call, isOver), request, reply, locale: localeOf(request) }
}

// Known here alone: what a handler is told of its caller is in its context.
const CALLER = Symbol('caller')
declare module 'fastify' {
  interface FastifyRequest {
    [CALLER]?: Caller | undefined
  }
}
/** Once, before any route: a request that is made with its place for the caller is quicker to read than one that grows it. */
export const placeCallers = (app: FastifyInstance): void => void app.decorateRequest(CALLER)

function subjectOf(caller: Caller | undefined): string {
  if (caller?.kind === 'patient') return `account:${caller.accountId}`
  return caller?.kind === 'staff' ? `staff:${caller.staffId}` : 'nobody'
}

const pollKey = (request: FastifyRequest): string =>
  `${subjectOf(request[CALLER])} ${request.headers['x-locale'] ?? ''} ${request.url}`

function sendPolled(request: FastifyRequest, reply: FastifyReply, { etag, payload }: Remembered): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').serializer(asIs).send(payload)
}

const asIs = (payload: unknown): string => String(payload)

const schemas = new WeakMap<Call, Record<string, unknown>>()

/** The same object for the same call, so that what is compiled of it is found again (compilers.ts). */
function routeSchema(call: Call): Record<string, unknown> {
  const { params, query, body, reply, status } = call
  const made = schemas.get(call) ?? {
    ...(params ? { params: jsonSchemaOf(params) } : {}),
    ...(query ? { querystring: jsonSchemaOf(query) } : {}),
    ...(body ? { body: jsonSchemaOf(body) } : {}),
    ...(reply ? { response: { [status ?? 200]: replySchemaOf(reply) } } : {}),
  }
  schemas.set(call, made)
  return made
}

/**
 * Body, query and path as one object, the path last: it says which thing is meant. Ajv has checked what is declared, and
 * only that is taken; valibot runs again only where parsing changes a value.
 */
function parserOf<C extends Call>(call: C): (request: FastifyRequest) => Parsed<C> {
  const parts = [call.params, call.query, call.body].filter((schema) => schema !== undefined).filter(transforms)
  return ({ params, query, body }) => {
    const given = {
      ...(call.body ? (body as object | null) : undefined),
      ...(call.query ? (query as object) : undefined),
      ...(call.params ? (params as object) : undefined),
    }
    const parsed = parts.map((schema) => checked(schema, given))
    return Object.assign(given, ...parsed) as Parsed<C>
  }
}

function checked(schema: v.GenericSchema, value: unknown): object {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output as object
  const fields = result.issues.map((issue) => [v.getDotPath(issue) ?? '', 'INVALID'] as const)
  throw new Invalid(Object.fromEntries(fields))
}

/** `isOver`: the bearer's session has ended. What is theirs is not missing then: nobody knows that it is theirs. */
function refuser<C extends Call>(call: C, isOver: boolean): Refuse<C> {
  return (code, details) => {
    const status = call.refusals?.[code] ?? 409
    throw isOver && status === 404 ? new Unauthorized() : new Refusal(code, status, details)
  }
}

/** The language the person reads, as the app says it in `x-locale`. */
export function localeOf(request: FastifyRequest): string {
  const given = request.headers['x-locale']
  return typeof given === 'string' && /^[a-z]{2}(-[A-Z]{2})?$/.test(given) ? given : 'en'
}
