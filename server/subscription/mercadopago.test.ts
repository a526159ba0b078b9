import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import { credentials } from '@cuida/simulators/credentials.ts'
import { CARD_TOKENS, jsonRequest, mercadoPagoCard } from '@cuida/simulators/test-simulators.ts'
import { expect, test } from 'vitest'
import { newPatient } from '../booking/test-people.ts'
import { mercadoPagoSubscriptions } from '../providers/subscription/mercadopago.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { insertSubscription, savePendingChange } from './subscription-store.ts'
import { handleSubscriptionWebhook } from './sync-subscription.ts'
import { readProviderId, type Subscriber, syncTestSubscription } from './test-subscribers.ts'

/** What differs at a provider that takes a card's token and leaves the end of a subscription to us. */
const context = await createTestContext({ partner: 'bem-leve', demo: false })
let aheadMs = 0
const provider = mercadoPagoSubscriptions({
  baseUrl: `${context.simulatorsUrl}/simulators/mercadopago`,
  accessToken: credentials.mercadopago.accessToken,
  now: () => new Date(Date.now() + aheadMs),
})
// The partner's content offers no plan.
Object.assign(context.services.providers, { subscriptions: provider })

type Row = { status: string; pending_change: string | null; ends: boolean; url: string | null; period: Date | null }
async function read({ id }: Pick<Subscriber, 'id'>): Promise<Row> {
  const [row] = await context.db<Row[]>`
    select status, pending_change, cancel_at_period_end as ends, activation_url as url, current_period_end as period
    from subscription where id = ${id}`
  if (!row) throw new Error('the subscription does not exist')
  return row
}

/** A subscriber in the trial, whose card's holder decides later charges (simulators/mercadopago/outcomes.ts). */
async function createSubscriber(holder: string): Promise<Subscriber> {
  const patient = await newPatient(context)
  const terms = { amount: 3_990, firstAmount: 3_990, trialDays: 14 }
  const plan = { planId: '1', planName: 'Plano mensal', provider: VENDOR.mercadopago, currency: 'BRL', terms }
  const id = await context.db.begin((tx) => insertSubscription(tx, { ...plan, ...patient }))
  const subscriber = { ...patient, context, id }
  await syncTestSubscription(subscriber)
  await giveCard(subscriber, holder)
  await syncTestSubscription(subscriber)
  return subscriber
}

async function giveCard(subscriber: Subscriber, holder: string): Promise<void> {
  const answer = await fetch(context.simulatorsUrl + CARD_TOKENS, jsonRequest('POST', mercadoPagoCard(holder)))
  const { id: token } = (await answer.json()) as { id: string }
  await provider.giveCard?.(await readProviderId(subscriber), token)
}

async function daysPass(subscriber: Subscriber, days: number): Promise<void> {
  const path = `/simulators/mercadopago/preapproval/${await readProviderId(subscriber)}/clock`
  expect((await fetch(context.simulatorsUrl + path, jsonRequest('POST', { days }))).ok).toBe(true)
}

const noticesOf = async ({ accountId }: Subscriber): Promise<string[]> =>
  (await context.db`select type from notification where account_id = ${accountId} order by created_at`).map(
    ({ type }) => type,
  )

test('the card is typed in our form, and gives a trial', async () => {
  const ana = await createSubscriber('APRO')
  expect(await read(ana)).toMatchObject({ status: 'TRIALING', pending_change: null })
  expect((await read(ana)).period).not.toBeNull()
})

test('a cancelled subscription keeps its period and can be taken back', async () => {
  const ana = await createSubscriber('APRO')
  const { period } = await read(ana)
  await context.db.begin((tx) => savePendingChange(tx, ana.id, 'end'))
  await syncTestSubscription(ana)
  expect(await read(ana)).toMatchObject({ status: 'TRIALING', ends: true, pending_change: null })
  await context.db.begin((tx) => savePendingChange(tx, ana.id, 'stay'))
  await syncTestSubscription(ana)
  expect(await read(ana)).toMatchObject({ status: 'TRIALING', ends: false, period })
})

test('a cancelled subscription is never charged, and we end it when its period is over', async () => {
  const ana = await createSubscriber('APRO')
  await context.db.begin((tx) => savePendingChange(tx, ana.id, 'end'))
  await syncTestSubscription(ana)
  await daysPass(ana, 15)
  aheadMs = 15 * 86_400_000
  await syncTestSubscription(ana)
  aheadMs = 0
  expect(await read(ana)).toMatchObject({ status: 'CANCELED', pending_change: null })
  expect(await provider.find(await readProviderId(ana))).toMatchObject({ status: 'CANCELED', lastPayment: undefined })
})

test('after the last failed retry we end the subscription at the provider, and tell its holder', async () => {
  const ana = await createSubscriber('FUND')
  const { period } = await read(ana)
  await daysPass(ana, 14)
  await syncTestSubscription(ana)
  expect(await read(ana)).toMatchObject({ status: 'PAST_DUE', period })
  await daysPass(ana, 11)
  await syncTestSubscription(ana)
  expect(await read(ana)).toMatchObject({ status: 'CANCELED', pending_change: null, period })
  expect(await provider.find(await readProviderId(ana))).toMatchObject({ status: 'CANCELED' })
  expect((await noticesOf(ana)).at(-1)).toBe('account-subscription-ended')
})

test('a webhook that names only a payment reaches its subscription, and the payment gets an invoice', async () => {
  const ana = await createSubscriber('APRO')
  await daysPass(ana, 14)
  const providerId = await readProviderId(ana)
  const paymentId = (await provider.find(providerId))?.lastPayment?.id ?? ''
  await handleSubscriptionWebhook(context.services, { provider: 'mercadopago', hint: null, notedId: paymentId })
  expect(await read(ana)).toMatchObject({ status: 'ACTIVE' })
  const invoices = await context.db`
    select p.amount, p.currency, i.state from subscription_payment p join invoice i on i.subscription_payment_id = p.id
    where p.subscription_id = ${ana.id}`
  expect(invoices).toEqual([{ amount: 3_990, currency: 'BRL', state: 'open' }])
})
