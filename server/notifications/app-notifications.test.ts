import { addAppDevice } from '@cuida/core/notifications/choice/notifications-api.ts'
import type { SentMessage } from '@cuida/simulators/kit/outbox.ts'
import { beforeEach, expect, test } from 'vitest'
import { newPatient, type TestPatient } from '../booking/test-people.ts'
import { enqueueDueNotifications } from '../care/jobs.ts'
import { insertClinician } from '../care/test-people.ts'
import { createPublicAddress } from '../checkout/order/test-orders.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { defaultNotificationSettings, saveNotificationSettings } from './choice/notification-store.ts'
import { findDevices } from './choice/push-store.ts'
import { enqueueNotification } from './outbox-store.ts'
import { createNotificationHelpers, sendDueNotifications } from './test-notifications.ts'

let ana: TestPatient
const { sendCall, textsTo, bookedFor, plan } = createNotificationHelpers(() => context)

const context = await createTestContext({ env: await createPublicAddress() })
beforeEach(async () => {
  ana = await newPatient(context)
  await saveNotificationSettings(context.db, ana.accountId, { ...defaultNotificationSettings, quiet: null })
})

type Kind = 'fcm' | 'apns'
const kinds: Kind[] = ['fcm', 'apns']
const phonesOf = (kind: Kind) => `${context.simulatorsUrl}/simulators/${kind}/phones`
/** Installs a simulated app whose user allows push notifications. */
async function installed(kind: Kind): Promise<string> {
  const { token } = (await (await fetch(phonesOf(kind), { method: 'POST' })).json()) as { token: string }
  expect((await context.sendCall(addAppDevice, { kind, token }, { token: ana.token })).status).toBe(204)
  return token
}
async function receivedPushes(token: string) {
  const box = (await (
    await fetch(`${context.simulatorsUrl}/simulators/outbox?to=${encodeURIComponent(token)}`)
  ).json()) as SentMessage[]
  return box.map(({ text }) => JSON.parse(text) as { title: string; body: string; path: string })
}
const remind = async () => {
  const at = await bookedFor(590, ana)
  await enqueueDueNotifications(context.services)
  await sendCall(at)
  return at
}

test('every device of a patient gets the same push through its own service [A2.28]', async () => {
  const tokens = [await installed('fcm'), await installed('apns'), await installed('fcm')]
  const at = await remind()
  const { partnerName: title } = context.services.config
  const result = [{ title, body: 'A reminder for you', path: `/consultations/${at.consultationId}` }]
  for (const token of tokens) expect(await receivedPushes(token)).toEqual(result)
  expect(await textsTo(at)).toEqual([])
})

test.each(kinds)('a removed app is forgotten: %s', async (kind) => {
  const token = await installed(kind)
  await fetch(`${phonesOf(kind)}?token=${encodeURIComponent(token)}`, { method: 'DELETE' })
  const at = await remind()
  expect(await findDevices(context.db, ana.accountId)).toEqual([])
  expect((await textsTo(at)).map(({ channel }) => channel)).toEqual(['sms'])
})

test.each(kinds)('an outage of one service is retried without a second push to the other devices: %s', async (kind) => {
  const down = await installed(kind)
  const other = await installed(kind === 'fcm' ? 'apns' : 'fcm')
  await plan(kind, '5xx')
  const at = await bookedFor(590, ana)
  await enqueueDueNotifications(context.services)
  await sendCall(at)
  expect([await receivedPushes(down), await receivedPushes(other)].map(({ length }) => length)).toEqual([0, 1])
  await context.db`update notification set due_at = clock_timestamp(), leased_until = null where consultation_id = ${at.consultationId}`
  await sendCall(at)
  expect([await receivedPushes(down), await receivedPushes(other)].map(({ length }) => length)).toEqual([1, 1])
  expect(await findDevices(context.db, ana.accountId)).toHaveLength(2)
})

test.each(kinds)('an answer is pushed to the app without its content: %s', async (kind) => {
  const token = await installed(kind)
  const { staffId } = await insertClinician(context)
  const [question] = await context.db`
    insert into question (patient_id, topic, text, key, due_at, answer, answered_by, answered_at) values
      (${ana.patientId}, 'nutrition', 'canary of ten letters', gen_random_uuid(), now() + interval '1 day', 'canary',
       ${staffId}, now()) returning id`
  await enqueueNotification(context.db, { type: 'answered', accountId: ana.accountId, subjectId: question?.id })
  await sendDueNotifications(context, 'answered')
  const result = await receivedPushes(token)
  expect(result).toMatchObject([{ path: '/send-your-question' }])
  expect(JSON.stringify(result)).not.toContain('canary')
})
