import {
  type Call,
  type FileContent,
  type Parsed,
  priorityOf,
  type RefusalCode,
  type Reply,
} from '@cuida/core/kit/call.ts'
import type { Capability } from '@cuida/core/kit/capability.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as v from 'valibot'
import type { Secrets } from '../crypto/secrets.ts'
import { ANONYMOUS_SUBJECT, type AnswerCache, type CachedAnswer } from '../db/answer-cache.ts'
import type { Db } from '../db/db.ts'
import { asPatient } from '../db/row-security.ts'
import { clientAddressOf } from '../limit/client-address.ts'
import type { LoadShedder } from '../limit/load-shedder.ts'
import { consumeRateLimit } from '../limit/rate-limit.ts'
import { reportLimits } from '../limit/rate-limit-fields.ts'
import type { Caller, CallerOf } from '../session/caller.ts'
import { type AccessControl, hasRole, needsCaller } from './access.ts'
import { answerDeadlineMs, withinDeadline } from './answer-deadline.ts'
import { endAfterTimeout, minimumBodyRate, UPLOAD_RATE } from './body-timeout.ts'
import { withIdempotency } from './idempotency.ts'
import { sendOverloaded } from './problem.ts'
import { CapabilityDisabled, InvalidInput, Refusal, Unauthorized } from './refusal.ts'
import { jsonSchemaOf, needsParsing, replySchemaOf } from './schema.ts'

/** The services that `serve` needs; areas extend them (server/services.ts has all). */
export interface ServeServices {
  db: Db
  secrets: Secrets
  access: AccessControl
  cache: AnswerCache
  load: Pick<LoadShedder, 'refuses'>
  now: () => Date
  /** The supported locale closest to a language tag. */
  supportedLocale: (tag: string) => string
  disabledCapabilities: () => readonly Capability[]
}

type Refuse<C extends Call> = (
  code: RefusalCode<C>,
  details?: { extra?: Record<string, unknown>; retryAfter?: number },
) => never

/** What a handler receives beside its input. Other dependencies come from its area's services. */
export interface Context<C extends Call> {
  db: Db
  now: () => Date
  caller: CallerOf<C['access']>
  /** Ends the request with a code that the call declares; other codes do not compile. */
  refuse: Refuse<C>
  request: FastifyRequest
  reply: FastifyReply
  locale: string
}

export type Handler<C extends Call> = (input: Parsed<C>, context: Context<C>) => Promise<Reply<C>>

type Entering<C extends Call> = Pick<Context<C>, 'db' | 'caller' | 'refuse'>

interface ServeOptions<C extends Call> {
  /** For polled calls: topics whose change makes the answer stale. Without them the answer is not cached. */
  topics?: (input: Parsed<C>, caller: CallerOf<C['access']>) => string[]
  /** Cache lifetime in milliseconds, for answers that do not depend on the clock. */
  lifeMs?: () => number
  /**
   * Required for uploads: authorises the request and takes an upload slot before the body is read. Returns the
   * function that releases the slot.
   */
  enter?: (input: Parsed<C>, context: Entering<C>) => Promise<() => void>
}

/** All calls that this program serves, for OpenAPI and for tests over every call. */
export const servedCalls: Call[] = []

const PREFIX = '/v1'

/** Registers a call declaration: access, validation, handler and reply run in the same order for every call. */
export function serve<C extends Call>(
  app: FastifyInstance,
  services: ServeServices,
  call: C,
  handler: Handler<C>,
  options: ServeOptions<C> = {},
): void {
  if (!servedCalls.includes(call)) servedCalls.push(call)
  if (call.upload && !options.enter) throw new Error(`${call.path} accepts uploads, but has no "enter" check`)
  const parse = parserOf<C>(call)
  const priority = priorityOf(call)
  const deadlineMs = answerDeadlineMs(call)
  const keyOf = call.polled ? questionOf(services, call) : undefined
  const answer = (request: FastifyRequest, reply: FastifyReply, caller: CallerOf<C['access']>) =>
    withinDeadline(
      deadlineMs,
      isolated(caller, request, reply, () =>
        once(services, call, request, caller, () =>
          handler(parse(request), contextOf(services, call, caller, request, reply)),
        ),
      ),
    )
  const route: RouteOptions = {
    method: call.method,
    url: PREFIX + call.path,
    schema: routeSchema(call),
    // Before the body is parsed or validated: an unauthenticated client learns nothing about its shape and costs
    // little.
    onRequest: (request, reply, done) => {
      const isShed = services.load.refuses(priority)
      if (isShed && !isCheap(services.access, call, request)) return void sendOverloaded(request, reply)
      identify(services.access, call, request, (refused) => {
        const error = refused ?? notOffered(services, call)
        // The same query of the same caller passed validation before, so it is not repeated.
        if (!error && keyOf) request[QUESTION] = keyOf(request)
        const known = request[QUESTION] && services.cache.find(request[QUESTION])
        if (known) sendPolled(request, reply, known)
        else if (isShed && !error) sendOverloaded(request, reply)
        else if (error || !options.enter) done(error)
        else admit(services, call, options.enter, request, reply).then(() => done(), done)
      })
    },
    // A body without required members may be absent.
    ...(call.body && v.is(call.body, {}) ? { preValidation: replaceMissingBody } : {}),
    ...(call.upload ? { bodyLimit: call.upload, preParsing: minimumBodyRate(UPLOAD_RATE) } : {}),
    handler: (request, reply) => {
      const caller = request[CALLER] as CallerOf<C['access']>
      if (caller?.kind !== 'machine') return respond(request, reply)
      return isolated(caller, request, reply, async () => {
        await consumeRateLimit(services.db, services.secrets, PROGRAM_CALLS, caller.keyId)
        return respond(request, reply)
      })
    },
  }
  const respond = (request: FastifyRequest, reply: FastifyReply) => {
    const caller = request[CALLER] as CallerOf<C['access']>
    const { topics, lifeMs } = options
    const question = request[QUESTION]
    if (question && topics) {
      const load = async () => String(reply.serialize(await answer(request, reply, caller)))
      const allTopics = [...subjectsOf(caller), ...topics(parse(request), caller)]
      return services.cache
        .fill(question, allTopics, load, lifeMs?.())
        .then((entry) => sendPolled(request, reply, entry))
    }
    return answer(request, reply, caller).then(async (result) => {
      if (call.method !== 'GET') services.cache.forget(subjectOf(caller))
      reply.header('cache-control', 'no-store')
      if (call.file) return sendFile(reply, result as FileContent)
      if (!call.reply) return reply.code(204).send()
      return reply.code(call.status ?? 200).send(result)
    })
  }
  app.route(route)
}

