import { subscribe } from '@cuida/core/subscription/api.ts'
import { describe, expect, test } from 'vitest'
import { newPatient } from '../booking/test-people.ts'
import { createProcessRunner, deleteWaitingJobs } from '../checkout/payment/test-processes.ts'
import { type Failpoint, subscriptionFailpoints } from '../kit/jobs/failpoint.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import {
  cancelTestSubscription,
  createSubscriber,
  readProviderId,
  readSubscription,
  type Subscriber,
  submitCardPage,
  UNREACHABLE_URL,
} from './test-subscribers.ts'

/** Ends a process at every durable step of a subscription; healthy processes then finish the work. */
const subscribers = new Map<Failpoint, Subscriber>()
const givenUp = new Map<Failpoint, Subscriber>()
const context = await createTestContext({ env: UNREACHABLE_URL })
const processes = createProcessRunner(context)

const requestSubscription = async ({ patientId, token }: { patientId: string; token: string }) =>
  (await context.sendCall(subscribe, { patientId }, { token })).body.subscription?.id ?? ''

describe('the API process dies', () => {
  test.each(['subscription.before-intent', 'subscription.intent-committed'] as const)(
    'at %s: the second try finds one subscription',
    async (at) => {
      const patient = await newPatient(context)
      const api = await processes.doomedApi(at)
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${patient.token}` }
      const path = `/v1/patients/${patient.patientId}/subscription/subscribe`
      await expect(fetch(api.url + path, { method: 'POST', headers, body: '{}' })).rejects.toThrow()
      expect(await api.end).toBe('SIGKILL')
      subscribers.set(at, { ...patient, context, id: await requestSubscription(patient) })
      expect(await context.db`select 1 from subscription where account_id = ${patient.accountId}`).toHaveLength(1)
    },
  )
})

describe('the worker dies', () => {
  test.each([
    'subscription.created-at-provider',
    'subscription.id-stored',
    'subscription.activated-at-provider',
  ] as const)('at %s of a new subscription', async (at) => {
    await deleteWaitingJobs(context)
    const patient = await newPatient(context)
    const end = processes.doomedWorker(at)
    subscribers.set(at, { ...patient, context, id: await requestSubscription(patient) })
    expect(await end).toBe('SIGKILL')
  })
  test.each(['subscription.answered', 'subscription.before-commit', 'subscription.committed'] as const)(
    'at %s of a cancelled one',
    async (at) => {
      const ana = await createSubscriber(context)
      await deleteWaitingJobs(context)
      const end = processes.doomedWorker(at)
      await cancelTestSubscription(ana)
      givenUp.set(at, ana)
      expect(await end).toBe('SIGKILL')
    },
  )
})

test('every failpoint was tried', () => {
  expect([...subscribers.keys(), ...givenUp.keys()].sort()).toEqual([...subscriptionFailpoints].sort())
})

test('healthy processes finish every request: a card page each, or an end with the period, and no charge', async () => {
  processes.worker()
  const open = () => context.db`select 1 from subscription where pending_change is not null`
  await expect.poll(open, { timeout: 45_000, interval: 500 }).toHaveLength(0)
  for (const [at, ana] of subscribers) {
    const { activationUrl } = await readSubscription(ana)
    expect(await submitCardPage(context, activationUrl ?? '', 'good'), at).toMatch(/\/subscription-checkout$/)
    expect((await atProvider(ana)).status, at).toBe('TRIALING')
  }
  for (const [at, ana] of givenUp) {
    expect(await readSubscription(ana), at).toMatchObject({ status: 'TRIALING', cancelAtPeriodEnd: true })
    expect(await atProvider(ana), at).toMatchObject({ status: 'TRIALING', cancelAtPeriodEnd: true })
  }
  expect(
    ((await (await fetch(`${context.simulatorsUrl}/simulators/ledger`)).json()) as { charges: [] }).charges,
  ).toEqual([])
})

/** The subscription as the provider has it. Moving its clock by nothing only reads it. */
async function atProvider(ana: Subscriber): Promise<{ status: string; cancelAtPeriodEnd: boolean }> {
  const url = `${context.simulatorsUrl}/simulators/monei/subscriptions/${await readProviderId(ana)}/clock`
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  return (await answer.json()) as { status: string; cancelAtPeriodEnd: boolean }
}
