import { CapabilityDisabled } from '../kit/http/refusal.ts'
import type { Jobs } from '../kit/jobs/jobs.ts'
import { MailRefused } from '../providers/mail/port.ts'
import { MessageRefused } from '../providers/messages/port.ts'
import { type PushDevice, PushGone, wakeDevice } from '../providers/push/port.ts'
import type { Services } from '../services.ts'
import { stopSms } from './choice/notification-store.ts'
import { deletePushDevice } from './choice/push-store.ts'
import { applyMessageUpdate } from './delivery/message-store.ts'
import { messageCallback } from './delivery/message-webhook.ts'
import { createUndelivered } from './delivery/undelivered-store.ts'
import type { Content, Notification, NotificationDefinition, NotificationDefinitions } from './notification.ts'
import {
  isUnchanged,
  leaseNotification,
  markDone,
  postpone,
  recordChannelOutcome,
  scheduleRetry,
} from './notification-store.ts'
import { findRecipient, type Recipient, type SendChannel } from './recipients.ts'
import { deleteStaffDevice } from './staff/staff-choice-store.ts'

/** Time to live in seconds: after this long offline a push is outdated. */
const PUSH_TTL = { normal: 24 * 3_600, high: 300 } as const
/** After a provider outage of two days the channel counts as refused, and the next channel or the desk takes over. */
const GIVE_UP_MS = 48 * 3_600_000

/**
 * Sends one notification of the outbox, once per channel: each success is saved at once, and a retry uses only the
 * other channels. An irrelevant one is dropped, and one that can wait is postponed to the end of quiet hours. When no
 * channel accepts it, the desk gets a task. Idempotent, and safe to run in several workers.
 */
export async function sendNotification(
  services: Services,
  definitions: NotificationDefinitions,
  { notificationId }: Jobs['sendNotification'],
): Promise<void> {
  const { db, now } = services
  const notification = await leaseNotification(db, notificationId)
  if (!notification) return
  const definition = definitions[notification.type]
  const recipient = await findRecipient(services, definition, notification)
  const content = notification.isRecipientActive
    ? await definition.content(services, notification, recipient.timeZone)
    : undefined
  if (!content) return markDone(db, notification.id)
  const notBefore = 'notBefore' in content ? content.notBefore : recipient.notBefore
  if ('notBefore' in content || (notBefore && notBefore > now()))
    return db.begin((tx) => postpone(tx, notification.id, notBefore ?? now()))
  const sending = { definition, notification, content }
  if (await sendByChannels(services, sending, recipient)) await finish(services, sending, recipient)
}

interface Sending {
  definition: NotificationDefinition
  notification: Notification
  content: Content
}

/**
 * Tries channel after channel until one accepts or none is left. False: a provider is down and a retry is scheduled.
 */
async function sendByChannels(services: Services, sending: Sending, first: Recipient): Promise<boolean> {
  const { definition, notification } = sending
  let recipient = first
  for (
    let routes = openRoutes(notification, recipient);
    routes.length > 0;
    routes = openRoutes(notification, recipient)
  ) {
    const refused = notification.refused.length
    if (!(await sendByAll(services, sending, routes))) return false
    // A refusal may have changed the settings (STOP) or removed a device, so the channels are computed again.
    if (notification.refused.length > refused) recipient = await findRecipient(services, definition, notification)
  }
  return true
}

/** A channel, or one push device, with the name that `sent` and `refused` record. */
interface Route {
  name: string
  channel: SendChannel
  device?: PushDevice
}

function openRoutes({ sent, refused }: Notification, { channels, devices, next }: Recipient): Route[] {
  const tried = [...sent, ...refused]
  const routes = channels.flatMap((channel): Route[] =>
    channel === 'push'
      ? devices.map((device) => ({ name: `push:${device.id}`, channel, device }))
      : [{ name: channel, channel }],
  )
  const open = routes.filter(({ name }) => !tried.includes(name))
  if (open.length > 0) return open
  const fallback = next({ sent, refused })
  return fallback ? [{ name: fallback, channel: fallback }] : []
}

/** Sends through all routes in parallel. False: a provider is down; the other routes are not tried again. */
async function sendByAll(services: Services, sending: Sending, routes: readonly Route[]): Promise<boolean> {
  const { db, log, now, telemetry } = services
  const { notification, definition } = sending
  const { id, type, failingSince, dueAt } = notification
  const isGivenUp = failingSince !== null && now().getTime() - failingSince.getTime() > GIVE_UP_MS
  const results = await Promise.all(
    routes.map(async (route) => {
      const outcome = await sendBy(services, sending, route).catch((error: unknown) => {
        log.warn('a notification could not be sent and is retried', {
          job: 'sendNotification',
          notification: type,
          provider: route.channel,
          error,
        })
        return isGivenUp ? 'refused' : 'failed'
      })
      const delayMs = now().getTime() - (failingSince ?? dueAt).getTime()
      telemetry.record('handoverDuration', Math.max(delayMs, 0) / 1_000, { channel: route.channel, outcome })
      if (outcome === 'failed') return false
      await recordChannelOutcome(db, id, route.name, outcome)
      notification[outcome].push(route.name)
      return true
    }),
  )
  if (results.every(Boolean)) return true
  await db.begin((tx) => scheduleRetry(tx, id, definition.retrySeconds))
  return false
}

