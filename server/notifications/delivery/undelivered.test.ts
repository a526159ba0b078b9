import { listUndelivered, resolveUndelivered } from '@cuida/core/notifications/delivery/undelivered-api.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertManager } from '../../access/people/test-managers.ts'
import { newPatient, type TestPatient } from '../../booking/test-people.ts'
import { enqueueDueNotifications } from '../../care/jobs.ts'
import { cancelTestBooking, type TestBooking } from '../../care/test-booked.ts'
import { insertClinician } from '../../care/test-people.ts'
import { createPublicAddress } from '../../checkout/order/test-orders.ts'
import { closeAccount } from '../../profile/deletion/deletion-store.ts'
import { findExport } from '../../profile/deletion/export-store.ts'
import { withReasons } from '../../testing/test-audit.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { defaultNotificationSettings, saveNotificationSettings } from '../choice/notification-store.ts'
import { createNotificationHelpers } from '../test-notifications.ts'
import { createDeliveryHelpers } from './test-delivery.ts'

const CALLED = 'Called them, they know'
let ana: TestPatient
const { sendCall, bookedFor } = createNotificationHelpers(() => context)
const { notificationOf, hear, undeliveredOf } = createDeliveryHelpers(() => context)

const context = await createTestContext({ env: await createPublicAddress() })
const elena = await insertManager(context)
beforeEach(async () => {
  await context.db`delete from undelivered_notification`
  ana = await newPatient(context)
  await saveNotificationSettings(context.db, ana.accountId, { ...defaultNotificationSettings, quiet: null })
})

const list = (state: 'open' | 'resolved' = 'open', { token } = elena) =>
  context.sendCall(listUndelivered, { state }, { token })
const resolve = (id: string, reason = CALLED, { token } = elena) =>
  context.sendCall(resolveUndelivered, { id, reason }, { token })

/** A cancellation refused by the mailbox, with an undelivered SMS. */
async function undelivered(): Promise<TestBooking> {
  await context.db`update account set email = ${`${ana.accountId}@refused.example`} where id = ${ana.accountId}`
  const at = await bookedFor(86_400 * 3, ana)
  await cancelTestBooking(context, at)
  await sendCall(at)
  await hear(at, { MessageSid: await sidOf(at), MessageStatus: 'undelivered' })
  await sendCall(at)
  return at
}
async function sidOf(at: TestBooking): Promise<string> {
  const [message] = await context.db<{ reference: string }[]>`
    select reference from sent_message where notification_id = ${(await notificationOf(at)).id}`
  return message?.reference ?? ''
}

describe('a notification that no channel delivered', () => {
  test('one desk task is created with person, subject, time and channels, without the text [C10.8]', async () => {
    const at = await undelivered()
    await sendCall(at)
    const { body } = await list()
    expect(body.items).toEqual([
      {
        id: expect.any(String),
        kind: 'cancelled',
        channels: expect.arrayContaining(['email', 'sms']),
        person: { id: ana.accountId, firstName: expect.any(String), lastName: expect.any(String) },
        colleague: null,
        consultationId: at.consultationId,
        startTime: expect.any(String),
        foundAt: expect.any(String),
        resolvedAt: null,
        resolvedBy: null,
        reason: null,
      },
    ])
    expect(await notificationOf(at)).toMatchObject({ sent: [], done: true })
  })

  test('the member of staff who called resolves the task with a note, which is recorded', async () => {
    await undelivered()
    const [{ id } = { id: '' }] = await undeliveredOf(ana)
    expect(await resolve(id)).toMatchObject({ status: 200, body: { reason: CALLED, resolvedBy: expect.any(String) } })
    expect((await list()).body.items).toEqual([])
    expect((await list('resolved')).body.items).toMatchObject([{ id, reason: CALLED }])
    const [action] = await withReasons(
      context.db,
      context.db`select act, reason, staff_id from audit where subject_id = ${id}`,
    )
    expect(action).toEqual({ act: 'resolve-task', reason: CALLED, staff_id: elena.staffId })
  })

  test('of two concurrent requests one resolves the task', async () => {
    await undelivered()
    const [{ id } = { id: '' }] = await undeliveredOf(ana)
    const both = await Promise.all([resolve(id), resolve(id)])
    expect(both.map(({ status, body }) => [status, body.code]).sort()).toEqual([
      [200, undefined],
      [409, 'CHANGED_MEANWHILE'],
    ])
  })

  test('the task is removed when a message is delivered after all', async () => {
    const at = await undelivered()
    await hear(at, { MessageSid: await sidOf(at), MessageStatus: 'delivered' })
    expect(await undeliveredOf(ana)).toEqual([])
  })

  test('a resolved task stays resolved after a late delivery', async () => {
    const at = await undelivered()
    const [{ id } = { id: '' }] = await undeliveredOf(ana)
    await resolve(id)
    await hear(at, { MessageSid: await sidOf(at), MessageStatus: 'delivered' })
    expect(await undeliveredOf(ana)).toHaveLength(1)
  })
})

describe('access to the tasks', () => {
  test.each([
    ['an unknown task', '00000000-0000-4000-8000-000000000000', CALLED, 404, 'TASK_NOT_FOUND'],
    ['a note that is too short', '00000000-0000-4000-8000-000000000000', 'ok', 400, 'INVALID'],
  ])('resolving refuses %s', async (_, id, reason, status, code) =>
    expect(await resolve(id, reason)).toMatchObject({ status, body: { code } }),
  )
  test('clinicians are refused', async () => {
    const marta = await insertClinician(context)
    expect((await list('open', marta)).status).toBe(403)
    expect((await resolve('00000000-0000-4000-8000-000000000000', CALLED, marta)).status).toBe(403)
  })
})

describe('retention of the tasks', () => {
  test('a patient’s data export contains the undelivered notifications', async () => {
    const at = await undelivered()
    const [{ id } = { id: '' }] = await undeliveredOf(ana)
    await resolve(id)
    const { undeliveredNotifications } = await findExport(context.db, {
      ids: [ana.patientId],
      accountId: ana.accountId,
    })
    expect(undeliveredNotifications).toMatchObject([
      { kind: 'cancelled', consultation_id: at.consultationId, reason: CALLED },
    ])
    expect(JSON.stringify(undeliveredNotifications)).not.toContain(elena.staffId)
  })

  test('the tasks of a patient who leaves are deleted', async () => {
    await undelivered()
    await context.db.begin((tx) => closeAccount(tx, ana.accountId, new Date()))
    expect(await undeliveredOf(ana)).toEqual([])
    expect((await list()).body.items).toEqual([])
  })
})

test('resolved tasks are deleted after ninety days, open ones never', async () => {
  await undelivered()
  await context.db`update undelivered_notification set found_at = found_at - interval '200 days'`
  await enqueueDueNotifications(context.services)
  const [{ id } = { id: '' }] = await undeliveredOf(ana)
  await resolve(id)
  await context.db`update undelivered_notification set resolved_at = resolved_at - interval '89 days'`
  await enqueueDueNotifications(context.services)
  expect(await undeliveredOf(ana)).toHaveLength(1)
  await context.db`update undelivered_notification set resolved_at = resolved_at - interval '2 days'`
  await enqueueDueNotifications(context.services)
  expect(await undeliveredOf(ana)).toEqual([])
})