const PROGRAM_CALLS = { name: 'calls of a program', most: 600, seconds: 60 }

/**
 * What a patient's handler asks of the database ends at the patient's family, whatever it forgets to check. The limits
 * that a handler uses are reported in the answer.
 */
function isolated<T>(caller: Caller | undefined, request: FastifyRequest, reply: FastifyReply, work: () => T): T {
  const ownKeys = () => [clientAddressOf(request), ...ownKeysOf(caller)]
  return reportLimits(
    ownKeys,
    (fields) => void reply.headers(fields),
    () => (caller?.kind === 'patient' ? asPatient(caller.accountId, work) : work()),
  )
}

function ownKeysOf(caller: Caller | undefined): string[] {
  if (caller?.kind === 'patient') return [caller.accountId]
  if (caller?.kind === 'staff') return [caller.staffId]
  return caller?.kind === 'machine' ? [caller.keyId] : []
}

/** A call that is repeated with its `Idempotency-Key` is answered as the first time. */
function once<T>(
  services: ServeServices,
  call: Call,
  request: FastifyRequest,
  caller: Caller | undefined,
  work: () => Promise<T>,
) {
  const [id] = ownKeysOf(caller)
  if (call.repeat !== 'replay' || !id) return work()
  return withIdempotency(
    { ...services, owner: `${caller?.kind === 'patient' ? 'account' : caller?.kind}:${id}` },
    request,
    work,
  )
}

function replaceMissingBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  request.body ??= {}
  done()
}

/** Checks ownership before it takes an upload slot, so that an unauthorised client cannot occupy one. */
async function admit<C extends Call>(
  services: ServeServices,
  call: C,
  enter: NonNullable<ServeOptions<C>['enter']>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  try {
    const input = (call.params ? checked(call.params, request.params) : {}) as Parsed<C>
    const caller = request[CALLER] as CallerOf<C['access']>
    const leave = await isolated(caller, request, reply, () =>
      enter(input, contextOf(services, call, caller, request, reply)),
    )
    if (reply.raw.closed || request.raw.destroyed) leave()
    else reply.raw.once('close', leave).once('finish', leave)
  } catch (error) {
    endAfterTimeout(request.raw)
    throw error
  }
}

/** Sent as an attachment in a sandbox: a browser neither shows it as a page of ours nor runs its scripts. */
async function sendFile(reply: FastifyReply, file: FileContent): Promise<FastifyReply> {
  return reply
    .type(file.type)
    .header('content-disposition', 'attachment')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .send(Buffer.from(await file.arrayBuffer()))
}

/** Checked for authorised callers, before anything is read or sent. */
const notOffered = ({ disabledCapabilities }: ServeServices, { needs }: Call): CapabilityDisabled | undefined =>
  needs && disabledCapabilities().includes(needs) ? new CapabilityDisabled(needs) : undefined

/** Whether the cache may have the answer: sending it costs no more than a refusal. */
const isCheap = (access: AccessControl, call: Call, { headers: { authorization } }: FastifyRequest): boolean =>
  call.polled === true && (authorization === undefined || access.knownCallerOf(call, authorization) !== undefined)

function identify(access: AccessControl, call: Call, request: FastifyRequest, done: (error?: Error) => void): void {
  const { authorization } = request.headers
  const known = access.knownCallerOf(call, authorization)
  const found = (caller: Caller | undefined) => {
    request[CALLER] = caller
    if (!caller && needsCaller(call.access)) done(new Unauthorized())
    else done(hasRole(call, caller) ? undefined : new Refusal('NOT_ALLOWED', 403))
  }
  if (known) found(known)
  else withinDeadline(answerDeadlineMs(call), access.callerOf(call, authorization)).then(found, done)
}

