import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../kit/http/refusal.ts'
import type { MessageNote } from '../../providers/messages/port.ts'
import type { Services } from '../../services.ts'
import { stopSms } from '../choice/notification-store.ts'
import { applyMessageUpdate, reopenNotification } from './message-store.ts'
import { dropUndelivered } from './undelivered-store.ts'

// A status callback has some fifteen short fields.
const MAX_BYTES = 16 * 1024
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const MESSAGE_WEBHOOK = '/v1/webhooks/twilio/messages'

type Told = Pick<Parameters<typeof applyMessageUpdate>[1], 'notificationId' | 'channel'>

/**
 * The URL for status callbacks. It names the notification, so that a callback can be processed before the reply of
 * the send request.
 */
export const messageCallback = ({ env }: Pick<Services, 'env'>, { notificationId, channel }: Told): string =>
  `${env.PUBLIC_URL}${MESSAGE_WEBHOOK}?${new URLSearchParams({ notification: notificationId, channel })}`

/**
 * Status callbacks of the messaging provider. The signature covers our public URL, whatever Host the proxy sends, and
 * the form. Neither the order nor the number of callbacks matters.
 */
export const messageWebhook = (services: Services) => async (app: FastifyInstance) => {
  const { env, log, providers } = services
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.post<{ Querystring: { notification?: unknown; channel?: unknown } }>(
    MESSAGE_WEBHOOK,
    { bodyLimit: MAX_BYTES },
    async (request, reply) => {
      const { 'x-twilio-signature': signed } = request.headers
      const body = typeof request.body === 'string' ? request.body : ''
      const signature = typeof signed === 'string' ? signed : undefined
      const isGenuine = providers.messages.isGenuine({ url: env.PUBLIC_URL + request.url, body, signature })
      if (!isGenuine) throw new Refusal('FORGED_WEBHOOK', 403)
      const note = providers.messages.readNote(body)
      const target = parseTarget(request.query)
      if (note && !(target && (await applyNote(services, target, note))))
        log.info('a message status matches no notification', { provider: VENDOR.twilio, count: 1 })
      return reply.code(204).header('cache-control', 'no-store').send()
    },
  )
}

function parseTarget({ notification: id, channel }: { notification?: unknown; channel?: unknown }): Told | undefined {
  if (typeof id !== 'string' || !UUID.test(id)) return undefined
  return channel === 'sms' || channel === 'whatsapp' ? { notificationId: id, channel } : undefined
}

/** False when the notification does not exist (any more). */
async function applyNote({ db, log, telemetry }: Services, target: Told, note: MessageNote): Promise<boolean> {
  const { reference, state, code, reason } = note
  const noted = await db.begin(async (tx) => {
    const noted = await applyMessageUpdate(tx, { ...target, reference, state, code })
    if (noted?.isTurned && noted.outcome === 'sent') await dropUndelivered(tx, target.notificationId)
    if (noted?.isTurned && noted.outcome === 'refused') {
      await reopenNotification(tx, target.notificationId)
      if (reason === 'OPTED_OUT' && noted.accountId) await stopSms(tx, noted.accountId)
    }
    return noted
  })
  if (noted) telemetry.count('deliveryReports', { channel: target.channel, state })
  // `status` is the provider's error code.
  if (noted?.isTurned && noted.outcome === 'refused')
    log.warn('a notification was not delivered', {
      job: 'sendNotification',
      provider: target.channel,
      ...(code ? { status: code } : {}),
    })
  return noted !== undefined
}
