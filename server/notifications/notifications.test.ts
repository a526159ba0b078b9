import { declineCall } from '@cuida/core/care/call/api.ts'
import { recordCall, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newPatient, type TestPatient } from '../booking/test-people.ts'
import { enqueueDueNotifications } from '../care/jobs.ts'
import {
  bookConsultation,
  cancelTestBooking,
  insertStaffFor,
  rescheduleTestBooking,
  type TestBooking,
} from '../care/test-booked.ts'
import { createCheckoutContext } from '../checkout/test-checkout.ts'
import { endFaults } from '../testing/test-contexts.ts'
import { defaultNotificationSettings, saveNotificationSettings } from './choice/notification-store.ts'
import { createNotificationHelpers } from './test-notifications.ts'

const DAY_S = 24 * 3_600
const OUTSIDE = /obes|peso|weight|diab|gluc|hambre|insulin|nutri/i

let ana: TestPatient
const { kinds, sendCall, sentTo, textsTo, plan, bookedFor, another } = createNotificationHelpers(() => context)

const { context, product } = await createCheckoutContext()
beforeEach(async () => {
  await endFaults(context)
  ana = await newPatient(context)
  await saveNotificationSettings(context.db, ana.accountId, { ...defaultNotificationSettings, quiet: null })
})

describe('a booking [B2.23]', () => {
  test('the patient gets an e-mail and an SMS with the time, a link and a calendar file', async () => {
    const at = await bookConsultation(context, product, ana)
    expect(await kinds(at)).toEqual(['booked'])
    await sendCall(at)
    const sent = await sentTo(at)
    expect(sent.map(({ channel }) => channel)).toEqual(['sms', 'email'])
    for (const { text } of sent) {
      expect(text).toMatch(/\d\d:\d\d/)
      expect(text).toContain(`${context.services.env.PUBLIC_URL}/consultations/${at.consultationId}`)
    }
    const email = sent[1]
    expect(email?.html).toMatch(/<html lang="en">[\s\S]*<h1[\s\S]*<\/h1>/)
    expect(email?.calendar).toContain(`UID:${at.consultationId}@cuida`)
    expect(email?.calendar).toContain('METHOD:REQUEST')
    expect(email?.calendar).toContain('SEQUENCE:0')
  })

  test('a moved booking is notified with its new time, and its calendar file replaces the first', async () => {
    const at = await bookConsultation(context, product, ana)
    await sendCall(at)
    await rescheduleTestBooking(context, at, await another(at))
    await sendCall(at)
    const emails = (await sentTo(at)).filter(({ channel }) => channel === 'email')
    expect(emails).toHaveLength(2)
    expect(emails[0]?.calendar).toContain('SEQUENCE:1')
    const uid = /UID:(\S+)/
    expect(uid.exec(emails[0]?.calendar ?? '')?.[1]).toBe(uid.exec(emails[1]?.calendar ?? '')?.[1])
  })

  test('a booking that moved before it was notified is notified once, with its current time', async () => {
    const at = await bookConsultation(context, product, ana)
    await rescheduleTestBooking(context, at, await another(at))
    expect((await kinds(at)).sort()).toEqual(['booked', 'moved'])
    await sendCall(at)
    expect(await sentTo(at)).toHaveLength(2)
  })

  test('a cancelled booking is removed from the calendar, and the refund is stated', async () => {
    const at = await bookConsultation(context, product, ana)
    await sendCall(at)
    await cancelTestBooking(context, at)
    await sendCall(at)
    const email = (await sentTo(at)).find(({ channel }) => channel === 'email')
    expect(email?.calendar).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:1[\s\S]*STATUS:CANCELLED/)
    expect(email?.text).toMatch(/refunding €\d+\.\d\d/)
  })
})

describe('clinical content in notifications', () => {
  test.each(['en', 'es', 'pt-BR'])('no channel and no type in %s contains clinical content', async (locale) => {
    await context.db`update account set locale = ${locale} where id = ${ana.accountId}`
    const at = await bookConsultation(context, product, ana)
    await context.db`
      update consultation set summary = 'CANARY-summary', product_name = 'CANARY-obesity',
        symptoms = ${context.db.json([{ questionId: 'q', answer: 'CANARY-answer' }])} where id = ${at.consultationId}`
    await context.db`update clinician set name = 'CANARY-name', specialty = ${context.db.json({ en: 'CANARY', es: 'CANARY' })}
      where id = ${at.clinicianId}`
    for (const kind of ['moved', 'reminder-day', 'missed', 'refunded'])
      await context.db`
        insert into notification (account_id, consultation_id, type, starts_at)
        select ${ana.accountId}, id, ${kind}, starts_at from consultation where id = ${at.consultationId}`
    await sendCall(at)
    await context.db`
      insert into notification (account_id, consultation_id, type) values (${ana.accountId}, ${at.consultationId}, 'notes')`
    await context.db`update consultation set status = 'CLOSED' where id = ${at.consultationId}`
    await sendCall(at)
    const sent = await sentTo(at)
    expect(sent.length).toBeGreaterThan(6)
    const products = context.services.content.products(locale).map(({ name }) => name)
    for (const { text, html = '', calendar = '' } of sent)
      for (const content of [text, html.replaceAll(/<[^>]*>/g, ''), calendar]) {
        expect(content).not.toMatch(/CANARY/)
        expect(content).not.toMatch(OUTSIDE)
        for (const name of products) expect(content).not.toContain(name)
      }
  })
})

