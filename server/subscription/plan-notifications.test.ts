import { describe, expect, test } from 'vitest'
import { insertManager } from '../access/people/test-managers.ts'
import { newPatient, type TestPatient } from '../booking/test-people.ts'
import { createPublicAddress } from '../checkout/order/test-orders.ts'
import { createChargeActions } from '../checkout/subscription/test-desk-charges.ts'
import {
  defaultNotificationSettings,
  type NotificationSettings,
  saveNotificationSettings,
} from '../notifications/choice/notification-store.ts'
import { createNotificationHelpers } from '../notifications/test-notifications.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import {
  advanceDays,
  createSubscriber,
  readSubscription,
  type Subscriber,
  syncTestSubscription,
} from './test-subscribers.ts'
import { runSubscriptionJobs } from './test-work.ts'

const { sentTo } = createNotificationHelpers(() => context)
const context = await createTestContext({ env: await createPublicAddress() })
const laura = await insertManager(context)

const desk = () => createChargeActions(context, laura)

/** A subscriber without quiet hours. */
async function payer(choice: Partial<NotificationSettings> = {}): Promise<{ who: Subscriber; patient: TestPatient }> {
  const patient = await newPatient(context)
  await saveNotificationSettings(context.db, patient.accountId, {
    ...defaultNotificationSettings,
    quiet: null,
    ...choice,
  })
  const subscriber = await createSubscriber(context, 'good', patient)
  await advanceDays(subscriber, 15)
  await syncTestSubscription(subscriber)
  return { who: subscriber, patient }
}
/** The messages that were sent some time after the action. */
async function result(at: { patient: TestPatient }): Promise<[channel: string, text: string][]> {
  await context.db`update notification set due_at = clock_timestamp() where done_at is null`
  await context.db`update graphile_worker._private_jobs set run_at = clock_timestamp() where key like 'notification:%'`
  await runSubscriptionJobs(context)
  return (await sentTo(at)).map(({ channel, text }) => [channel, text])
}

describe('notifications about a plan [B4.30]', () => {
  test('the holder is notified of a pause with its paid-until date once the provider has done it, and of the resume', async () => {
    const { who, patient } = await payer()
    await desk().pause(who.id)
    expect(await sentTo({ patient })).toEqual([])
    await runSubscriptionJobs(context)
    const paused = await result({ patient })
    expect(paused.map(([channel]) => channel)).toEqual(['sms', 'email'])
    for (const [_, text] of paused) expect(text).toMatch(/is paused[\s\S]*until \w+/)
    expect(await readSubscription(who)).toMatchObject({ status: 'PAUSED', desk: { action: 'paused' } })
    await desk().resume(who.id)
    await runSubscriptionJobs(context)
    const [first, second] = await result({ patient })
    expect([first?.[1], second?.[1]]).toEqual([
      expect.stringMatching(/has resumed/),
      expect.stringMatching(/is paused/),
    ])
    expect(await readSubscription(who)).toMatchObject({ status: 'ACTIVE', desk: { action: 'resumed' } })
  })

  test('the holder is notified when a hold is released, but not when the plan is put on hold again at once', async () => {
    const { who, patient } = await payer()
    await context.db`update subscription set on_hold_at = now() where id = ${who.id}`
    expect(await readSubscription(who)).toMatchObject({ isOnHold: true, desk: null })
    await desk().release(who.id)
    await runSubscriptionJobs(context)
    expect(await sentTo({ patient })).toEqual([])
    expect((await result({ patient })).map(([_, text]) => text)).toEqual([
      expect.stringContaining('checked your plan'),
      expect.stringContaining("it's valid again"),
    ])
    expect(await readSubscription(who)).toMatchObject({ isOnHold: false, desk: { action: 'released' } })
    await context.db`update subscription set on_hold_at = now() where id = ${who.id}`
    await desk().release(who.id)
    await context.db`update subscription set on_hold_at = now() where id = ${who.id}`
    expect(await result({ patient })).toHaveLength(2)
  })

  test('the holder is notified by the chosen channels, or by e-mail when none was chosen', async () => {
    const { who, patient } = await payer({ channels: [], topics: [] })
    await desk().pause(who.id)
    await runSubscriptionJobs(context)
    expect((await result({ patient })).map(([channel]) => channel)).toEqual(['email'])
  })

  test('the messages do not name the plan, in any language', async () => {
    const { who, patient } = await payer()
    const [{ name = '' } = {}] = await context.db<{ name: string }[]>`
      update subscription set plan_name = 'CANARY plan' where id = ${who.id} returning plan_name as name`
    for (const locale of ['es', 'en', 'pt-BR']) {
      await context.db`update account set locale = ${locale} where id = ${patient.accountId}`
      await context.db`
        insert into notification (account_id, subscription_id, type)
        select ${patient.accountId}, ${who.id}, kind from unnest(array['plan-released', 'plan-resumed']) kind`
      const rows = await context.db<{ id: string }[]>`select id from notification where done_at is null`
      for (const { id } of rows)
        await context.db`select graphile_worker.add_job('sendNotification', json_build_object('notificationId', ${id}::text))`
      await runSubscriptionJobs(context)
    }
    const texts = (await sentTo({ patient })).map(({ text }) => text)
    expect(texts).toHaveLength(12)
    for (const text of texts) expect(text).not.toContain(name)
  })
})

test('a pause that is withdrawn before the provider hears of it sends nothing', async () => {
  const { who, patient } = await payer()
  await desk().pause(who.id)
  await desk().resume(who.id)
  await runSubscriptionJobs(context)
  expect(await result({ patient })).toEqual([])
})