/**
 * `sent`: the provider accepted it, though a callback may still report it as refused (delivery/message-webhook.ts).
 * `refused`: the number, mailbox or device will never take it, or the deployment has no such provider.
 */
async function sendBy(services: Services, sending: Sending, route: Route): Promise<'sent' | 'refused'> {
  const { db, providers, log } = services
  const { notification, content } = sending
  const { type, accountId } = notification
  try {
    if (route.device) return await wake(services, sending, route.device)
    if (route.channel === 'email') {
      if (!content.email) return 'refused'
      await providers.mail.send(await content.email())
      return 'sent'
    }
    return await sendMessage(services, sending, route.channel)
  } catch (error) {
    // A disabled capability, which the server logs at startup and the interface hides.
    if (error instanceof CapabilityDisabled) return 'refused'
    if (error instanceof PushGone && route.device) {
      await (notification.staffId ? deleteStaffDevice : deletePushDevice)(db, route.device.address)
      return 'refused'
    }
    if (!(error instanceof MessageRefused) && !(error instanceof MailRefused)) throw error
    log.warn('a provider refused a notification', {
      job: 'sendNotification',
      notification: type,
      provider: route.channel,
    })
    if (error instanceof MessageRefused && error.reason === 'OPTED_OUT' && accountId) await stopSms(db, accountId)
    return 'refused'
  }
}

/**
 * Sends an SMS or WhatsApp message; the provider reports its delivery later. WhatsApp sends only approved templates.
 */
async function sendMessage(
  services: Services,
  { notification, content }: Sending,
  channel: Exclude<SendChannel, 'email'>,
): Promise<'sent' | 'refused'> {
  const { db, providers } = services
  const { id: notificationId } = notification
  if (content.sendCode && (channel === 'sms' || channel === 'call')) {
    await content.sendCode(channel)
    return 'sent'
  }
  const to = content.phone ?? notification.phone
  if (!to || (channel !== 'sms' && channel !== 'whatsapp')) return 'refused'
  const message = {
    to,
    key: `${notificationId}:${channel}`,
    callbackUrl: messageCallback(services, { notificationId, channel }),
  }
  const template = channel === 'whatsapp' ? content.template?.() : undefined
  const text = channel === 'sms' ? content.text?.() : undefined
  if (!template && text === undefined) return 'refused'
  const { reference } = template
    ? await providers.messages.whatsapp({ ...message, template })
    : await providers.messages.sms({ ...message, text: text ?? '' })
  const noted = await db.begin((tx) => applyMessageUpdate(tx, { reference, notificationId, channel, state: 'queued' }))
  // The notification was deleted meanwhile, so there is nothing left to do.
  return noted?.outcome ?? 'sent'
}

async function wake(
  { providers }: Services,
  { notification: { id, consultationId, subscriptionId }, content }: Sending,
  device: PushDevice,
): Promise<'sent' | 'refused'> {
  if (!content.push) return 'refused'
  const { urgency = 'normal', ...shown } = content.push()
  // A newer push about the same consultation or subscription replaces an older one that was not delivered yet. The
  // topic has at most 32 characters and reveals nothing.
  const topic = (consultationId ?? subscriptionId ?? id).replaceAll('-', '')
  await wakeDevice(providers, device, { ttlSeconds: PUSH_TTL[urgency], ...shown, tag: id, urgency, topic })
  return 'sent'
}

/**
 * Marks the notification done, or creates a desk task when every channel refused. When a callback changed it
 * meanwhile, it is due again at once.
 */
async function finish(
  { db, log }: Services,
  { definition: { undelivered }, notification }: Sending,
  { isShownAtDesk }: Recipient,
): Promise<void> {
  const { id, type, sent, refused } = notification
  await db.begin(async (tx) => {
    if (!(await isUnchanged(tx, notification))) return postpone(tx, id, new Date(0))
    if (sent.length === 0 && refused.length > 0) {
      log.warn('every channel refused a notification', { job: 'sendNotification', notification: type })
      if (undelivered && !isShownAtDesk) await createUndelivered(tx, notification, undelivered)
    }
    await markDone(tx, id)
  })
}
