import { getConsultation } from '@cuida/core/care/call/api.ts'
import { getQueue } from '@cuida/core/care/queue/desk-api.ts'
import { confirmReminder, readReminder } from '@cuida/core/care/reminder/reminder-api.ts'
import type { SentMessage } from '@cuida/simulators/kit/outbox.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSecondProcess, newPatient, type TestPatient } from '../../booking/test-people.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { findConsultation } from '../../consultation/consultation-store.ts'
import { defaultNotificationSettings, saveNotificationSettings } from '../../notifications/choice/notification-store.ts'
import { findDevices, saveDevice } from '../../notifications/choice/push-store.ts'
import { createNotificationHelpers } from '../../notifications/test-notifications.ts'
import { closeAfterTests } from '../../testing/test-contexts.ts'
import { enqueueDueNotifications, removeSignedOutDevices } from '../jobs.ts'
import { bookConsultation, cancelTestBooking, insertStaffFor, setStartIn } from '../test-booked.ts'
import { readReminderToken } from './reminder-token.ts'

const DAY_S = 24 * 3_600

let ana: TestPatient
const { kinds, sendCall, sentTo, textsTo, bookedFor } = createNotificationHelpers(() => context)

const { context, product } = await createCheckoutContext()
const other = closeAfterTests(await createSecondProcess(context))
beforeEach(async () => {
  ana = await newPatient(context)
  await saveNotificationSettings(context.db, ana.accountId, { ...defaultNotificationSettings, quiet: null })
})

