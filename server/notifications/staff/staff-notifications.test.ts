import { rescheduleBooked } from '@cuida/core/booking/agenda/agenda-api.ts'
import { defaultStaffSettings } from '@cuida/core/notifications/staff/staff-notifications.ts'
import {
  addStaffDevice,
  getStaffNotificationSettings,
  listStaffNotifications,
  putStaffNotificationSettings,
  removeStaffDevice,
} from '@cuida/core/notifications/staff/staff-notifications-api.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listOfferedTimes } from '../../booking/test-people.ts'
import { removeSignedOutDevices } from '../../care/jobs.ts'
import { recoverConsultations } from '../../care/recovery/recover-consultations.ts'
import {
  bookConsultation,
  cancelAtDesk,
  cancelTestBooking,
  insertStaffFor,
  rescheduleTestBooking,
  setStartIn,
  type TestBooking,
} from '../../care/test-booked.ts'
import { insertClinician, type TestClinician } from '../../care/test-people.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { createStaffNotificationHelpers } from './test-staff-notifications.ts'

let at: TestBooking
let marta: TestClinician
const { minute, compare, sendCall, pass, kindsOf, emailsTo } = createStaffNotificationHelpers(() => context)

const { context, product } = await createCheckoutContext()
beforeEach(async () => {
  at = await bookConsultation(context, product)
  marta = await insertStaffFor(context, at.clinicianId)
})

const subjects = async (staff = marta) => (await emailsTo(staff)).map(({ text }) => text.split('\n')[0] ?? '')
const times = async () => (await listOfferedTimes(context, at.clinicianId, product)).slice(-3)
const moveTo = async (which: number) => {
  const time = (await times()).at(which)
  if (!time) throw new Error('the clinician has no free slot')
  expect((await rescheduleTestBooking(context, at, { startTime: time.startTime, endTime: time.endTime })).status).toBe(
    200,
  )
  return time
}
const fetchNotifications = async ({ token } = marta) =>
  (await context.sendCall(listStaffNotifications, {}, { token })).body.items

describe('a booking', () => {
  test('the clinician is notified once, by any worker, of the time and nothing else [C10.9]', async () => {
    await pass()
    await pass()
    expect(await kindsOf(marta)).toEqual(['booked'])
    const emails = await emailsTo(marta)
    expect(emails).toHaveLength(1)
    expect(JSON.stringify(emails)).not.toMatch(new RegExp(`${product.name}|García`))
    expect(await fetchNotifications()).toMatchObject([{ kind: 'booked', wasTime: null }])
  })
  test('nothing is sent before the minute is over', async () => {
    await compare()
    expect(await kindsOf(marta)).toEqual([])
  })
  test('a booking that moves twice within the minute is notified with its current time', async () => {
    await moveTo(-1)
    const last = await moveTo(-2)
    await pass()
    expect(await kindsOf(marta)).toEqual(['booked'])
    expect(await fetchNotifications()).toMatchObject([{ startTime: last.startTime }])
  })
  test('a booking that is cancelled within the minute is not notified', async () => {
    await cancelTestBooking(context, at)
    await pass()
    expect(await kindsOf(marta)).toEqual([])
  })
  test('a change during the comparison is compared again', async () => {
    await pass()
    await minute()
    await Promise.all([moveTo(-1), compare(), compare()])
    await pass()
    expect(await kindsOf(marta)).toEqual(['booked', 'moved'])
  })
})

