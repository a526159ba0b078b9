import { type Call, type Priority, priorityOf } from '@cuida/core/kit/call.ts'
import type { FastifyInstance } from 'fastify'
import { isShed, traceIdOf } from '../http/problem.ts'
import { servedCalls } from '../http/serve.ts'
import type { LabelsOf } from './metrics.ts'
import type { OpenSpan, Telemetry } from './telemetry.ts'

/** The route of an address that no route matches. */
export const UNKNOWN = 'unknown'

type Labels = LabelsOf<'requestDuration'>

/** Times each request by its route pattern and traces it. `booking`: the call that places an order. */
export function watchRequests(app: FastifyInstance, telemetry: Telemetry, booking: Call): void {
  if (!telemetry.isOn) return
  if (telemetry.spans) traceRequests(app, telemetry.spans)
  const bookingRoute = `/v1${booking.path}`
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? UNKNOWN
    if (isShed(request)) telemetry.count('shedRequests', { priority: priorityOfRoute(method, route) })
    // A stream lasts as long as its page.
    else if (!route.endsWith('/events'))
      telemetry.record('requestDuration', reply.elapsedTime / 1_000, {
        'http.route': route,
        'http.request.method': method as Labels['http.request.method'],
        'http.response.status_class': statusClass(reply.statusCode),
      })
    if (route === bookingRoute && method === booking.method)
      telemetry.count('bookings', { outcome: outcomeOf(reply.statusCode) })
    done()
  })
}

const priorityOfRoute = (method: string, route: string): Priority => {
  const call = servedCalls.find((each) => each.method === method && `/v1${each.path}` === route)
  return call ? priorityOf(call) : 'low'
}

const statusClass = (status: number) => `${Math.floor(status / 100)}xx` as Labels['http.response.status_class']
const outcomeOf = (status: number) => (status < 400 ? 'succeeded' : status < 500 ? 'refused' : 'failed')

function traceRequests(app: FastifyInstance, spans: NonNullable<Telemetry['spans']>): void {
  const open = new WeakMap<object, OpenSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions } = request
    open.set(request, spans.start(`${method} ${routeOptions.url ?? UNKNOWN}`, 'request', traceIdOf(request)))
    done()
  })
  // Entered last, since reading the body loses the asynchronous context.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = open.get(request)
    if (span) spans.within(span, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    open.get(request)?.end({
      isError: reply.statusCode >= 500,
      attributes: {
        'http.request.method': method,
        'http.route': routeOptions.url ?? UNKNOWN,
        'http.response.status_code': reply.statusCode,
      },
    })
    done()
  })
}
