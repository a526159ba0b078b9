import Fastify, { type FastifyInstance } from 'fastify'
import { apnsSimulator } from './apns/index.ts'
import { controlRoutes } from './control.ts'
import { fcmSimulator } from './fcm/index.ts'
import { ga4Simulator } from './ga4/index.ts'
import { googleSimulator } from './google/index.ts'
import type { SimulatorContext } from './kit/context.ts'
import { createFaults } from './kit/faults.ts'
import { createHttp1And2Server } from './kit/http1-and-2-server.ts'
import { createOutbox } from './kit/outbox.ts'
import { openStore } from './kit/store.ts'
import { createWebhooks } from './kit/webhooks.ts'
import { type MailSimulator, mailSimulator } from './mail/index.ts'
import { matomoSimulator } from './matomo/index.ts'
import { medikitSimulator } from './medikit/index.ts'
import { memedSimulator } from './memed/index.ts'
import { mercadoPagoSimulator, signMercadoPago } from './mercadopago/index.ts'
import { moneiSimulator, signMonei } from './monei/index.ts'
import { omieSimulator } from './omie/index.ts'
import { pushSimulator } from './push/index.ts'
import { sentrySimulator } from './sentry/index.ts'
import { serproSimulator } from './serpro/index.ts'
import { messageOutcomeRoute } from './twilio/delivery.ts'
import { twilioSimulator } from './twilio/index.ts'
import { whatsAppRoute } from './twilio/messages.ts'
import { phoneBehaviourRoute, signTwilio } from './twilio/voice.ts'
import { viaCepSimulator } from './viacep/index.ts'
import { zendeskSimulator } from './zendesk/index.ts'

export interface SimulatorsOptions {
  /** State is stored in `<dataDir>/simulators`. */
  dataDir: string
  /** The origin that browsers see; `/simulators/*` of it reaches this program. */
  publicUrl: string
  /**
   * Maps the origin of a callback URL to the origin that is called. Without it, only `publicUrl` is called. Callbacks
   * to other origins are dropped, so that a public demo cannot reach into private networks.
   */
  webhookTargets?: Record<string, string>
  /** Port of the mail server, on loopback; 0 picks one. Without it there is no mail server. */
  smtpPort?: number | undefined
}

/** `mailUrl`, once ready: the value for SMTP_URL. */
export type SimulatorsApp = FastifyInstance & { mailUrl?: string }

/** All simulators in one program. Every path starts with `/simulators`. */
export async function simulatorsApp({
  dataDir,
  publicUrl,
  webhookTargets,
  smtpPort,
}: SimulatorsOptions): Promise<SimulatorsApp> {
  const now = () => new Date()
  const origin = new URL(publicUrl).origin
  const store = openStore(dataDir)
  const faults = createFaults(store)
  const signers = {
    monei: signMonei,
    mercadopago: signMercadoPago,
    twilio: signTwilio,
    google: undefined,
    serpro: undefined,
    viacep: undefined,
    omie: undefined,
    smtp: undefined,
    medikit: undefined,
    memed: undefined,
    push: undefined,
    fcm: undefined,
    apns: undefined,
    zendesk: undefined,
    ga4: undefined,
    matomo: undefined,
    sentry: undefined,
  }
  const webhooks = createWebhooks({ store, faults, signers, targets: webhookTargets ?? { [origin]: origin }, now })
  const context: SimulatorContext = {
    publicUrl: origin,
    store,
    faults,
    outbox: createOutbox(store, now),
    webhooks,
    now,
  }

  const app: SimulatorsApp = Fastify({
    forceCloseConnections: true,
    serverFactory: createHttp1And2Server,
    bodyLimit: 64 * 1024,
    // Same as the server (server/app.ts).
    pluginTimeout: 60_000,
    routerOptions: { ignoreTrailingSlash: true },
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  controlRoutes(app, context)
  phoneBehaviourRoute(app, context)
  messageOutcomeRoute(app, context)
  whatsAppRoute(app, context)
  await app.register(moneiSimulator(context), { prefix: '/simulators/monei' })
  await app.register(mercadoPagoSimulator(context), { prefix: '/simulators/mercadopago' })
  await app.register(twilioSimulator(context), { prefix: '/simulators/twilio' })
  await app.register(serproSimulator(context), { prefix: '/simulators/serpro' })
  await app.register(viaCepSimulator(context), { prefix: '/simulators/viacep' })
  await app.register(omieSimulator(context), { prefix: '/simulators/omie' })
  await app.register(pushSimulator(context), { prefix: '/simulators/push' })
  await app.register(fcmSimulator(context), { prefix: '/simulators/fcm' })
  await app.register(apnsSimulator(context), { prefix: '/simulators/apns' })
  await app.register(googleSimulator(context), { prefix: '/simulators/google' })
  await app.register(memedSimulator(context), { prefix: '/simulators/memed' })
  await app.register(medikitSimulator(context), { prefix: '/simulators/medikit' })
  await app.register(zendeskSimulator(context), { prefix: '/simulators/zendesk' })
  await app.register(ga4Simulator(context), { prefix: '/simulators/ga4' })
  await app.register(matomoSimulator(context), { prefix: '/simulators/matomo' })
  await app.register(sentrySimulator(context), { prefix: '/simulators/sentry' })
  let mail: MailSimulator | undefined
  app.addHook('onReady', async () => {
    if (smtpPort !== undefined) mail = await mailSimulator(context, smtpPort)
    if (mail) app.mailUrl = mail.url
    webhooks.resume()
  })
  app.addHook('onClose', async () => {
    await mail?.close()
    webhooks.close()
    store.close()
  })
  return app
}
