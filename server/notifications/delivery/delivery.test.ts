import { beforeEach, describe, expect, test } from 'vitest'
import { newPatient, type TestPatient } from '../../booking/test-people.ts'
import { enqueueDueNotifications } from '../../care/jobs.ts'
import { cancelTestBooking, type TestBooking } from '../../care/test-booked.ts'
import { createPublicAddress } from '../../checkout/order/test-orders.ts'
import { MailRefused } from '../../providers/mail/port.ts'
import { createTestContext, endFaults } from '../../testing/test-contexts.ts'
import { defaultNotificationSettings, saveNotificationSettings } from '../choice/notification-store.ts'
import { createNotificationHelpers } from '../test-notifications.ts'
import { createDeliveryHelpers } from './test-delivery.ts'

let ana: TestPatient
const { sendCall, sentTo, plan, bookedFor } = createNotificationHelpers(() => context)
const { becomes, notificationOf, hear, undeliveredOf, waitForNotification } = createDeliveryHelpers(() => context)
const channels = async (at: TestBooking) => (await sentTo(at)).map(({ channel }) => channel)

const env = await createPublicAddress()
const context = await createTestContext({ env })
await context.app.listen({ port: Number(env.PORT), host: '127.0.0.1' })
beforeEach(async () => {
  await endFaults(context)
  ana = await newPatient(context)
  await saveNotificationSettings(context.db, ana.accountId, { ...defaultNotificationSettings, quiet: null })
})

/** A reminder that goes to phones only. */
async function reminded() {
  const at = await bookedFor(590, ana)
  await enqueueDueNotifications(context.services)
  return at
}

describe('an SMS that the provider accepted', () => {
  test('a delivered SMS has its reference and state, and no other channel follows', async () => {
    const at = await reminded()
    await sendCall(at)
    await waitForNotification(at, { sent: ['sms'], refused: [], done: true, states: ['delivered'] })
    await sendCall(at)
    expect(await channels(at)).toEqual(['sms'])
  })

  test('an undelivered SMS is followed by one e-mail from the job that its callback enqueued', async () => {
    await becomes(ana, { becomes: 'undelivered', code: 30005 })
    const at = await reminded()
    await sendCall(at)
    await waitForNotification(at, { sent: [], refused: ['sms'], done: false, states: ['undelivered'] })
    expect(
      await context.db`select error_code from sent_message where notification_id = ${(await notificationOf(at)).id}`,
    ).toEqual([{ error_code: 30005 }])
    const [job] = await context.db`
      select run_at <= now() as due from graphile_worker.jobs where key = ${`notification:${(await notificationOf(at)).id}`}`
    expect(job).toEqual({ due: true })
    await sendCall(at)
    await sendCall(at)
    expect(await channels(at)).toEqual(['email'])
    await waitForNotification(at, { sent: ['email'], refused: ['sms'], done: true })
  })

  test('an SMS without callbacks counts as delivered', async () => {
    await becomes(ana, { becomes: 'silent' })
    const at = await reminded()
    await sendCall(at)
    await waitForNotification(at, { sent: ['sms'], refused: [], done: true, states: ['queued'] })
    expect(await undeliveredOf(ana)).toEqual([])
  })

  test('repeated and reordered callbacks lead to the same state', async () => {
    await becomes(ana, { becomes: 'undelivered', jumbled: true, takes: 200 })
    const at = await reminded()
    await sendCall(at)
    await waitForNotification(at, { sent: [], refused: ['sms'], states: ['undelivered'] })
    await sendCall(at)
    await new Promise((done) => setTimeout(done, 300))
    expect(await channels(at)).toEqual(['email'])
    await waitForNotification(at, { sent: ['email'], refused: ['sms'], done: true })
  })

  test('no channel follows when the notification is no longer relevant', async () => {
    await becomes(ana, { becomes: 'undelivered' })
    const at = await reminded()
    await sendCall(at)
    await waitForNotification(at, { refused: ['sms'], done: false })
    await context.db`update consultation set starts_at = starts_at - interval '1 hour', ends_at = ends_at - interval '1 hour'
      where id = ${at.consultationId}`
    await sendCall(at)
    expect(await channels(at)).toEqual([])
    await waitForNotification(at, { done: true })
    expect(await undeliveredOf(ana)).toEqual([])
  })

  test('no channel follows when the e-mail was sent too', async () => {
    await becomes(ana, { becomes: 'undelivered' })
    const at = await bookedFor(86_400 * 3, ana)
    await cancelTestBooking(context, at)
    await sendCall(at)
    await waitForNotification(at, { sent: ['email'], refused: ['sms'], done: false })
    await sendCall(at)
    expect(await channels(at)).toEqual(['email'])
    expect(await undeliveredOf(ana)).toEqual([])
  })
})

