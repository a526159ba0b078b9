import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AnswerFault, answerFaults, type Faults, type PlannedFault, type Provider } from './faults.ts'

const HELD_MS = 60_000
const SLOW_MS = 3_000
const HUGE_BYTES = 2 * 1024 * 1024

/**
 * How a route is used: `browser` routes are called by the patient's page, `effect` routes charge, refund or send. A
 * fault without a path spares the browser, and `did-it-then-…` applies to effects only.
 */
export type RouteUse = { serves: 'browser' | 'effect' }

/** Applies planned faults to one provider's routes. No other code alters responses. */
export function applyFaults(app: FastifyInstance, faults: Faults, provider: Provider, brokenBody: object): void {
  const spoiled = new WeakMap<FastifyRequest, PlannedFault & { fault: AnswerFault }>()
  app.addHook('onRequest', async (request, reply) => {
    const plan = faults.take(provider, (fault) => concerns(fault, request))
    if (!plan || !isAnswerFault(plan.fault)) return
    spoiled.set(request, { ...plan, fault: plan.fault })
    await before(plan, request, reply, brokenBody)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const plan = spoiled.get(request)
    // A client error is answered as such: without an effect there is nothing to misreport.
    return plan && reply.statusCode < 400 ? after(plan.fault, request, reply, payload, brokenBody) : payload
  })
}

function concerns(plan: PlannedFault, request: FastifyRequest): boolean {
  if (!isAnswerFault(plan.fault)) return false
  if (plan.path !== undefined) return `${request.method} ${request.url}`.includes(plan.path)
  const config: object = request.routeOptions.config
  const serves = 'serves' in config ? config.serves : undefined
  return plan.fault.startsWith('did-it-then') ? serves === 'effect' : serves !== 'browser'
}

const isAnswerFault = (fault: string): fault is AnswerFault => answerFaults.some((each) => each === fault)

async function before(plan: PlannedFault, request: FastifyRequest, reply: FastifyReply, brokenBody: object) {
  if (plan.fault === 'slow') await pause(plan.delayMs ?? SLOW_MS)
  if (plan.fault === '5xx') return reply.code(500).send(brokenBody)
  // Redirects to itself: a client that follows is served, and its test shows it.
  if (plan.fault === 'redirect') return reply.redirect(request.url, 307)
  if (plan.fault === 'timeout') await hold(request)
  if (plan.fault === 'timeout' || plan.fault === 'reset') return hangUp(request, reply)
}

async function after(
  fault: AnswerFault,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  broken: object,
) {
  const text = String(payload)
  if (fault === 'did-it-then-timeout') await hold(request).then(() => request.raw.socket.destroy())
  if (fault === 'did-it-then-5xx') reply.code(500).header('content-type', 'application/json; charset=utf-8')
  switch (fault) {
    case 'did-it-then-5xx':
      return JSON.stringify(broken)
    case 'truncated':
      return cutShort(text)
    case 'malformed':
      return `<html>${text.slice(0, text.length / 2)}`
    case 'wrong-type':
      return JSON.stringify({ id: [], status: 7, amount: 'many' })
    case 'huge':
      return JSON.stringify({ ...JSON.parse(text), filler: 'x'.repeat(HUGE_BYTES) })
    default:
      return payload
  }
}

/** Half a response, then a broken connection. */
function cutShort(text: string): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.from(text.slice(0, text.length / 2))
      await pause(20)
      throw new Error('the connection was cut by an injected fault')
    })(),
  )
}

/** No response until the client gives up, for at most a minute. */
const hold = (request: FastifyRequest): Promise<unknown> =>
  Promise.race([once(request.raw.socket, 'close'), pause(HELD_MS, undefined, { ref: false })])

function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  request.raw.socket.resetAndDestroy()
  return reply
}
