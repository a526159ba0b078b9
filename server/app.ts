import { elsewherePlugin } from '@cuida/content/elsewhere/plugin.ts'
import { contentPlugin } from '@cuida/content/plugin.ts'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { peopleRoutes } from './access/people/people-routes.ts'
import { accessRoutes } from './access/routes.ts'
import { staffRoutes } from './access/staff-routes.ts'
import { bookingRoutes } from './booking/routes.ts'
import { contentRoutes } from './brand/content-routes.ts'
import { absenceRoutes } from './care/absence/absence-routes.ts'
import { boardRoutes } from './care/board/board-routes.ts'
import { callSocket } from './care/call/call-socket.ts'
import { documentRoutes } from './care/documents/routes.ts'
import { deskGuestRoutes } from './care/guest/desk-guest-routes.ts'
import { guestLinkRoutes } from './care/guest/guest-link-routes.ts'
import { guestRoutes } from './care/guest/guest-routes.ts'
import { bookedRoutes } from './care/move/booked-routes.ts'
import { moveRoutes } from './care/move/move-routes.ts'
import { paperRoutes } from './care/paper/paper-routes.ts'
import { phoneRoutes } from './care/phone/phone-routes.ts'
import { voiceWebhook } from './care/phone/voice-webhook.ts'
import { deskPrescriptionRoutes } from './care/prescription/desk-prescription-routes.ts'
import { prescriptionRoutes } from './care/prescription/prescription-routes.ts'
import { prescriptionWindowRoutes } from './care/prescription/prescription-window-routes.ts'
import { afterHoursRoutes } from './care/queue/after-hours.ts'
import { deskRoutes } from './care/queue/desk-routes.ts'
import { forecastRoutes } from './care/queue/forecast-routes.ts'
import { waitingRoutes } from './care/queue/waiting-routes.ts'
import { ratingRoutes } from './care/rating/rating-routes.ts'
import { deskRecordRoutes } from './care/record/desk-record-routes.ts'
import { glassRoutes } from './care/record/glass-routes.ts'
import { recordRoutes } from './care/record/record-routes.ts'
import { requestRoutes } from './care/record/request-routes.ts'
import { reminderRoutes } from './care/reminder/reminder-routes.ts'
import { lateRoutes } from './care/rescue/late.ts'
import { offeredRoutes } from './care/rescue/offered-routes.ts'
import { rescueRoutes } from './care/rescue/rescue-routes.ts'
import { careRoutes } from './care/routes.ts'
import { availabilityRoutes } from './care/sharing/availability-routes.ts'
import { dayRoutes } from './care/sharing/day-routes.ts'
import { handOverRoutes } from './care/sharing/hand-over-routes.ts'
import { templateRoutes } from './care/sharing/template-routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { deskDisputeRoutes } from './checkout/dispute/desk-dispute-routes.ts'
import { deskMonthRefundRoutes } from './checkout/months/desk-month-refund-routes.ts'
import { deskSubscriptionRoutes } from './checkout/months/desk-subscription-routes.ts'
import { deskOrderRoutes } from './checkout/order/desk-order-routes.ts'
import { paymentRoutes } from './checkout/payment/payment-routes.ts'
import { webhookRoutes } from './checkout/payment/webhook/webhook-routes.ts'
import { deskCampaignRoutes } from './checkout/promo/desk-campaign-routes.ts'
import { deskPromoRoutes } from './checkout/promo/desk-promo-routes.ts'
import { discountRoutes } from './checkout/promo/discount-routes.ts'
import { deskTaskRoutes } from './checkout/reconciliation/desk-task-routes.ts'
import { deskRefundRoutes } from './checkout/refund/desk-refund-routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { inviteRoutes } from './invite/routes.ts'
import { deskFaultRoutes } from './kit/faults/desk-fault-routes.ts'
import { faultRoutes } from './kit/faults/fault-routes.ts'
import { hurryBodies, UPLOAD_PACE } from './kit/http/body-within.ts'
import { compilersFactory } from './kit/http/compilers.ts'
import { answerPreflights, markForApps } from './kit/http/cors.ts'
import { healthRoutes } from './kit/http/health.ts'
import { openApiRoute } from './kit/http/openapi.ts'
import { answerProblems, answerUnreadable, traceIdOf } from './kit/http/problem.ts'
import { proxies } from './kit/http/proxies.ts'
import { safeHeaders } from './kit/http/safe-headers.ts'
import { placeCallers } from './kit/http/serve.ts'
import { refuseUnfitText } from './kit/http/text-guard.ts'
import { placeTrust } from './kit/limit/source.ts'
import { readTrust } from './kit/limit/trusted-proxies.ts'
import { hintRoutes } from './kit/session/hints.ts'
import { messageWebhook } from './news/delivery/message-webhook.ts'
import { untoldRoutes } from './news/delivery/untold-routes.ts'
import { staffNewsRoutes } from './news/staff/staff-news-routes.ts'
import { appDoor } from './pages/app-door.ts'
import { guardDesk } from './pages/desk-door.ts'
import { keepHostsApart } from './pages/hosts.ts'
import { pages } from './pages/pages.ts'
import { helpWindow } from './pages/windows/help-window.ts'
import { paymentFrame } from './pages/windows/payment-frame.ts'
import { prescriptionWindow } from './pages/windows/prescription-window.ts'
import { deletionRoutes } from './profile/deletion/deletion-routes.ts'
import { profileRoutes } from './profile/routes.ts'
import type { Services } from './services.ts'
import { subscriptionRoutes } from './subscription/routes.ts'
import { courseRoutes } from './support/courses/course-routes.ts'
import { chatRoutes } from './support/help/chat-routes.ts'
import { deskQuestionRoutes } from './support/questions/desk-routes.ts'
import { supportRoutes } from './support/routes.ts'
import { webinarRoutes } from './support/webinars/webinar-routes.ts'

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
    // A file may come slowly; whatever else has a body is given 15 s for it (kit/body-within.ts).
    requestTimeout: UPLOAD_PACE.mostMs + 5_000,
    http: { headersTimeout: 15_000 },
    connectionTimeout: 30_000,
    // Its own limit of 10 s is for plugins that never say that they are ready; on a busy machine ours take longer.
    pluginTimeout: 60_000,
    // kit/source.ts says who asks.
    trustProxy: false,
    // Undeclared members are dropped, not stored; every wrong field is named at once.
    ajv: { customOptions: { removeAdditional: 'all', coerceTypes: false, useDefaults: true, allErrors: true } },
    schemaController: { compilersFactory },
  })
  placeCallers(app)
  placeTrust(app, readTrust(services.env.TRUSTED_PROXIES ?? 'none') ?? false)
  if (onRoute) app.addHook('onRoute', onRoute)
  hurryBodies(app)
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
  await app.register(contentPlugin, { source, uploads, without: services.without() })
  if (live) {
    const { fileAt, pictures, standing } = live
    const url = services.env.CONTENT_URL ?? ''
    await app.register(elsewherePlugin, { url, fileAt, pictures, isAway: () => !standing().isCurrent })
  }
  contentRoutes(app, services)
  await app.register(proxies(services))
  await app.register(paymentFrame(services))
  appDoor(app, services)
  await app.register(prescriptionWindow(services))
  await app.register(helpWindow(services))
  await app.register(pages(services))
  return app
}