describe('the provider’s callback', () => {
  test('a callback that arrives before we store the reference is not lost, and the next channel follows at once [C10.8]', async () => {
    await becomes(ana, { becomes: 'silent' })
    const at = await reminded()
    const { id } = await notificationOf(at)
    // The callback arrives before the reply of the send request.
    const { messages } = context.services.providers
    const { sms } = messages
    messages.sms = async (message) => {
      const sent = await sms(message)
      await hear(at, { MessageSid: sent.reference, MessageStatus: 'undelivered', ErrorCode: '30003' })
      return sent
    }
    await sendCall(at)
    messages.sms = sms
    expect(await notificationOf(at)).toMatchObject({ id, sent: ['email'], refused: ['sms'], done: true })
    expect((await channels(at)).filter((channel) => channel === 'email')).toHaveLength(1)
  })

  test('a callback during another attempt is processed when that ends', async () => {
    const at = await reminded()
    const { id } = await notificationOf(at)
    await sendCall(at)
    await waitForNotification(at, { states: ['delivered'] })
    // Another worker holds the lease.
    await context.db`update notification set done_at = null, leased_until = clock_timestamp() + interval '45 seconds' where id = ${id}`
    await context.db`delete from sent_message where notification_id = ${id}`
    expect(await hear(at, { MessageSid: 'SM9', MessageStatus: 'failed' })).toBe(204)
    await sendCall(at)
    expect(await channels(at)).toEqual(['sms'])
    await context.db`update notification set leased_until = null where id = ${id}`
    await sendCall(at)
    expect(await channels(at)).toEqual(['sms', 'email'])
  })

  test('a callback while an e-mail is being sent is not overwritten afterwards', async () => {
    await becomes(ana, { becomes: 'silent' })
    const at = await bookedFor(86_400 * 3, ana)
    await cancelTestBooking(context, at)
    const { mail } = context.services.providers
    const { send } = mail
    mail.send = async () => {
      await waitForNotification(at, { states: ['queued'] })
      const [{ reference = '' } = {}] = await context.db<{ reference: string }[]>`
        select reference from sent_message where notification_id = ${(await notificationOf(at)).id}`
      await hear(at, { MessageSid: reference, MessageStatus: 'undelivered' })
      throw new MailRefused()
    }
    await sendCall(at)
    mail.send = send
    expect(await notificationOf(at)).toMatchObject({ sent: [], done: false })
    await sendCall(at)
    expect(await notificationOf(at)).toMatchObject({ sent: [], done: true })
    expect(await undeliveredOf(ana)).toMatchObject([
      { kind: 'cancelled', channels: expect.arrayContaining(['email', 'sms']) },
    ])
  })

  test('after a lost reply the callback prevents a second SMS', async () => {
    const at = await reminded()
    await plan('twilio', 'did-it-then-5xx')
    await sendCall(at)
    await waitForNotification(at, { sent: ['sms'], refused: [], done: false, states: ['delivered'] })
    await context.db`update notification set due_at = clock_timestamp() where consultation_id = ${at.consultationId}`
    await sendCall(at)
    expect(await channels(at)).toEqual(['sms'])
    await waitForNotification(at, { done: true })
  })

  test('the callback also prevents a second SMS after a worker crashed before storing the reference', async () => {
    const at = await reminded()
    await hear(at, { MessageSid: 'SM-died'.replace('-', ''), MessageStatus: 'sent' })
    await sendCall(at)
    expect(await channels(at)).toEqual([])
    expect(await notificationOf(at)).toMatchObject({ sent: ['sms'], done: true })
  })

  test('the channel has failed only when all of its messages failed', async () => {
    const at = await reminded()
    await becomes(ana, { becomes: 'silent' })
    await hear(at, { MessageSid: 'SMfirst', MessageStatus: 'sent' })
    await hear(at, { MessageSid: 'SMsecond', MessageStatus: 'undelivered' })
    expect(await notificationOf(at)).toMatchObject({ sent: ['sms'], refused: [] })
    await hear(at, { MessageSid: 'SMfirst', MessageStatus: 'undelivered' })
    expect(await notificationOf(at)).toMatchObject({ sent: [], refused: ['sms'], done: false })
  })

  test.each([
    ['delivered', 'sent'],
    ['read', 'delivered'],
    ['undelivered', 'queued'],
    ['delivered', 'undelivered'],
  ])('state %s stays after an older %s', async (last, old) => {
    const at = await reminded()
    await hear(at, { MessageSid: 'SM7', MessageStatus: last })
    const before = await notificationOf(at)
    expect(await hear(at, { MessageSid: 'SM7', MessageStatus: old })).toBe(204)
    expect(await notificationOf(at)).toEqual(before)
    await context.db`delete from notification where id = ${before.id}`
  })

  test('concurrent callbacks in two processes send one e-mail [C10.8]', async () => {
    const other = { ...context.services }
    await becomes(ana, { becomes: 'silent' })
    const at = await reminded()
    await sendCall(at)
    const [{ reference } = { reference: '' }] = await context.db<{ reference: string }[]>`
      select reference from sent_message where notification_id = ${(await notificationOf(at)).id}`
    const report = { MessageSid: reference, MessageStatus: 'undelivered', ErrorCode: '30003' }
    await Promise.all(Array.from({ length: 8 }, () => hear(at, report)))
    await Promise.all([sendCall(at), sendCall(at, { services: other })])
    await sendCall(at)
    expect((await channels(at)).filter((channel) => channel === 'email')).toHaveLength(1)
  })

  test('STOP ends the SMS channel of the account', async () => {
    const at = await reminded()
    await hear(at, { MessageSid: 'SMstop', MessageStatus: 'failed', ErrorCode: '21610' })
    const [choice] = await context.db`select channels from notification_settings where account_id = ${ana.accountId}`
    expect(choice).toEqual({ channels: ['email'] })
    await sendCall(at)
    expect(await channels(at)).toEqual(['email'])
  })
})
