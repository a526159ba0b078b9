import { NotOffered } from '../kit/http/refusal.ts'
import type { Jobs } from '../kit/jobs/jobs.ts'
import { MailRefused } from '../providers/mail/port.ts'
import { MessageRefused } from '../providers/messages/port.ts'
import { type PushDevice, PushGone, wakeDevice } from '../providers/push/port.ts'
import type { Services } from '../services.ts'
import { stopTexts } from './choice/notification-store.ts'
import { forgetDevice } from './choice/push-store.ts'
import { noteMessage } from './delivery/message-store.ts'
import { messageCallback } from './delivery/message-webhook.ts'
import { createUndelivered } from './delivery/undelivered-store.ts'
import type { Content, Notification, NotificationDefinition, NotificationDefinitions } from './notification.ts'
import { isUnchanged, leaseNotification, markDone, markTried, postpone, retryLater } from './notification-store.ts'
import { findRecipient, type Recipient, type SendChannel } from './recipients.ts'
import { forgetStaffDevice } from './staff/staff-choice-store.ts'

/** A device that was off so long has other things to tell its person, in seconds. */
const PUSH_TTL = { normal: 24 * 3_600, high: 300 } as const
/** A provider that was down for two days counts as having refused: the next channel, or the desk, has it then. */
const GIVE_UP_MS = 48 * 3_600_000

/**
 * Sends one notification of the outbox, once by each channel: what was sent is marked at once, and a retry goes by the
 * others alone. One that is no longer relevant is not sent; one that can wait for the end of quiet hours does. When no
 * channel takes it, the desk gets a task. Safe to run at any time, any number of times, beside another worker.
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

/** Channel after channel, until somebody took it or there is no other. False: a provider is down, and it is tried again later. */
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
    // Who answered STOP, or has removed the app, is reached otherwise from then on.
    if (notification.refused.length > refused) recipient = await findRecipient(services, definition, notification)
  }
  return true
}

/** A channel, or one device of push, with the name under which it is marked as tried. */
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

/** By all of them at the same time. False: some provider is down; the others are not tried again. */
async function sendByAll(services: Services, sending: Sending, routes: readonly Route[]): Promise<boolean> {
  const { db, log, now } = services
  const { notification, definition } = sending
  const { id, type, failingSince } = notification
  const isGivenUp = failingSince !== null && now().getTime() - failingSince.getTime() > GIVE_UP_MS
  const results = await Promise.all(
    routes.map(async (route) => {
      const outcome = await sendBy(services, sending, route).catch((error: unknown) => {
        log.warn('notification could not be sent', {
          job: 'sendNotification',
          notification: type,
          provider: route.channel,
          error,
        })
        return isGivenUp ? 'refused' : 'failed'
      })
      if (outcome === 'failed') return false
      await markTried(db, id, route.name, outcome)
      notification[outcome].push(route.name)
      return true
    }),
  )
  if (results.every(Boolean)) return true
  await db.begin((tx) => retryLater(tx, id, definition.retrySeconds))
  return false
}

/**
 * `sent`: the provider took it, though a message may still come back as refused (delivery/message-webhook.ts). `refused`:
 * the recipient's number, mailbox or device will not take it, however often it is tried, or the place has no such provider.
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
    // Said at every start of the server, and hidden where somebody would wait for it.
    if (error instanceof NotOffered) return 'refused'
    if (error instanceof PushGone && route.device) {
      await (notification.staffId ? forgetStaffDevice : forgetDevice)(db, route.device.address)
      return 'refused'
    }
    if (!(error instanceof MessageRefused) && !(error instanceof MailRefused)) throw error
    log.warn('notification refused by its recipient', {
      job: 'sendNotification',
      notification: type,
      provider: route.channel,
    })
    if (error instanceof MessageRefused && error.reason === 'OPTED_OUT' && accountId) await stopTexts(db, accountId)
    return 'refused'
  }
}

/** To their phone, by the vendor, who tells later what became of it. WhatsApp says nothing that was not approved there. */
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
  const noted = await db.begin((tx) => noteMessage(tx, { reference, notificationId, channel, state: 'queued' }))
  // Nobody's any more: nothing is left to be done.
  return noted?.outcome ?? 'sent'
}

async function wake(
  { providers }: Services,
  { notification: { id, consultationId, subscriptionId }, content }: Sending,
  device: PushDevice,
): Promise<'sent' | 'refused'> {
  if (!content.push) return 'refused'
  const { urgency = 'normal', ...shown } = content.push()
  // Of one consultation's or subscription's only the last is worth waking for; a name of at most 32 characters that tells nothing.
  const topic = (consultationId ?? subscriptionId ?? id).replaceAll('-', '')
  await wakeDevice(providers, device, { ttlSeconds: PUSH_TTL[urgency], ...shown, tag: id, urgency, topic })
  return 'sent'
}

/** Delivered, or a task for the desk. What the vendor said of a message meanwhile comes first: then it goes on at once. */
async function finish(
  { db, log }: Services,
  { definition: { undelivered }, notification }: Sending,
  { isShownAtDesk }: Recipient,
): Promise<void> {
  const { id, type, sent, refused } = notification
  await db.begin(async (tx) => {
    if (!(await isUnchanged(tx, notification))) return postpone(tx, id, new Date(0))
    if (sent.length === 0 && refused.length > 0) {
      log.warn('notification was taken by no channel', { job: 'sendNotification', notification: type })
      if (undelivered && !isShownAtDesk) await createUndelivered(tx, notification, undelivered)
    }
    await markDone(tx, id)
  })
}
