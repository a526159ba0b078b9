import { deletePatient, exportPatient } from '@cuida/core/profile/account/account-api.ts'
import { describe, expect, test } from 'vitest'
import { hashPassword } from '../access/passwords.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { enqueueDueSubscriptions } from './jobs.ts'
import {
  advanceDays,
  createPendingSubscriber,
  createSubscriber,
  readLedger,
  readProviderId,
  readSubscription,
  type Subscriber,
  submitCardPage,
  syncTestSubscription,
  UNREACHABLE_URL,
} from './test-subscribers.ts'
import { runSubscriptionJobs } from './test-work.ts'

const PASSWORD = 'Camino-verde-7'
const context = await createTestContext({ env: UNREACHABLE_URL })

async function leaves({ patientId: id, accountId, token }: Subscriber): Promise<void> {
  await context.db`update account set password_hash = ${await hashPassword(PASSWORD)} where id = ${accountId}`
  const { status, body } = await context.sendCall(deletePatient, { id, password: PASSWORD }, { token })
  if (status !== 200) throw new Error(`deleting answered ${status} ${body.code}`)
}
const rowOf = async ({ id }: Subscriber) =>
  (await context.db`select status, pending_change from subscription where id = ${id}`)[0]

describe('a patient who deletes their account', () => {
  test('deletion ends the subscription at the provider at once, without a further charge', async () => {
    const ana = await createSubscriber(context)
    await leaves(ana)
    await runSubscriptionJobs(context)
    expect(await rowOf(ana)).toEqual({ status: 'CANCELED', pending_change: null })
    await advanceDays(ana, 60)
    expect((await readLedger(context)).charges).toEqual([])
  })
  test('the patient is not charged either when the provider is unavailable that day', async () => {
    const ana = await createSubscriber(context)
    const headers = { 'content-type': 'application/json' }
    const fault = JSON.stringify({ provider: 'monei', fault: '5xx', path: '/cancel' })
    await fetch(`${context.simulatorsUrl}/simulators/faults`, { method: 'PUT', headers, body: fault })
    await leaves(ana)
    await expect(runSubscriptionJobs(context)).rejects.toMatchObject({ name: 'ProviderDown' })
    await context.db`update subscription set checked_at = checked_at - interval '1 minute'`
    await enqueueDueSubscriptions(context.services)
    await runSubscriptionJobs(context)
    expect(await rowOf(ana)).toEqual({ status: 'CANCELED', pending_change: null })
  })
  test('an open card page can no longer start a subscription', async () => {
    const ana = await createPendingSubscriber(context)
    const { activationUrl } = await readSubscription(ana)
    await leaves(ana)
    await runSubscriptionJobs(context)
    await submitCardPage(context, activationUrl ?? '', 'good')
    await syncTestSubscription(ana)
    expect(await rowOf(ana)).toEqual({ status: 'CANCELED', pending_change: null })
    const [payment] = (await readLedger(context)).charges
    expect(payment).toBeUndefined()
  })
  test('a subscription that the provider does not know yet leaves nothing there', async () => {
    const ana = await createPendingSubscriber(context)
    await context.db`update subscription set provider_id = null, pending_change = 'card' where id = ${ana.id}`
    await leaves(ana)
    await runSubscriptionJobs(context)
    expect(await rowOf(ana)).toEqual({ status: 'EXPIRED', pending_change: null })
    expect(await readProviderId(ana)).toBeNull()
  })
})

test('the export of my data has my subscription and its payments, without the card page', async () => {
  const ana = await createSubscriber(context)
  await advanceDays(ana, 14)
  await syncTestSubscription(ana)
  await context.db`update account set password_hash = ${await hashPassword(PASSWORD)} where id = ${ana.accountId}`
  const { body } = await context.sendCall(
    exportPatient,
    { id: ana.patientId, password: PASSWORD },
    { token: ana.token },
  )
  expect(body.subscriptions).toMatchObject([
    { id: ana.id, status: 'ACTIVE', amount: 1_900, first_amount: 950, payments: [{ amount: 0 }, { amount: 950 }] },
  ])
  expect(JSON.stringify(body.subscriptions)).not.toContain('activation')
})

describe('the scheduled job', () => {
  const isQueued = async ({ id }: Subscriber) =>
    (await context.db`select 1 from graphile_worker.jobs where key = ${`subscription:${id}`}`).length > 0
  const sweptAfter = async (ana: Subscriber, interval: string, more = '') => {
    await runSubscriptionJobs(context)
    await context.db`
      update subscription set checked_at = clock_timestamp() - ${interval}::interval, leased_until = null,
        current_period_end = case when ${more} = 'over' then clock_timestamp() else current_period_end end
      where id = ${ana.id}`
    await enqueueDueSubscriptions(context.services)
    return isQueued(ana)
  }
  test.each([
    ['the job asks about an active subscription once a day', '25 hours', '', true],
    ['the job does not ask about it earlier', '23 hours', '', false],
    ['the job asks within minutes when the period has ended without an update', '11 minutes', 'over', true],
    ['the job asks about an ended period at most every ten minutes', '9 minutes', 'over', false],
  ])('%s', async (_, interval, more, expected) => {
    expect(await sweptAfter(await createSubscriber(context), interval, more)).toBe(expected)
  })
  test('the job asks less and less often about a card page that nobody finished', async () => {
    const ana = await createPendingSubscriber(context)
    expect(await sweptAfter(ana, '16 seconds')).toBe(true)
    await context.db`update subscription set changed_at = clock_timestamp() - interval '10 hours' where id = ${ana.id}`
    await context.db`update subscription set status = 'PENDING' where id = ${ana.id}`
    await context.db`select graphile_worker.remove_job(${`subscription:${ana.id}`})`
    await context.db`update subscription set checked_at = clock_timestamp() - interval '59 minutes' where id = ${ana.id}`
    await enqueueDueSubscriptions(context.services)
    expect(await isQueued(ana)).toBe(false)
    await context.db`update subscription set checked_at = clock_timestamp() - interval '61 minutes' where id = ${ana.id}`
    await enqueueDueSubscriptions(context.services)
    expect(await isQueued(ana)).toBe(true)
  })
})