function contextOf<C extends Call>(
  { db, now, supportedLocale }: ServeServices,
  call: C,
  caller: CallerOf<C['access']>,
  request: FastifyRequest,
  reply: FastifyReply,
): Context<C> {
  const isOver = call.access === 'guest' && !caller && request.headers.authorization !== undefined
  return { db, now, caller, refuse: refuser(call, isOver), request, reply, locale: localeOf(request, supportedLocale) }
}

// Private to this file: handlers read the caller from their context.
const CALLER = Symbol('caller')
const QUESTION = Symbol('question')
declare module 'fastify' {
  interface FastifyRequest {
    [CALLER]?: Caller | undefined
    [QUESTION]?: string | undefined
  }
}
/** Called once before any route: V8 reads a request with a predeclared property faster than one that grows it. */
export const placeCallers = (app: FastifyInstance): void => void app.decorateRequest(CALLER).decorateRequest(QUESTION)

function subjectOf(caller: Caller | undefined): string {
  if (caller?.kind === 'machine') return `api-key:${caller.keyId}`
  if (caller?.kind === 'patient') return `account:${caller.accountId}`
  return caller?.kind === 'staff' ? `staff:${caller.staffId}` : ANONYMOUS_SUBJECT
}

/**
 * Topics on which cached answers of this caller are dropped: a change of the caller's data, and the end of the
 * session.
 */
const subjectsOf = (caller: Caller | undefined): string[] =>
  caller && 'sessionId' in caller ? [subjectOf(caller), `session:${caller.sessionId}`] : [subjectOf(caller)]

/**
 * The cache key: the caller and the declared query, so that neither spelling nor undeclared parameters create further
 * entries. Read before Ajv fills in defaults.
 */
function questionOf({ supportedLocale }: ServeServices, { path, query }: Call): (request: FastifyRequest) => string {
  const { properties } = query ? jsonSchemaOf(query) : { properties: {} }
  if (!properties) throw new Error(`${path} is polled, but its query schema has no properties for the cache key`)
  const names = Object.keys(properties)
  return (request) => {
    const queryValues = request.query as Record<string, unknown>
    const values = names.map((name) => queryValues[name])
    return `${subjectOf(request[CALLER])} ${localeOf(request, supportedLocale)} ${path} ${JSON.stringify([request.params, values])}`
  }
}

function sendPolled(request: FastifyRequest, reply: FastifyReply, { etag, payload }: CachedAnswer): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').serializer(asIs).send(payload)
}

const asIs = (payload: unknown): string => String(payload)

const schemas = new WeakMap<Call, Record<string, unknown>>()

/** Returns the same object for the same call, so that its compiled code is shared (compilers.ts). */
function routeSchema(call: Call): Record<string, unknown> {
  const { params, query, body, reply, status } = call
  const routeSchemas = schemas.get(call) ?? {
    ...(params ? { params: jsonSchemaOf(params) } : {}),
    ...(query ? { querystring: jsonSchemaOf(query) } : {}),
    ...(body ? { body: jsonSchemaOf(body) } : {}),
    ...(reply ? { response: { [status ?? 200]: replySchemaOf(reply) } } : {}),
  }
  schemas.set(call, routeSchemas)
  return routeSchemas
}

/**
 * Merges body, query and path into one object; the path wins, since it names the resource. Only members declared and
 * checked by Ajv are taken; valibot runs again only where it changes a value, or checks what Ajv cannot.
 */
function parserOf<C extends Call>(call: C): (request: FastifyRequest) => Parsed<C> {
  const inputSchemas = [call.params, call.query, call.body]
    .filter((schema) => schema !== undefined)
    .filter(needsParsing)
  return ({ params, query, body }) => {
    const input = {
      ...(call.body ? (body as object | null) : undefined),
      ...(call.query ? (query as object) : undefined),
      ...(call.params ? (params as object) : undefined),
    }
    const parsed = inputSchemas.map((schema) => checked(schema, input))
    return Object.assign(input, ...parsed) as Parsed<C>
  }
}

function checked(schema: v.GenericSchema, value: unknown): object {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output as object
  const fields = result.issues.map((issue) => [v.getDotPath(issue) ?? '', 'INVALID'] as const)
  throw new InvalidInput(Object.fromEntries(fields))
}

/**
 * `isOver`: the session of the bearer has ended. A 404 then becomes 401, since the caller's ownership cannot be
 * checked any more.
 */
function refuser<C extends Call>(call: C, isOver: boolean): Refuse<C> {
  return (code, details) => {
    const status = call.refusals?.[code] ?? 409
    throw isOver && status === 404 ? new Unauthorized() : new Refusal(code, status, details)
  }
}

/** The supported locale closest to `x-locale`, the language of the app. */
function localeOf(request: FastifyRequest, supportedLocale: (tag: string) => string): string {
  const header = request.headers['x-locale']
  return supportedLocale(typeof header === 'string' ? header.slice(0, MAX_TAG) : '')
}
const MAX_TAG = 35