describe('changes of a booking', () => {
  beforeEach(pass)
  test('two moves within a minute are notified once, with the time that the clinician knew [C10.9]', async () => {
    const [before] = await fetchNotifications()
    await moveTo(-1)
    const last = await moveTo(-2)
    await pass()
    expect(await kindsOf(marta)).toEqual(['booked', 'moved'])
    expect((await fetchNotifications()).filter(({ kind }) => kind === 'moved')).toMatchObject([
      { startTime: last.startTime, wasTime: before?.startTime },
    ])
  })
  test('a cancellation is notified once and replaces earlier notifications at the desk', async () => {
    await cancelTestBooking(context, at)
    await pass()
    await pass()
    expect(await kindsOf(marta)).toEqual(['booked', 'cancelled'])
    expect(await fetchNotifications()).toMatchObject([{ kind: 'cancelled' }])
    expect(await subjects()).toHaveLength(2)
  })
  test('a clinician’s own action does not notify them', async () => {
    expect((await cancelAtDesk(context, at, marta)).status).toBeLessThan(300)
    await pass()
    expect(await kindsOf(marta)).toEqual(['booked'])
  })
  test('a colleague’s action notifies both clinicians, but not its author', async () => {
    const office = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
    const eva = await insertClinician(context, { products: [product.id] })
    const time = (await times()).at(-1)
    await context.db`insert into clinician_hours (clinician_id, weekday, starts, ends)
      select ${eva.clinicianId}, d, '00:00', '24:00' from generate_series(1, 7) d`
    const input = { id: at.consultationId, clinicianId: eva.clinicianId ?? '', reason: 'She is ill today' }
    const startTime = time?.startTime ?? ''
    const endTime = time?.endTime ?? ''
    expect(
      (await context.sendCall(rescheduleBooked, { ...input, startTime, endTime }, { token: office.token })).status,
    ).toBe(200)
    await pass()
    expect([await kindsOf(marta), await kindsOf(eva), await kindsOf(office)]).toEqual([
      ['booked', 'passed-on'],
      ['booked'],
      [],
    ])
  })
})

test('a blocked member of staff gets nothing, not even what was already enqueued', async () => {
  await minute()
  await compare()
  await context.db`update staff set status = 'blocked' where id = ${marta.staffId}`
  await sendCall()
  await cancelTestBooking(context, at)
  await pass()
  expect(await emailsTo(marta)).toEqual([])
  expect(await kindsOf(marta)).toEqual(['booked'])
})

describe('a start that is near', () => {
  const starts = async (seconds: number) => {
    await setStartIn(context, at, seconds)
    await context.db`update slot_hold set locked_at = clock_timestamp() - interval '3 days'`
    await compare()
    await compare()
    return (await kindsOf(marta)).filter((kind) => kind === 'soon')
  }
  test('nothing is sent more than ten minutes before', async () => expect(await starts(605)).toEqual([]))
  test('the clinician is notified once, ten minutes before, by any worker [C10.9]', async () => {
    expect(await starts(599)).toEqual(['soon'])
    await sendCall()
    expect((await subjects()).length).toBeGreaterThan(0)
  })
  test('nothing is sent once it has begun', async () => expect(await starts(-1)).toEqual([]))
  test('a clinician who has just got the appointment is not notified again', async () => {
    await setStartIn(context, at, 500)
    await compare()
    expect(await kindsOf(marta)).toEqual([])
  })
})

describe('a missed start', () => {
  // Managers are notified of every missed start, so a late appointment of one test must not reach the next.
  afterEach(() => setStartIn(context, at, 86_400))
  const lateBy = async (minutes: number) => {
    const office = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
    const blockedManager = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
    await context.db`update staff set status = 'blocked' where id = ${blockedManager.staffId}`
    await setStartIn(context, at, -minutes * 60)
    await recoverConsultations(context.services)
    await compare()
    await compare()
    await sendCall()
    const lates = async (staff: TestClinician) => (await kindsOf(staff)).filter((kind) => kind === 'late')
    return { result: [await lates(marta), await lates(office), await lates(blockedManager)], office }
  }
  test('nobody is notified before five minutes', async () => expect((await lateBy(4.9)).result).toEqual([[], [], []]))
  test('after five minutes the clinician and the managers are notified once, blocked staff are not [C10.1]', async () => {
    const { result, office } = await lateBy(5.1)
    expect(result).toEqual([['late'], ['late'], []])
    expect(await emailsTo(office)).toHaveLength(1)
    expect(await fetchNotifications(office)).toMatchObject([{ kind: 'late' }])
  })
  test('nothing is sent after the refund', async () => expect((await lateBy(46)).result).toEqual([[], [], []]))
})

