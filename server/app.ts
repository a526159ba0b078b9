import { contentPlugin } from '@cuida/content/plugin.ts'
import { remoteContentPlugin } from '@cuida/content/remote/plugin.ts'
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
import { inviteRoutes } from './invite/routes.ts'
import type { Db } from './kit/db/db.ts'
import { deskErrorReportRoutes, errorReportRoutes } from './kit/error-reports/error-report-routes.ts'
import { addBodyTimeouts, UPLOAD_RATE } from './kit/http/body-timeout.ts'
import { AJV_OPTIONS, compilersFactory } from './kit/http/compilers.ts'
import { answerPreflights, markForApps, safeHeaders } from './kit/http/cors.ts'
import { openApiRoute } from './kit/http/openapi.ts'
import { answerProblems, answerUnreadable, traceIdOf } from './kit/http/problem.ts'
import { placeCallers } from './kit/http/serve.ts'
import { refuseUnfitText } from './kit/http/text-guard.ts'
import { trustProxies } from './kit/limit/client-address.ts'
import { readTrust } from './kit/limit/trusted-proxies.ts'
import { isUpToDate } from './kit/migration/migrate.ts'
import { changeEventRoutes } from './kit/session/change-events.ts'
import { notificationsRoutes } from './notifications/routes.ts'
import { guardDesk, keepHostsApart } from './pages/hosts.ts'
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
 * The API and everything that a browser asks for, in the order in which a request meets it. `onRoute` hears of every
 * route as it is made.
 */
export async function createApp(services: Services, onRoute?: (route: RouteOptions) => void): Promise<FastifyInstance> {
  const safe = safeHeaders(services.env)
  const app = Fastify({
    frameworkErrors: answerUnreadable(safe),
    logger: false,
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 200 },
    // A file may come slowly; whatever else has a body is given 15 s for it (kit/http/body-timeout.ts).
    requestTimeout: UPLOAD_RATE.mostMs + 5_000,
    http: { headersTimeout: 15_000 },
    connectionTimeout: 30_000,
    // Its own limit of 10 s is for plugins that never say that they are ready; on a busy machine ours take longer.
    pluginTimeout: 60_000,
    // kit/limit/source.ts says who asks.
    trustProxy: false,
    ajv: { customOptions: AJV_OPTIONS },
    schemaController: { compilersFactory },
  })
  placeCallers(app)
  trustProxies(app, readTrust(services.env.TRUSTED_PROXIES ?? 'none') ?? false)
  if (onRoute) app.addHook('onRoute', onRoute)
  addBodyTimeouts(app)
  answerProblems(app, services.log)
  refuseUnfitText(app)
  // Hooks with a callback, and few of them: each costs a poll more than what the poll itself does.
  const origins = new Set(services.env.APP_ORIGINS)
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(safe).header('x-trace-id', traceIdOf(request))
    markForApps(origins, request, reply)
    done(null, payload)
  })
  guardDesk(app, services)
  keepHostsApart(app, services.env)
  if (services.log.hears('info')) logRequests(app, services)
  healthRoutes(app, services)
  await app.register(calls(services))
  openApiRoute(app)
  answerPreflights(app, origins)
  const { source, uploads, live } = services
  await app.register(contentPlugin, { source, uploads, disabledCapabilities: services.disabledCapabilities() })
  if (live) {
    const { fileAt, pictures, standing } = live
    const url = services.env.CONTENT_URL ?? ''
    await app.register(remoteContentPlugin, { url, fileAt, pictures, isAway: () => !standing().isCurrent })
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

/** The API: every declared call, and what cannot be declared as one (webhooks, streams, sockets). */
const calls = (services: Services) => async (app: FastifyInstance) => {
  takeEmptyBodies(app)
  for (const routes of AREAS) routes(app, services)
  trackingRoutes(app, services)
  changeEventRoutes(app, services)
  errorReportRoutes(app, services)
  deskErrorReportRoutes(app, services)
}

/** What each area answers. */
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
]

/** An empty body (A7.23, A7.28) comes with a JSON content type, which alone would ask for a body to parse. */
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
 * `/healthz`: this process runs. `/readyz`: the database answers and every migration is in; beside it how it stands with
 * the content, which is served as it last was while its service is away.
 */
interface Watched {
  db: Db
  /** Of a content service elsewhere. */
  live?: { standing(): { isCurrent: boolean; problems: readonly string[] } } | undefined
}

function healthRoutes(app: FastifyInstance, { db, live }: Watched): void {
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await isUpToDate(db).catch(() => false)
    return reply.code(ready ? 200 : 503).send({ ready, ...contentOf(live) })
  })
}

/** Which entries are wrong the log says, not whoever asks. */
const contentOf = (live: Watched['live']): { content?: 'current' | 'last good' } =>
  live ? { content: live.standing().isCurrent ? 'current' : 'last good' } : {}

/** The simulators of providers, where there are any: another program answers their paths of this origin. */
function proxies({ env }: { env: Env }) {
  return async (app: FastifyInstance): Promise<void> => {
    if (!env.SIMULATORS_URL || !mayShowDemo(env)) return
    if (!isPublic(env)) app.addHook('onRequest', notFromOutside)
    await app.register(httpProxy, {
      upstream: env.SIMULATORS_URL,
      prefix: '/simulators',
      rewritePrefix: '/simulators',
      // OPTIONS is ours: who may call from elsewhere is the same for every path (cors.ts).
      httpMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      http: { requestOptions: { timeout: 65_000 } },
      // A cookie of ours is nothing to them, and they keep none.
      replyOptions: { rewriteRequestHeaders: (_request, { cookie: _, ...headers }) => headers },
    })
  }
}

/** Somebody forgot PUBLIC_URL behind a proxy that speaks https: what simulators tell is not for people from outside. */
const notFromOutside: onRequestHookHandler = ({ headers }, reply, done) => {
  const said = [headers['x-forwarded-proto'], headers.forwarded].flat().join()
  if (/\bhttps\b/i.test(said)) reply.callNotFound()
  else done()
}