/** The API: every declared call, and what cannot be declared as one (webhooks, streams, sockets). */
const calls = (services: Services) => async (app: FastifyInstance) => {
  takeEmptyBodies(app)
  await app.register(doors(services))
  inviteRoutes(app, services)
  peopleRoutes(app, services)
  profileRoutes(app, services)
  catalogueRoutes(app, services)
  subscriptionRoutes(app, services)
  bookingRoutes(app, services)
  checkoutRoutes(app, services)
  paymentRoutes(app, services)
  discountRoutes(app, services)
  await app.register(webhookRoutes(services))
  await app.register(voiceWebhook(services))
  await app.register(messageWebhook(services))
  careRoutes(app, services)
  bookedRoutes(app, services)
  reminderRoutes(app, services)
  guestRoutes(app, services)
  deskGuestRoutes(app, services)
  guestLinkRoutes(app, services)
  ratingRoutes(app, services)
  deskRoutes(app, services)
  availabilityRoutes(app, services)
  boardRoutes(app, services)
  dayRoutes(app, services)
  handOverRoutes(app, services)
  lateRoutes(app, services)
  offeredRoutes(app, services)
  afterHoursRoutes(app, services)
  rescueRoutes(app, services)
  absenceRoutes(app, services)
  staffNewsRoutes(app, services)
  moveRoutes(app, services)
  templateRoutes(app, services)
  recordRoutes(app, services)
  deskRecordRoutes(app, services)
  requestRoutes(app, services)
  glassRoutes(app, services)
  phoneRoutes(app, services)
  prescriptionRoutes(app, services)
  prescriptionWindowRoutes(app, services)
  paperRoutes(app, services)
  deskPrescriptionRoutes(app, services)
  await app.register(documentRoutes(services))
  waitingRoutes(app, services)
  forecastRoutes(app, services)
  deskPromoRoutes(app, services)
  deskOrderRoutes(app, services)
  deskCampaignRoutes(app, services)
  deskRefundRoutes(app, services)
  deskTaskRoutes(app, services)
  untoldRoutes(app, services)
  deskDisputeRoutes(app, services)
  deskSubscriptionRoutes(app, services)
  deskMonthRefundRoutes(app, services)
  supportRoutes(app, services)
  chatRoutes(app, services)
  webinarRoutes(app, services)
  courseRoutes(app, services)
  deskQuestionRoutes(app, services)
  hintRoutes(app, services)
  faultRoutes(app, services)
  deskFaultRoutes(app, services)
  callSocket(app, services)
}

/** Where people come in and go out: the only calls that read or set a cookie. */
const doors = (services: Services) => async (app: FastifyInstance) => {
  await app.register(cookie)
  accessRoutes(app, services)
  staffRoutes(app, services)
  deletionRoutes(app, services)
}

/** Spec 1 §7: an "empty body" comes with a JSON content type, which alone would ask for a body to parse. */
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
