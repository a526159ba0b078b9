import { getSubscription, type Subscription, subscribe, unsubscribe } from '@cuida/core/subscription/api.ts'
import type { Ledger } from '@cuida/simulators/kit/world.ts'
import { newPatient, type TestPatient } from '../booking/test-people.ts'
import type { World } from '../testing/test-world.ts'
import { work } from './test-work.ts'

/** MONEI's own test cards and the simulator's (simulators/monei/cards.ts). */
export const CARDS = {
  good: '4444444444444422',
  challenge: '4444444444444406',
  declined: '4444444444444430',
  once: '4444444444444505',
} as const
/** Where nobody listens: what the provider tells by itself is lost, as notifications may be. */
export const DEAF = { PUBLIC_URL: 'http://127.0.0.1:9' }

type Card = keyof typeof CARDS

export interface Subscriber extends TestPatient {
  world: World
  id: string
}

/** Somebody who pressed "subscribe", and whose page for the card is ready. */
export async function beginning(world: World, patient?: TestPatient): Promise<Subscriber> {
  const who = patient ?? (await newPatient(world))
  const { status, body } = await world.tell(subscribe, { patientId: who.patientId }, { token: who.token })
  if (status !== 200 || !body.subscription) throw new Error(`subscribing answered ${status} ${body.code}`)
  await work(world)
  return { ...who, world, id: body.subscription.id }
}

/** What this process remembers is dropped a moment after a change: not waited for. */
export async function read({ world, patientId, id, token }: Subscriber): Promise<Subscription> {
  world.services.cache.forget(`subscription:${id}`)
  const { status, body } = await world.tell(getSubscription, { patientId, subscriptionId: id }, { token })
  if (!body.subscription) throw new Error(`reading answered ${status} ${body.code}`)
  return body.subscription
}

/** What the person does on the provider's page. Returns where it sends them. */
export async function giveCard(subscriber: Subscriber, card: Card | 'cancel'): Promise<string> {
  const { activationUrl } = await read(subscriber)
  if (!activationUrl) throw new Error('there is no page for a card')
  return fillPage(subscriber.world, activationUrl, card)
}

export async function fillPage({ simulatorsUrl }: World, page: string, card: Card | 'cancel'): Promise<string> {
  const verdict = card === 'cancel' ? 'cancel' : 'pay'
  const number = card === 'cancel' ? '' : CARDS[card]
  const answer = await fetch(simulatorsUrl + new URL(page).pathname, {
    method: 'POST',
    body: new URLSearchParams({ verdict, number, expiry: '12/34', cvc: '123' }),
    redirect: 'manual',
  })
  if (answer.status !== 303) throw new Error(`the page answered ${answer.status}`)
  return answer.headers.get('location') ?? ''
}

/** Somebody who is subscribed: in the trial, with a card that pays. */
export async function subscribed(world: World, card: Card = 'good', patient?: TestPatient): Promise<Subscriber> {
  const subscriber = await beginning(world, patient)
  await giveCard(subscriber, card)
  await hearAll(subscriber)
  return subscriber
}

export const giveUp = ({ world, patientId, token }: Subscriber) => world.tell(unsubscribe, { patientId }, { token })
export const again = ({ world, patientId, token }: Subscriber, more: { newCard?: boolean } = {}) =>
  world.tell(subscribe, { patientId, ...more }, { token })

export async function providerIdOf({ world, id }: Pick<Subscriber, 'world' | 'id'>): Promise<string> {
  const [row] = await world.db`select provider_id from subscription where id = ${id}`
  return row?.provider_id
}

/** Lets days pass at the provider, for this subscription alone. */
export async function daysPass(subscriber: Subscriber, days: number): Promise<void> {
  const url = `${subscriber.world.simulatorsUrl}/simulators/monei/subscriptions/${await providerIdOf(subscriber)}/clock`
  const headers = { 'content-type': 'application/json' }
  const { ok } = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ days }) })
  if (!ok) throw new Error('the simulator has no such subscription')
}

/** As the sweep would find it after a while: somebody asks the provider. */
export async function hearAll({ world, id }: Pick<Subscriber, 'world' | 'id'>): Promise<void> {
  await world.services.db`
    select graphile_worker.add_job('pursueSubscription', payload => ${world.db.json({ subscriptionId: id })}::json)`
  await work(world)
}

/** Money that the provider took from this subscription, oldest first. */
export async function moneyOf({ world, id }: Subscriber): Promise<number[]> {
  const rows = await world.db<{ amount: number }[]>`
    select amount from subscription_payment
    where subscription_id = ${id} and amount > 0 and status = 'SUCCEEDED' order by paid_at`
  return rows.map(({ amount }) => amount)
}

export async function ledger({ simulatorsUrl }: Pick<World, 'simulatorsUrl'>): Promise<Ledger> {
  return (await (await fetch(`${simulatorsUrl}/simulators/ledger`)).json()) as Ledger
}

export const eventsOf = async ({ world, id }: Subscriber): Promise<string[]> =>
  (await world.db`select status, detail from subscription_event where subscription_id = ${id} order by id`).map(
    ({ status, detail }) => [status, detail].filter(Boolean).join(' '),
  )
