import { contentPlugin } from '@cuida/content/plugin.ts'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { accessRoutes } from './access/routes.ts'
import { staffRoutes } from './access/staff-routes.ts'
import { bookingRoutes } from './booking/routes.ts'
import { callSocket } from './care/call-socket.ts'
import { deskRoutes } from './care/desk-routes.ts'
import { careRoutes } from './care/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { webhookRoutes } from './checkout/webhook-routes.ts'
import { healthRoutes } from './kit/health.ts'
import { hintRoutes } from './kit/hints.ts'
import { openApiRoute } from './kit/openapi.ts'
import { answerProblems, traceIdOf } from './kit/problem.ts'
import { proxies } from './kit/proxies.ts'
import { pages } from './pages/pages.ts'
import { profileRoutes } from './profile/routes.ts'
import type { Services } from './services.ts'

const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

/** The API and everything that a browser asks for, in the order in which a request meets it. */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 200 },
    requestTimeout: 15_000,
    connectionTimeout: 30_000,
    trustProxy: false,
    // Undeclared members are dropped, not stored; every wrong field is named at once.
    ajv: { customOptions: { removeAdditional: 'all', coerceTypes: false, useDefaults: true, allErrors: true } },
  })
  answerProblems(app, services.log)
  // Spec 1 §7: an "empty body" comes with a JSON content type, which alone would ask for a body to parse.
  // Hooks with a callback: a promise for each costs a poll a tenth of its time.
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (!headers['transfer-encoding'] && Number(headers['content-length'] ?? 0) === 0) delete headers['content-type']
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers({ ...SAFE_HEADERS, 'x-trace-id': traceIdOf(request) })
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    done()
    if (!services.log.hears('info')) return
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime)
    services.log.info('request', {
      traceId: traceIdOf(request),
      method,
      route: routeOptions.url ?? '',
      status: reply.statusCode,
      ms,
    })
  })
  await app.register(cookie)
  healthRoutes(app, services)
  accessRoutes(app, services)
  staffRoutes(app, services)
  profileRoutes(app, services)
  catalogueRoutes(app, services)
  bookingRoutes(app, services)
  checkoutRoutes(app, services)
  await app.register(webhookRoutes(services))
  careRoutes(app, services)
  deskRoutes(app, services)
  hintRoutes(app, services)
  callSocket(app, services)
  openApiRoute(app)
  if (services.pack) await app.register(contentPlugin, { pack: services.pack })
  await app.register(proxies(services))
  await app.register(pages(services))
  return app
}