describe('reminders', () => {
  test.each([
    ['a day before', DAY_S - 60, ['reminder-day']],
    ['none just over a day before', DAY_S + 60, []],
    ['none 3 hours before, between the first and the second', 3 * 3_600 - 60, []],
    ['an hour before', 3_540, ['reminder-hour']],
    ['10 minutes before', 590, ['reminder-soon']],
    ['none after the start', -60, []],
  ])('the due reminders: %s', async (_, seconds, expected) => {
    const at = await bookedFor(seconds, ana)
    await enqueueDueNotifications(context.services)
    expect(await kinds(at)).toEqual(expected)
  })

  test('each reminder is enqueued and sent once, with two workers [B2.23]', async () => {
    const at = await bookedFor(DAY_S - 60, ana)
    await Promise.all([context, other, context, other].map(({ services }) => enqueueDueNotifications(services)))
    await Promise.all([context, other].map((each) => sendCall(at, each)))
    expect(await kinds(at)).toEqual(['reminder-day'])
    expect((await sentTo(at)).map(({ channel }) => channel)).toEqual(['sms', 'email'])
  })

  test('the link carries its token after the #, and the e-mail has three actions', async () => {
    const at = await bookedFor(DAY_S - 60, ana)
    await enqueueDueNotifications(context.services)
    await sendCall(at)
    const [sms, email] = await sentTo(at)
    expect(sms?.text).toMatch(/\/reminder#[\w-]{48}$/)
    expect(email?.text.match(/\/reminder#[\w-]{48}(\.move|\.cancel)?$/gm)).toHaveLength(3)
  })

  test('a patient who has just booked gets no reminder', async () => {
    const at = await bookConsultation(context, product, ana)
    await setStartIn(context, at, DAY_S - 60)
    await context.db`update slot_hold set locked_at = clock_timestamp()`
    await enqueueDueNotifications(context.services)
    expect(await kinds(at)).toEqual(['booked'])
  })

  test('a moved appointment is reminded at its new time only', async () => {
    const at = await bookedFor(DAY_S - 60, ana)
    await enqueueDueNotifications(context.services)
    await setStartIn(context, at, DAY_S - 30)
    await sendCall(at)
    expect(await sentTo(at)).toEqual([])
    await enqueueDueNotifications(context.services)
    await sendCall(at)
    expect(await sentTo(at)).toHaveLength(2)
  })

  test('a cancelled appointment is not reminded', async () => {
    const at = await bookedFor(DAY_S - 60, ana)
    await enqueueDueNotifications(context.services)
    await cancelTestBooking(context, at)
    await context.db`delete from notification where type = 'cancelled'`
    await sendCall(at)
    expect(await sentTo(at)).toEqual([])
  })

  test('reminders wait for the end of quiet hours in the patient’s time zone', async () => {
    const at = await bookedFor(DAY_S - 60, ana)
    await saveNotificationSettings(context.db, ana.accountId, {
      ...defaultNotificationSettings,
      quiet: allDayBut(30),
      timeZone: 'America/Sao_Paulo',
    })
    await enqueueDueNotifications(context.services)
    await sendCall(at)
    expect(await sentTo(at)).toEqual([])
    const [row] = await context.db<{ wait: number }[]>`
      select extract(epoch from due_at - clock_timestamp())::float / 60 as wait from notification
      where consultation_id = ${at.consultationId}`
    expect(row?.wait).toBeGreaterThan(28)
    expect(row?.wait).toBeLessThanOrEqual(30)
  })

  test('the reminder minutes before the start ignores quiet hours', async () => {
    const at = await bookedFor(590, ana)
    await saveNotificationSettings(context.db, ana.accountId, {
      ...defaultNotificationSettings,
      quiet: allDayBut(30),
      timeZone: 'America/Sao_Paulo',
    })
    await enqueueDueNotifications(context.services)
    await sendCall(at)
    expect((await sentTo(at)).map(({ channel }) => channel)).toEqual(['sms'])
  })
})

/** Quiet hours in São Paulo that began two minutes ago and last `minutes` more. */
function allDayBut(minutes: number) {
  const clock = (at: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Sao_Paulo', hour: '2-digit', minute: '2-digit' }).format(at)
  return { from: clock(Date.now() - 120_000), until: clock(Date.now() + minutes * 60_000) }
}

describe('a push device', () => {
  async function subscribe() {
    const [session] = await context.db`select id from session where account_id = ${ana.accountId}`
    const body = JSON.stringify({ applicationServerKey: context.services.providers.push.publicKey })
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${context.simulatorsUrl}/simulators/push/subscriptions`, {
      method: 'POST',
      headers,
      body,
    })
    const { endpoint, keys } = (await reply.json()) as { endpoint: string; keys: { p256dh: string; auth: string } }
    await saveDevice(
      context.db,
      { kind: 'web', address: endpoint, ...keys },
      { accountId: ana.accountId, sessionId: session?.id },
    )
    return { id: endpoint.split('/').at(-1) ?? '', sessionId: session?.id as string }
  }
  async function outboxMessages(id: string) {
    const box = (await (await fetch(`${context.simulatorsUrl}/simulators/outbox?to=${id}`)).json()) as SentMessage[]
    return box.map(({ text }) => JSON.parse(text) as { title: string; body: string; path: string })
  }
  const end = ({ sessionId }: { sessionId: string }, reason: string) =>
    context.db`update session set ended_at = now(), end_reason = ${reason} where id = ${sessionId}`
  const remind = async (before: () => Promise<unknown> = async () => {}) => {
    const at = await bookedFor(590, ana)
    await before()
    await enqueueDueNotifications(context.services)
    await sendCall(at)
    return at
  }

  test('the device gets a push instead of an SMS, without details', async () => {
    const device = await subscribe()
    const at = await remind()
    const { partnerName } = context.services.config
    expect(await outboxMessages(device.id)).toMatchObject([
      { title: partnerName, body: 'A reminder for you', path: `/consultations/${at.consultationId}` },
    ])
    expect(await textsTo(at)).toEqual([])
  })

  test('a device of a person who left gets none and is removed by the scheduled job', async () => {
    const device = await subscribe()
    const at = await remind(() => end(device, 'logout'))
    expect(await textsTo(at)).toHaveLength(1)
    expect(await outboxMessages(device.id)).toEqual([])
    await removeSignedOutDevices(context.services)
    expect(await context.db`select 1 from push_device where session_id = ${device.sessionId}`).toEqual([])
  })

  test('a device whose session expired still gets the push', async () => {
    const device = await subscribe()
    await remind(() => end(device, 'idle'))
    expect(await outboxMessages(device.id)).toHaveLength(1)
  })

  test('a device that revoked its permission is removed', async () => {
    const device = await subscribe()
    await fetch(`${context.simulatorsUrl}/simulators/push/subscriptions/${device.id}`, { method: 'DELETE' })
    await remind()
    expect(await findDevices(context.db, ana.accountId)).toEqual([])
  })
})

describe('the link of a reminder', () => {
  async function linked() {
    const at = await bookedFor(DAY_S - 60, ana)
    await enqueueDueNotifications(context.services)
    await sendCall(at)
    const [sms] = await sentTo(at)
    return { at, token: sms?.text.split('#')[1] ?? '' }
  }
  const read = (token: string) => context.sendCall(readReminder, { token })

  test('it shows only the appointment’s time, without a session', async () => {
    const { at, token } = await linked()
    const { status, body } = await read(token)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['consultationId', 'isConfirmed', 'startTime', 'state'])
    expect(body).toMatchObject({ consultationId: at.consultationId, state: 'booked', isConfirmed: false })
  })

  test('it confirms the appointment, also repeatedly, and not by being opened', async () => {
    const { at, token } = await linked()
    await read(token)
    expect((await read(token)).body.isConfirmed).toBe(false)
    for (let press = 0; press < 2; press++)
      expect((await context.sendCall(confirmReminder, { token })).body.isConfirmed).toBe(true)
    expect((await read(token)).body.isConfirmed).toBe(true)
    const query = { patientId: ana.patientId, id: at.consultationId }
    expect((await context.sendCall(getConsultation, query, { token: ana.token })).body.isConfirmed).toBe(true)
    const { token: desk } = await insertStaffFor(context, at.clinicianId)
    const { items } = (await context.sendCall(getQueue, {}, { token: desk })).body
    expect(items.map(({ id, isConfirmed }) => ({ id, isConfirmed }))).toEqual([
      { id: at.consultationId, isConfirmed: true },
    ])
    await setStartIn(context, at, 2 * DAY_S)
    expect((await findConsultation(context.db, at.consultationId))?.isConfirmed).toBe(false)
  })

  test('REMINDER_CHANGED: the appointment has another start', async () => {
    const { at, token } = await linked()
    await setStartIn(context, at, 2 * DAY_S)
    expect((await read(token)).body.state).toBe('changed')
    expect((await context.sendCall(confirmReminder, { token })).body.code).toBe('REMINDER_CHANGED')
  })

  test('REMINDER_OVER: the appointment has begun, or the token is forged', async () => {
    const { token } = await linked()
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    expect((await read(forged)).body.code).toBe('REMINDER_OVER')
    const { services } = context
    const reminded = readReminderToken(services.secrets, token, new Date())
    expect(reminded).toBeDefined()
    expect(readReminderToken(services.secrets, token, reminded?.startsAt ?? new Date())).toBeUndefined()
    const justBefore = new Date((reminded?.startsAt.getTime() ?? 0) - 1)
    expect(readReminderToken(services.secrets, token, justBefore)).toEqual(reminded)
  })

  test('RATE_LIMITED: guessing tokens', async () => {
    const from = '203.0.113.77'
    const token = 'A'.repeat(48)
    for (let tried = 0; tried < 60; tried++) await context.sendCall(readReminder, { token }, { from })
    expect((await context.sendCall(readReminder, { token }, { from })).body.code).toBe('RATE_LIMITED')
  })
})
