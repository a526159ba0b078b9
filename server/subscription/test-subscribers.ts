import { getSubscription, type Subscription, subscribe, unsubscribe } from '@cuida/core/subscription/api.ts'
import type { Ledger } from '@cuida/simulators/kit/context.ts'
import { newPatient, type TestPatient } from '../booking/test-people.ts'
import type { TestContext } from '../testing/test-context.ts'
import { runSubscriptionJobs } from './test-work.ts'

/** Test cards of MONEI and of the simulator (simulators/monei/cards.ts). */
export const TEST_CARDS = {
  good: '4444444444444422',
  challenge: '4444444444444406',
  declined: '4444444444444430',
  once: '4444444444444505',
} as const
/** An address without a server: webhooks are lost. */
export const UNREACHABLE_URL = { PUBLIC_URL: 'http://127.0.0.1:9' }

type Card = keyof typeof TEST_CARDS

export interface Subscriber extends TestPatient {
  context: TestContext
  id: string
}

/** A patient who pressed "subscribe" and has a card page. */
export async function createPendingSubscriber(context: TestContext, patient?: TestPatient): Promise<Subscriber> {
  const payer = patient ?? (await newPatient(context))
  const { status, body } = await context.sendCall(subscribe, { patientId: payer.patientId }, { token: payer.token })
  if (status !== 200 || !body.subscription) throw new Error(`subscribing answered ${status} ${body.code}`)
  await runSubscriptionJobs(context)
  return { ...payer, context, id: body.subscription.id }
}

/** Drops the cached answer, since the cache would follow a change only a moment later. */
export async function readSubscription({ context, patientId, id, token }: Subscriber): Promise<Subscription> {
  context.services.cache.forget(`subscription:${id}`)
  const { status, body } = await context.sendCall(getSubscription, { patientId, subscriptionId: id }, { token })
  if (!body.subscription) throw new Error(`reading answered ${status} ${body.code}`)
  return body.subscription
}

/** Completes the provider's card page. Returns the address that the page redirects to. */
export async function submitCard(subscriber: Subscriber, card: Card | 'cancel'): Promise<string> {
  const { activationUrl } = await readSubscription(subscriber)
  if (!activationUrl) throw new Error('the subscription has no activation URL')
  return submitCardPage(subscriber.context, activationUrl, card)
}

export async function submitCardPage(
  { simulatorsUrl }: TestContext,
  page: string,
  card: Card | 'cancel',
): Promise<string> {
  const decision = card === 'cancel' ? 'cancel' : 'pay'
  const number = card === 'cancel' ? '' : TEST_CARDS[card]
  const answer = await fetch(simulatorsUrl + new URL(page).pathname, {
    method: 'POST',
    body: new URLSearchParams({ decision, number, expiry: '12/34', cvc: '123' }),
    redirect: 'manual',
  })
  if (answer.status !== 303) throw new Error(`the page answered ${answer.status}`)
  return answer.headers.get('location') ?? ''
}

/** A subscriber in the trial, with a valid card. */
export async function createSubscriber(
  context: TestContext,
  card: Card = 'good',
  patient?: TestPatient,
): Promise<Subscriber> {
  const subscriber = await createPendingSubscriber(context, patient)
  await submitCard(subscriber, card)
  await syncTestSubscription(subscriber)
  return subscriber
}

export const cancelTestSubscription = ({ context, patientId, token }: Subscriber) =>
  context.sendCall(unsubscribe, { patientId }, { token })
export const resubscribe = ({ context, patientId, token }: Subscriber, more: { newCard?: boolean } = {}) =>
  context.sendCall(subscribe, { patientId, ...more }, { token })

export async function readProviderId({ context, id }: Pick<Subscriber, 'context' | 'id'>): Promise<string> {
  const [row] = await context.db`select provider_id from subscription where id = ${id}`
  return row?.provider_id
}

/** Advances the provider's clock for this subscription only. */
export async function advanceDays(subscriber: Subscriber, days: number): Promise<void> {
  const url = `${subscriber.context.simulatorsUrl}/simulators/monei/subscriptions/${await readProviderId(subscriber)}/clock`
  const headers = { 'content-type': 'application/json' }
  const { ok } = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ days }) })
  if (!ok) throw new Error('the simulator has no such subscription')
}

/** Makes the subscription due and processes it, as the scheduled job does after a while. */
export async function syncTestSubscription({ context, id }: Pick<Subscriber, 'context' | 'id'>): Promise<void> {
  await context.services.db`
    select graphile_worker.add_job('processSubscription', payload => ${context.db.json({ subscriptionId: id })}::json)`
  await runSubscriptionJobs(context)
}

/** Amounts that the provider took for this subscription, oldest first. */
export async function readChargedAmounts({ context, id }: Subscriber): Promise<number[]> {
  const rows = await context.db<{ amount: number }[]>`
    select amount from subscription_payment
    where subscription_id = ${id} and amount > 0 and status = 'SUCCEEDED' order by paid_at`
  return rows.map(({ amount }) => amount)
}

export async function readLedger({ simulatorsUrl }: Pick<TestContext, 'simulatorsUrl'>): Promise<Ledger> {
  return (await (await fetch(`${simulatorsUrl}/simulators/ledger`)).json()) as Ledger
}

export const readSubscriptionEvents = async ({ context, id }: Subscriber): Promise<string[]> =>
  (await context.db`select status, detail from subscription_event where subscription_id = ${id} order by id`).map(
    ({ status, detail }) => [status, detail].filter(Boolean).join(' '),
  )