describe('channels', () => {
  test('a failed channel is retried without sending the others again', async () => {
    const at = await bookConsultation(context, product, ana)
    await plan('twilio', '5xx')
    await sendCall(at)
    expect((await sentTo(at)).map(({ channel }) => channel)).toEqual(['email'])
    await context.db`update notification set due_at = clock_timestamp() where consultation_id = ${at.consultationId}`
    await sendCall(at)
    expect((await sentTo(at)).map(({ channel }) => channel)).toEqual(['sms', 'email'])
  })

  test('a notification left by a crashed worker is sent by the scheduled job', async () => {
    const at = await bookConsultation(context, product, ana)
    await context.db`delete from graphile_worker._private_jobs`
    await context.db`
      update notification set due_at = clock_timestamp() - interval '2 minutes', leased_until = clock_timestamp() - interval '1 second'
      where consultation_id = ${at.consultationId}`
    await enqueueDueNotifications(context.services)
    const [job] = await context.db`select key from graphile_worker._private_jobs where key like 'notification:%'`
    expect(job).toBeDefined()
  })

  test('SMS ends when the number answers STOP, and e-mails continue', async () => {
    await context.db`update account set phone = '+15005550004' where id = ${ana.accountId}`
    const at = await bookConsultation(context, product, ana)
    await sendCall(at)
    await cancelTestBooking(context, at)
    await sendCall(at)
    expect((await sentTo(at)).map(({ channel }) => channel)).toEqual(['email', 'email'])
    const [choice] = await context.db`
      select channels, texts_stopped_at is not null as stopped from notification_settings where account_id = ${ana.accountId}`
    expect(choice).toEqual({ channels: ['email'], stopped: true })
    await context.db`update account set phone = ${`+3469${String(Date.now()).slice(-7)}`} where id = ${ana.accountId}`
  })

  test('the chosen channel is used: WhatsApp, with SMS for a number without it', async () => {
    await saveNotificationSettings(context.db, ana.accountId, {
      ...defaultNotificationSettings,
      channels: ['whatsapp', 'sms'],
      quiet: null,
    })
    const at = await bookConsultation(context, product, ana)
    await sendCall(at)
    expect((await textsTo(at)).map(({ channel }) => channel)).toEqual(['whatsapp'])
  })

  test('a topic that the patient turned off is not sent', async () => {
    await saveNotificationSettings(context.db, ana.accountId, {
      ...defaultNotificationSettings,
      topics: ['bookings'],
      quiet: null,
    })
    const at = await bookedFor(DAY_S - 60, ana)
    await enqueueDueNotifications(context.services)
    await sendCall(at)
    expect(await sentTo(at)).toEqual([])
  })

  test('a blocked account gets no notification', async () => {
    const at = await bookConsultation(context, product, ana)
    await context.db`update account set status = 'blocked' where id = ${ana.accountId}`
    await sendCall(at)
    await context.db`update account set status = 'active' where id = ${ana.accountId}`
    expect(await sentTo(at)).toEqual([])
  })
})

describe('a video call', () => {
  async function ringing() {
    const at = await bookedFor(300, ana)
    const staff = await insertStaffFor(context, at.clinicianId)
    const as = { token: staff.token }
    await context.sendCall(takeConsultation, { id: at.consultationId }, as)
    const call = (event: 'started' | 'failed') =>
      context.sendCall(recordCall, { id: at.consultationId, medium: 'video', event }, as)
    expect((await call('started')).status).toBe(204)
    return { at, call }
  }
  const afterGrace = (at: TestBooking) =>
    context.db`update notification set due_at = clock_timestamp() where consultation_id = ${at.consultationId}`

  test('a patient who has not joined is notified after the grace period', async () => {
    const { at } = await ringing()
    await sendCall(at)
    expect(await textsTo(at)).toEqual([])
    await afterGrace(at)
    await sendCall(at)
    expect((await textsTo(at)).map(({ text }) => text)).toEqual([expect.stringContaining('calling you')])
  })

  test('a patient who declined the call in the app is not notified', async () => {
    const { at } = await ringing()
    await context.sendCall(declineCall, { id: at.consultationId }, { token: at.patient.token })
    await afterGrace(at)
    await sendCall(at)
    expect(await textsTo(at)).toEqual([])
  })

  test('after a missed call the patient is notified that there will be another', async () => {
    const { at, call } = await ringing()
    await call('failed')
    await afterGrace(at)
    await sendCall(at)
    expect((await textsTo(at)).map(({ text }) => text)).toEqual([expect.stringContaining('try again')])
  })
})
