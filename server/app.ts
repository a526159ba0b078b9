import { contentPlugin } from '@cuida/content/plugin.ts'
import { remoteContentPlugin } from '@cuida/content/remote/plugin.ts'
import { createOrder } from '@cuida/core/checkout/order/api.ts'
import httpProxy from '@fastify/http-proxy'
import Fastify, { type FastifyInstance, type onRequestHookHandler, type RouteOptions } from 'fastify'
import { accessRoutes } from './access/routes.ts'
import { bookingRoutes } from './booking/routes.ts'
import { trackingRoutes } from './brand/analytics/tracking-routes.ts'
import { contentRoutes } from './brand/content-routes.ts'
import { careRoutes } from './care/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import type { Env } from './env.ts'
import { fhirRoutes } from './fhir/routes.ts'
import { inviteRoutes } from './invite/routes.ts'
import type { Db } from './kit/db/db.ts'
import { deskErrorReportRoutes, errorReportRoutes } from './kit/error-reports/error-report-routes.ts'
import { addBodyTimeouts, UPLOAD_RATE } from './kit/http/body-timeout.ts'
import { AJV_OPTIONS, compilersFactory } from './kit/http/compilers.ts'
import { answerPreflights, markForApps, safeHeaders } from './kit/http/cors.ts'
import { addDrain, isDraining } from './kit/http/drain.ts'
import { openApiRoute } from './kit/http/openapi.ts'
import { answerProblems, answerUnreadable, traceIdOf } from './kit/http/problem.ts'
import { placeCallers } from './kit/http/serve.ts'
import { refuseUnfitText } from './kit/http/text-guard.ts'
import { trustProxies } from './kit/limit/client-address.ts'
import { readTrust } from './kit/limit/trusted-proxies.ts'
import { isUpToDate } from './kit/migration/migrate.ts'
import { changeEventRoutes } from './kit/session/change-events.ts'
import { watchRequests } from './kit/telemetry/request-telemetry.ts'
import { notificationsRoutes } from './notifications/routes.ts'
import { enforceHosts, guardDesk } from './pages/hosts.ts'
import { appLinkRoute, pages } from './pages/pages.ts'
import { helpWindow } from './pages/windows/help-window.ts'
import { paymentFrame } from './pages/windows/payment-frame.ts'
import { prescriptionWindow } from './pages/windows/prescription-window.ts'
import { isPublic, mayShowDemo } from './production.ts'
import { profileRoutes } from './profile/routes.ts'
import type { Services } from './services.ts'
import { subscriptionRoutes } from './subscription/routes.ts'
import { supportRoutes } from './support/routes.ts'

/**
 * The API, the pages and the files of both apps, registered in the order in which a request meets them. `onRoute` is
 * called for every route as it is registered.
 */
export async function createApp(services: Services, onRoute?: (route: RouteOptions) => void): Promise<FastifyInstance> {
  const safe = safeHeaders(services.env)
  const app = Fastify({
    frameworkErrors: answerUnreadable(safe),
    logger: false,
    bodyLimit: 64 * 1024,
    // The specification names some paths with a slash at the end and some without.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // File uploads may be slow; every other body must arrive within 15 s (kit/http/body-timeout.ts).
    requestTimeout: UPLOAD_RATE.mostMs + 5_000,
    http: { headersTimeout: 15_000 },
    connectionTimeout: 30_000,
    // Fastify's default of 10 s is too short: on a busy machine our plugins take longer to load.
    pluginTimeout: 60_000,
    // kit/limit/source.ts resolves the client address.
    trustProxy: false,
    // A request that arrives while the server closes is served, too (kit/http/drain.ts).
    return503OnClosing: false,
    ajv: { customOptions: AJV_OPTIONS },
    schemaController: { compilersFactory },
  })
  placeCallers(app)
  addDrain(app)
  trustProxies(app, readTrust(services.env.TRUSTED_PROXIES ?? 'none') ?? false)
  if (onRoute) app.addHook('onRoute', onRoute)
  addBodyTimeouts(app)
  answerProblems(app, services.log)
  refuseUnfitText(app)
  // Few hooks, and with callbacks: each hook costs a poll more than the work of the poll itself.
  const origins = new Set(services.env.APP_ORIGINS)
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(safe).header('x-trace-id', traceIdOf(request))
    markForApps(origins, request, reply)
    if (isDraining(app)) reply.header('connection', 'close')
    done(null, payload)
  })
  guardDesk(app, services)
  enforceHosts(app, services.env)
  if (services.log.isEnabled('info')) logRequests(app, services)
  if (services.env.LOAD_SHEDDING === 'on') app.addHook('onListen', async () => services.load.start())
  watchRequests(app, services.telemetry, createOrder)
  healthRoutes(app, services)
  await app.register(calls(services))
  openApiRoute(app)
  answerPreflights(app, origins)
  const { source, uploads, live } = services
  await app.register(contentPlugin, { source, uploads, disabledCapabilities: services.disabledCapabilities() })
  if (live) {
    const { fileAt, pictures, status } = live
    const url = services.env.CONTENT_URL ?? ''
    await app.register(remoteContentPlugin, { url, fileAt, pictures, isAway: () => !status().isCurrent })
  }
  contentRoutes(app, services)
  await app.register(proxies(services))
  await app.register(paymentFrame(services))
  appLinkRoute(app, services)
  await app.register(prescriptionWindow(services))
  await app.register(helpWindow(services))
  await app.register(pages(services))
  return app
}

