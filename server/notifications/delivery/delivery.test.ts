import { beforeEach, describe, expect, test } from 'vitest'
import { newPatient, type TestPatient } from '../../booking/test-people.ts'
import { sweepNotifications } from '../../care/jobs.ts'
import { type Booked, cancel } from '../../care/test-booked.ts'
import { ownAddress } from '../../checkout/order/test-orders.ts'
import { MailRefused } from '../../providers/mail/port.ts'
import { createTestContext, endFaults } from '../../testing/test-contexts.ts'
import { saveChoice, usualChoice } from '../choice/notification-store.ts'
import { notificationBench } from '../test-notifications.ts'
import { deliveryBench } from './test-delivery.ts'

let ana: TestPatient
const { sendCall, sentTo, plan, bookedFor } = notificationBench(() => context)
const { becomes, notificationOf, hear, undeliveredOf, waitForNotification } = deliveryBench(() => context)
const channels = async (at: Booked) => (await sentTo(at)).map(({ channel }) => channel)

const env = await ownAddress()
const context = await createTestContext({ env })
await context.app.listen({ port: Number(env.PORT), host: '127.0.0.1' })
beforeEach(async () => {
  await endFaults(context)
  ana = await newPatient(context)
  await saveChoice(context.db, ana.accountId, { ...usualChoice, quiet: null })
})

/** A reminder that phones alone are told of. */
async function reminded() {
  const at = await bookedFor(590, ana)
  await sweepNotifications(context.services)
  return at
}

describe('a text that the vendor took', () => {
  test('and delivered has its name and its state, and nothing goes on', async () => {
    const at = await reminded()
    await sendCall(at)
    await waitForNotification(at, { sent: ['sms'], refused: [], done: true, states: ['delivered'] })
    await sendCall(at)
    expect(await channels(at)).toEqual(['sms'])
  })

  test('and did not deliver arrives as an e-mail, once, by the job that its callback left', async () => {
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

  test('of which nothing is told counts as told', async () => {
    await becomes(ana, { becomes: 'silent' })
    const at = await reminded()
    await sendCall(at)
    await waitForNotification(at, { sent: ['sms'], refused: [], done: true, states: ['queued'] })
    expect(await undeliveredOf(ana)).toEqual([])
  })

  test('is told of twice and backwards, and ends the same', async () => {
    await becomes(ana, { becomes: 'undelivered', jumbled: true, takes: 200 })
    const at = await reminded()
    await sendCall(at)
    await waitForNotification(at, { sent: [], refused: ['sms'], states: ['undelivered'] })
    await sendCall(at)
    await new Promise((done) => setTimeout(done, 300))
    expect(await channels(at)).toEqual(['email'])
    await waitForNotification(at, { sent: ['email'], refused: ['sms'], done: true })
  })

  test('does not go on when it is no longer relevant', async () => {
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

  test('beside an e-mail that went needs no other', async () => {
    await becomes(ana, { becomes: 'undelivered' })
    const at = await bookedFor(86_400 * 3, ana)
    await cancel(context, at)
    await sendCall(at)
    await waitForNotification(at, { sent: ['email'], refused: ['sms'], done: false })
    await sendCall(at)
    expect(await channels(at)).toEqual(['email'])
    expect(await undeliveredOf(ana)).toEqual([])
  })
})

describe('the vendor’s word', () => {
  test('that comes before we have written the name is not lost: it goes on at once [C10.8]', async () => {
    await becomes(ana, { becomes: 'silent' })
    const at = await reminded()
    const { id } = await notificationOf(at)
    // The callback is quicker than the answer to the sending.
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

  test('that comes while another channel is being tried goes on as soon as that is over', async () => {
    const at = await reminded()
    const { id } = await notificationOf(at)
    await sendCall(at)
    await waitForNotification(at, { states: ['delivered'] })
    // Somebody is at it just now.
    await context.db`update notification set done_at = null, leased_until = clock_timestamp() + interval '45 seconds' where id = ${id}`
    await context.db`delete from sent_message where notification_id = ${id}`
    expect(await hear(at, { MessageSid: 'SM9', MessageStatus: 'failed' })).toBe(204)
    await sendCall(at)
    expect(await channels(at)).toEqual(['sms'])
    await context.db`update notification set leased_until = null where id = ${id}`
    await sendCall(at)
    expect(await channels(at)).toEqual(['sms', 'email'])
  })

  test('that comes while an e-mail is on its way is not written over when that is over', async () => {
    await becomes(ana, { becomes: 'silent' })
    const at = await bookedFor(86_400 * 3, ana)
    await cancel(context, at)
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

  test('that it was sent spares a second message after an answer that was lost', async () => {
    const at = await reminded()
    await plan('twilio', 'did-it-then-5xx')
    await sendCall(at)
    await waitForNotification(at, { sent: ['sms'], refused: [], done: false, states: ['delivered'] })
    await context.db`update notification set due_at = clock_timestamp() where consultation_id = ${at.consultationId}`
    await sendCall(at)
    expect(await channels(at)).toEqual(['sms'])
    await waitForNotification(at, { done: true })
  })

  test('nor does a worker that died between sending and writing send twice', async () => {
    const at = await reminded()
    await hear(at, { MessageSid: 'SM-died'.replace('-', ''), MessageStatus: 'sent' })
    await sendCall(at)
    expect(await channels(at)).toEqual([])
    expect(await notificationOf(at)).toMatchObject({ sent: ['sms'], done: true })
  })

  test('of one of two messages by a channel is not yet the end of the channel', async () => {
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
  ])('%s stays after an old %s', async (last, old) => {
    const at = await reminded()
    await hear(at, { MessageSid: 'SM7', MessageStatus: last })
    const before = await notificationOf(at)
    expect(await hear(at, { MessageSid: 'SM7', MessageStatus: old })).toBe(204)
    expect(await notificationOf(at)).toEqual(before)
    await context.db`delete from notification where id = ${before.id}`
  })

  test('heard by two processes at once is heard once, and one e-mail goes [C10.8]', async () => {
    const other = { ...context.services }
    await becomes(ana, { becomes: 'silent' })
    const at = await reminded()
    await sendCall(at)
    const [{ reference } = { reference: '' }] = await context.db<{ reference: string }[]>`
      select reference from sent_message where notification_id = ${(await notificationOf(at)).id}`
    const word = { MessageSid: reference, MessageStatus: 'undelivered', ErrorCode: '30003' }
    await Promise.all(Array.from({ length: 8 }, () => hear(at, word)))
    await Promise.all([sendCall(at), sendCall(at, { services: other })])
    await sendCall(at)
    expect((await channels(at)).filter((channel) => channel === 'email')).toHaveLength(1)
  })

  test('that somebody answered STOP ends their texts', async () => {
    const at = await reminded()
    await hear(at, { MessageSid: 'SMstop', MessageStatus: 'failed', ErrorCode: '21610' })
    const [choice] = await context.db`select channels from notification_settings where account_id = ${ana.accountId}`
    expect(choice).toEqual({ channels: ['email'] })
    await sendCall(at)
    expect(await channels(at)).toEqual(['email'])
  })
})