describe('settings of a member of staff', () => {
  const choose = (choice: object) =>
    context.sendCall(putStaffNotificationSettings, { ...defaultStaffSettings, ...choice } as never, {
      token: marta.token,
    })
  test('without e-mail only the desk shows notifications', async () => {
    await choose({ channels: ['desk'] })
    await pass()
    expect(await emailsTo(marta)).toEqual([])
    expect(await fetchNotifications()).toHaveLength(1)
  })
  test('without the bookings topic nothing is sent or shown', async () => {
    await choose({ topics: ['late'] })
    await pass()
    expect(await emailsTo(marta)).toEqual([])
    expect(await fetchNotifications()).toEqual([])
  })
  test('in quiet hours a notification waits until morning', async () => {
    await choose({ quiet: { from: '00:00', until: '23:59' } })
    const { now } = context.services
    context.services.now = () => new Date('2026-11-25T11:00:00Z')
    await pass()
    context.services.now = now
    expect(await emailsTo(marta)).toEqual([])
    expect(
      await context.db`select 1 from notification where staff_id = ${marta.staffId} and done_at is null
      and leased_until is null`,
    ).toHaveLength(1)
  })
  test('quiet hours of zero length are invalid', async () =>
    expect(await choose({ quiet: { from: '10:00', until: '10:00' } })).toMatchObject({
      status: 400,
      body: { code: 'INVALID' },
    }))
})

describe('push to a desk browser', () => {
  async function allowed() {
    const body = JSON.stringify({ applicationServerKey: context.services.providers.push.publicKey })
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${context.simulatorsUrl}/simulators/push/subscriptions`, {
      method: 'POST',
      headers,
      body,
    })
    const { endpoint, keys } = (await reply.json()) as { endpoint: string; keys: { p256dh: string; auth: string } }
    const answer = await context.sendCall(addStaffDevice, { endpoint, ...keys }, { token: marta.token })
    return { endpoint, id: endpoint.split('/').at(-1) ?? '', status: answer.status }
  }
  async function outboxMessages(id: string) {
    const box = (await (await fetch(`${context.simulatorsUrl}/simulators/outbox?to=${id}`)).json()) as {
      text: string
    }[]
    return box.map(({ text }) => JSON.parse(text) as { body: string; path: string })
  }
  const devices = async () =>
    (await context.sendCall(getStaffNotificationSettings, {}, { token: marta.token })).body.devices
  test('the browser gets one push with the time only, which opens the desk', async () => {
    const { id, endpoint, status } = await allowed()
    expect([status, await devices()]).toEqual([204, [endpoint]])
    await pass()
    await pass()
    expect(await outboxMessages(id)).toMatchObject([{ body: expect.stringMatching(/consult/i), path: '/desk/' }])
    expect(await outboxMessages(id)).toHaveLength(1)
  })
  test('a browser whose user signed out gets no push and is removed', async () => {
    const { id } = await allowed()
    await context.db`update session set ended_at = now(), end_reason = 'logout' where id = ${marta.sessionId}`
    await pass()
    expect(await outboxMessages(id)).toEqual([])
    await removeSignedOutDevices(context.services)
    expect(await context.db`select 1 from staff_push_device where session_id = ${marta.sessionId}`).toEqual([])
  })
  test('a browser that revoked its permission is removed, and the e-mail is still sent', async () => {
    const { id } = await allowed()
    await fetch(`${context.simulatorsUrl}/simulators/push/subscriptions/${id}`, { method: 'DELETE' })
    await pass()
    expect(await devices()).toEqual([])
    expect(await emailsTo(marta)).toHaveLength(1)
  })
  test('only its own user can remove a browser', async () => {
    const { endpoint } = await allowed()
    const other = await insertClinician(context)
    await context.sendCall(removeStaffDevice, { endpoint }, { token: other.token })
    expect(await devices()).toEqual([endpoint])
    await context.sendCall(removeStaffDevice, { endpoint }, { token: marta.token })
    expect(await devices()).toEqual([])
  })
  test('PUSH_SERVICE_UNKNOWN: an address of no push service', async () => {
    const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
    const wrong = { endpoint: 'https://evil.example/push', ...keys }
    const result = await context.sendCall(addStaffDevice, wrong, { token: marta.token })
    expect(result).toMatchObject({ status: 400, body: { code: 'PUSH_SERVICE_UNKNOWN' } })
  })
})