/** The API: every declared call, and the routes that cannot be declared as one (webhooks, streams, sockets). */
const calls = (services: Services) => async (app: FastifyInstance) => {
  takeEmptyBodies(app)
  for (const routes of AREAS) routes(app, services)
  trackingRoutes(app, services)
  changeEventRoutes(app, services)
  errorReportRoutes(app, services)
  deskErrorReportRoutes(app, services)
}

const AREAS = [
  inviteRoutes,
  accessRoutes,
  profileRoutes,
  catalogueRoutes,
  notificationsRoutes,
  subscriptionRoutes,
  bookingRoutes,
  checkoutRoutes,
  careRoutes,
  supportRoutes,
  fhirRoutes,
]

/**
 * Calls with an empty body (A7.23, A7.28) arrive with a JSON content type, and Fastify's own parser would refuse
 * them.
 */
function takeEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
}

function logRequests(app: FastifyInstance, { log }: Services): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime)
    const route = routeOptions.url ?? ''
    log.info('request', { traceId: traceIdOf(request), method, route, status: reply.statusCode, ms })
    done()
  })
}

/**
 * `/healthz`: this process runs. `/readyz`: it takes requests, the database answers and every migration is applied. The
 * reply also says whether the content is current; while the content service is down, the last good content is served.
 */
interface Watched {
  db: Db
  /** Set only with a remote content service. */
  live?: { status(): { isCurrent: boolean; problems: readonly string[] } } | undefined
}

function healthRoutes(app: FastifyInstance, { db, live }: Watched): void {
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const ready = !isDraining(app) && (await isUpToDate(db).catch(() => false))
    return reply.code(ready ? 200 : 503).send({ ready, ...contentOf(live) })
  })
}

/** Invalid entries are named in the log, not in this public reply. */
const contentOf = (live: Watched['live']): { content?: 'current' | 'last good' } =>
  live ? { content: live.status().isCurrent ? 'current' : 'last good' } : {}

/** Proxies the paths of the provider simulators, which run in another program, where simulators are on. */
function proxies({ env }: { env: Env }) {
  return async (app: FastifyInstance): Promise<void> => {
    if (!env.SIMULATORS_URL || !mayShowDemo(env)) return
    if (!isPublic(env)) app.addHook('onRequest', notFromOutside)
    await app.register(httpProxy, {
      upstream: env.SIMULATORS_URL,
      prefix: '/simulators',
      rewritePrefix: '/simulators',
      // OPTIONS is answered here: CORS rules are the same for every path (cors.ts).
      httpMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      http: { requestOptions: { timeout: 65_000 } },
      // Our cookies are withheld from the simulators, which set none of their own.
      replyOptions: { rewriteRequestHeaders: (_request, { cookie: _, ...headers }) => headers },
    })
  }
}

/**
 * A request with a forwarded header means that PUBLIC_URL is unset behind an https proxy: the simulators' messages
 * and codes must not be readable from outside.
 */
const notFromOutside: onRequestHookHandler = ({ headers }, reply, done) => {
  const protocols = [headers['x-forwarded-proto'], headers.forwarded].flat().join()
  if (/\bhttps\b/i.test(protocols)) reply.callNotFound()
  else done()
}
