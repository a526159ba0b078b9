import Fastify, { type FastifyInstance } from 'fastify'
import { apnsTwin } from './apns/index.ts'
import { controlRoutes } from './control.ts'
import { fcmTwin } from './fcm/index.ts'
import { ga4Twin } from './ga4/index.ts'
import { googleTwin } from './google/index.ts'
import { eitherHttp } from './kit/either-http.ts'
import { createFaults } from './kit/faults.ts'
import { createOutbox } from './kit/outbox.ts'
import { openStore } from './kit/store.ts'
import { createWebhooks } from './kit/webhooks.ts'
import type { World } from './kit/world.ts'
import { type MailTwin, mailTwin } from './mail/index.ts'
import { matomoTwin } from './matomo/index.ts'
import { medikitTwin } from './medikit/index.ts'
import { memedTwin } from './memed/index.ts'
import { mercadoPagoTwin, signMercadoPago } from './mercadopago/index.ts'
import { moneiTwin, signMonei } from './monei/index.ts'
import { omieTwin } from './omie/index.ts'
import { pushTwin } from './push/index.ts'
import { sentryTwin } from './sentry/index.ts'
import { serproTwin } from './serpro/index.ts'
import { textsRoute } from './twilio/delivery.ts'
import { twilioTwin } from './twilio/index.ts'
import { whatsAppRoute } from './twilio/messages.ts'
import { phonesRoute, signTwilio } from './twilio/voice.ts'
import { viaCepTwin } from './viacep/index.ts'
import { zendeskTwin } from './zendesk/index.ts'

export interface TwinsOptions {
  /** State lives in `<dataDir>/twins`. */
  dataDir: string
  /** Origin that a browser sees; `/twins/*` of it reaches this program. */
  publicUrl: string
  /**
   * Origin in a callback address -> origin that is really called. Without it only `publicUrl` is called, as it is.
   * Callbacks elsewhere are dropped, so that a public demo is no way into somebody's network.
   */
  webhookTargets?: Record<string, string>
  /** Where the mail server listens, on this machine alone; 0 chooses. Without it there is none. */
  smtpPort?: number | undefined
}

/** `mailUrl` once it is ready: what SMTP_URL would be. */
export type TwinsApp = FastifyInstance & { mailUrl?: string }

/** All twins in one program. Every path starts with `/twins`. */
export async function twinsApp({ dataDir, publicUrl, webhookTargets, smtpPort }: TwinsOptions): Promise<TwinsApp> {
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
  const world: World = { publicUrl: origin, store, faults, outbox: createOutbox(store, now), webhooks, now }

  const app: TwinsApp = Fastify({
    forceCloseConnections: true,
    serverFactory: eitherHttp,
    bodyLimit: 64 * 1024,
    // As the server's own (server/app.ts).
    pluginTimeout: 60_000,
    routerOptions: { ignoreTrailingSlash: true },
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  controlRoutes(app, world)
  phonesRoute(app, world)
  textsRoute(app, world)
  whatsAppRoute(app, world)
  await app.register(moneiTwin(world), { prefix: '/twins/monei' })
  await app.register(mercadoPagoTwin(world), { prefix: '/twins/mercadopago' })
  await app.register(twilioTwin(world), { prefix: '/twins/twilio' })
  await app.register(serproTwin(world), { prefix: '/twins/serpro' })
  await app.register(viaCepTwin(world), { prefix: '/twins/viacep' })
  await app.register(omieTwin(world), { prefix: '/twins/omie' })
  await app.register(pushTwin(world), { prefix: '/twins/push' })
  await app.register(fcmTwin(world), { prefix: '/twins/fcm' })
  await app.register(apnsTwin(world), { prefix: '/twins/apns' })
  await app.register(googleTwin(world), { prefix: '/twins/google' })
  await app.register(memedTwin(world), { prefix: '/twins/memed' })
  await app.register(medikitTwin(world), { prefix: '/twins/medikit' })
  await app.register(zendeskTwin(world), { prefix: '/twins/zendesk' })
  await app.register(ga4Twin(world), { prefix: '/twins/ga4' })
  await app.register(matomoTwin(world), { prefix: '/twins/matomo' })
  await app.register(sentryTwin(world), { prefix: '/twins/sentry' })
  let mail: MailTwin | undefined
  app.addHook('onReady', async () => {
    if (smtpPort !== undefined) mail = await mailTwin(world, smtpPort)
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
