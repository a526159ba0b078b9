import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import { giveSubscriptionCard } from '@cuida/core/subscription/api.ts'
import { credentials } from '@cuida/simulators/credentials.ts'
import { CARD_TOKENS, jsonRequest, mercadoPagoCard } from '@cuida/simulators/test-simulators.ts'
import { describe, expect, test, vi } from 'vitest'
import { newPatient } from '../booking/test-people.ts'
import { jobHandlers } from '../jobs.ts'
import { ProviderDown } from '../providers/provider-down.ts'
import { mercadoPagoSubscriptions } from '../providers/subscription/mercadopago.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { insertSubscription, savePendingChange } from './subscription-store.ts'
import { handleSubscriptionWebhook } from './sync-subscription.ts'
import {
  cancelTestSubscription,
  readChargedAmounts,
  readProviderId,
  readSubscription,
  type Subscriber,
  syncTestSubscription,
} from './test-subscribers.ts'

/** What differs at a provider that takes a card's token and leaves the end of a subscription to us. */
const context = await createTestContext({ partner: 'bem-leve', demo: false })
let aheadMs = 0
const provider = mercadoPagoSubscriptions({
  baseUrl: `${context.simulatorsUrl}/simulators/mercadopago`,
  accessToken: credentials.mercadopago.accessToken,
  now: () => new Date(Date.now() + aheadMs),
})
// Its clock is the test's.
Object.assign(context.services.providers, { subscriptions: provider })

type Row = { status: string; pending_change: string | null; ends: boolean; url: string | null; period: Date | null }
async function read({ id }: Pick<Subscriber, 'id'>): Promise<Row> {
  const [row] = await context.db<Row[]>`
    select status, pending_change, cancel_at_period_end as ends, activation_url as url, current_period_end as period
    from subscription where id = ${id}`
  if (!row) throw new Error('the subscription does not exist')
  return row
}

/** A patient who pressed "subscribe" and is asked for a card. */
async function createPending(trialDays = 14): Promise<Subscriber> {
  const patient = await newPatient(context)
  const terms = { amount: 3_990, firstAmount: 3_990, trialDays }
  const plan = { planId: '1', planName: 'Plano mensal', provider: VENDOR.mercadopago, currency: 'BRL', terms }
  const id = await context.db.begin((tx) => insertSubscription(tx, { ...plan, ...patient }))
  const subscriber = { ...patient, context, id }
  await syncTestSubscription(subscriber)
  return subscriber
}

/** A subscriber in the trial, whose card's holder decides later charges (simulators/mercadopago/outcomes.ts). */
async function createSubscriber(holder: string): Promise<Subscriber> {
  const subscriber = await createPending()
  await giveCard(subscriber, await tokenise(holder))
  await syncTestSubscription(subscriber)
  return subscriber
}

async function tokenise(holder: string): Promise<string> {
  const answer = await fetch(context.simulatorsUrl + CARD_TOKENS, jsonRequest('POST', mercadoPagoCard(holder)))
  return ((await answer.json()) as { id: string }).id
}

const giveCard = ({ patientId, id: subscriptionId, token }: Subscriber, cardToken: string) =>
  context.sendCall(giveSubscriptionCard, { patientId, subscriptionId, cardToken }, { token })

/** As the screens do for a new card and for an overdue charge. */
async function askForCard(subscriber: Subscriber): Promise<void> {
  await context.db.begin((tx) => savePendingChange(tx, subscriber.id, 'card'))
  await syncTestSubscription(subscriber)
}

const daysPass = async (subscriber: Subscriber, days: number): Promise<void> =>
  advanceClock(await readProviderId(subscriber), days)

const advanceClock = (providerId: string, days: number): Promise<void> => control(providerId, 'clock', { days })

async function control(providerId: string, name: 'clock' | 'charge', body: object): Promise<void> {
  const path = `/simulators/mercadopago/preapproval/${providerId}/${name}`
  expect((await fetch(context.simulatorsUrl + path, jsonRequest('POST', body))).ok).toBe(true)
}

/** A subscriber without a trial, whose first charge was made long enough ago for the nightly comparison. */
type PastCharge = Subscriber & { charge: string }
async function createPastCharge(): Promise<PastCharge> {
  const subscriber = await createPending(0)
  await daysPass(subscriber, -1)
  await giveCard(subscriber, await tokenise('APRO'))
  await daysPass(subscriber, 1)
  await syncTestSubscription(subscriber)
  const found = await provider.find(await readProviderId(subscriber))
  return { ...subscriber, charge: found?.lastPayment?.id ?? '' }
}

/** The differences that were not known before. */
async function compareAtNight() {
  const before = await context.db`select id from reconciliation_task`
  await jobHandlers(context.services).reconcile({})
  return context.db`
    select t.kind, t.provider_payment_id as payment, t.ours, t.theirs, p.subscription_id as subscription
    from reconciliation_task t left join subscription_payment p on p.id = t.subscription_payment_id
    where t.id <> all(${before.map(({ id }) => id)}::uuid[])`
}

const noticesOf = async ({ accountId }: Subscriber): Promise<string[]> =>
  (await context.db`select type from notification where account_id = ${accountId} order by created_at`).map(
    ({ type }) => type,
  )

test('the card typed in our form starts the trial, and the form closes', async () => {
  const ana = await createPending()
  expect(await read(ana)).toMatchObject({ status: 'PENDING', url: expect.stringMatching(/\/subscription-card$/) })
  const { status, body } = await giveCard(ana, await tokenise('APRO'))
  expect([status, body.subscription]).toMatchObject([200, { status: 'TRIALING', activationUrl: null }])
  expect((await read(ana)).period).not.toBeNull()
})

test('of the cards of two tabs the first is taken, and the other one learns that', async () => {
  const ana = await createPending()
  const tokens = await Promise.all([tokenise('APRO'), tokenise('APRO')])
  const answers = await Promise.all(tokens.map((token) => giveCard(ana, token)))
  expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([200, 'CARD_NOT_REQUESTED'])
})

test('a refused card leaves the form open for another one', async () => {
  const ana = await createPending()
  const refused = await giveCard(ana, await tokenise('CALL'))
  expect([refused.status, refused.body.code]).toEqual([409, 'CARD_NOT_SAVED'])
  expect(await read(ana)).toMatchObject({ status: 'PENDING', url: expect.any(String) })
  expect((await giveCard(ana, await tokenise('APRO'))).status).toBe(200)
})

test.each([14, 0])('a card whose answer was lost counts as given, with a trial of %s days', async (trialDays) => {
  const ana = await createPending(trialDays)
  const token = await tokenise('APRO')
  const lost = vi.spyOn(provider, 'giveCard').mockImplementationOnce(async (...input) => {
    lost.mockRestore()
    await provider.giveCard?.(...input)
    throw new ProviderDown('mercadopago', 'no answer')
  })
  expect((await giveCard(ana, token)).status).toBeGreaterThanOrEqual(500)
  expect((await giveCard(ana, token)).status).toBe(200)
  expect((await read(ana)).url).toBeNull()
})

test('without a trial the subscription waits for its first charge, about an hour', async () => {
  const ana = await createPending(0)
  const { body } = await giveCard(ana, await tokenise('APRO'))
  expect(body.subscription).toMatchObject({ status: 'PENDING', activationUrl: null, awaitsFirstCharge: true })
  await daysPass(ana, 1)
  await syncTestSubscription(ana)
  expect(await readSubscription(ana)).toMatchObject({ status: 'ACTIVE', awaitsFirstCharge: false })
})

test('without a trial the subscription can be cancelled before its first charge, which is never made then', async () => {
  const ana = await createPending(0)
  await giveCard(ana, await tokenise('APRO'))
  const { status, body } = await cancelTestSubscription(ana)
  expect([status, body.subscription]).toMatchObject([200, { status: 'PENDING', cancelAtPeriodEnd: true }])
  await syncTestSubscription(ana)
  expect(await read(ana)).toMatchObject({ status: 'CANCELED', pending_change: null })
  await daysPass(ana, 1)
  expect(await provider.find(await readProviderId(ana))).toMatchObject({ status: 'CANCELED', lastPayment: undefined })
})

test.each([
  ['was made before the provider heard of the cancellation', 'APRO', 'ACTIVE'],
  ['is still in process at the bank', 'CONT', 'PENDING'],
])('a first charge that %s keeps its month, and no other follows', async (_, holder, status) => {
  const ana = await createPending(0)
  await giveCard(ana, await tokenise(holder))
  await daysPass(ana, 1)
  await cancelTestSubscription(ana)
  await syncTestSubscription(ana)
  expect(await read(ana)).toMatchObject({ status, ends: true, pending_change: null })
  const charge = (await provider.find(await readProviderId(ana)))?.lastPayment
  await daysPass(ana, 40)
  expect((await provider.find(await readProviderId(ana)))?.lastPayment).toEqual(charge)
})

describe('a subscription that was cancelled while its first charge was in process', () => {
  /** The bank has answered, and the webhook about it has arrived. */
  async function decideAfterCancellation(isApproved: boolean): Promise<Subscriber> {
    const ana = await createPending(0)
    await giveCard(ana, await tokenise('CONT'))
    await daysPass(ana, 1)
    await syncTestSubscription(ana)
    await cancelTestSubscription(ana)
    await syncTestSubscription(ana)
    const providerId = await readProviderId(ana)
    await control(providerId, 'charge', { isApproved })
    const notedId = (await provider.find(providerId))?.lastPayment?.id ?? ''
    await handleSubscriptionWebhook(context.services, { provider: 'mercadopago', hint: null, notedId })
    return ana
  }

  test('keeps the month that is paid after all, and ends with it', async () => {
    const ana = await decideAfterCancellation(true)
    expect(await read(ana)).toMatchObject({ status: 'ACTIVE', ends: true, pending_change: null })
    expect((await read(ana)).period?.getTime()).toBeGreaterThan(Date.now() + 27 * 86_400_000)
    await daysPass(ana, 40)
    aheadMs = 40 * 86_400_000
    await syncTestSubscription(ana)
    aheadMs = 0
    expect(await read(ana)).toMatchObject({ status: 'CANCELED', pending_change: null })
    expect(await provider.find(await readProviderId(ana))).toMatchObject({ status: 'CANCELED' })
    expect((await readSubscription(ana)).payments).toMatchObject([{ status: 'SUCCEEDED', amount: 3_990, refunded: 0 }])
  })

  test('ends at once when the charge fails, and nothing is owed', async () => {
    const ana = await decideAfterCancellation(false)
    await syncTestSubscription(ana)
    expect(await read(ana)).toMatchObject({ status: 'CANCELED', pending_change: null })
    const atProvider = await provider.find(await readProviderId(ana))
    await daysPass(ana, 40)
    expect(await provider.find(await readProviderId(ana))).toEqual(atProvider)
    expect(atProvider).toMatchObject({ status: 'CANCELED', lastPayment: { status: 'FAILED' } })
    expect(await readChargedAmounts(ana)).toEqual([])
    expect(await noticesOf(ana)).not.toContain('account-charge-unpaid')
  })
})

test('an overdue charge is made once, by the next retry with the new card', async () => {
  const ana = await createSubscriber('FUND')
  await daysPass(ana, 14)
  await syncTestSubscription(ana)
  await askForCard(ana)
  expect((await giveCard(ana, await tokenise('APRO'))).body.subscription).toMatchObject({ status: 'PAST_DUE' })
  await daysPass(ana, 3)
  await syncTestSubscription(ana)
  expect(await read(ana)).toMatchObject({ status: 'ACTIVE', url: null })
  expect(await readChargedAmounts(ana)).toEqual([3_990])
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

test('a charge is refunded at the provider and in its holder’s payments', async () => {
  const ana = await createPending(0)
  await giveCard(ana, await tokenise('APRO'))
  await daysPass(ana, 1)
  await syncTestSubscription(ana)
  const [charge] = await context.db<{ id: string; name: string }[]>`
    select id, provider_payment_id as name from subscription_payment where subscription_id = ${ana.id} and amount > 0`
  if (!charge) throw new Error('there is no charge')
  await context.db`
    insert into refund (subscription_payment_id, amount, reason, state) values (${charge.id}, 1000, 'DESK', 'pending')`
  await jobHandlers(context.services).refundSubscriptionCharge({ chargeId: charge.id })
  expect(await provider.findPayment(charge.name)).toMatchObject({ amount: 3_990, refunded: 1_000, isOurs: true })
  expect((await readSubscription(ana)).payments).toMatchObject([{ status: 'PARTIALLY_REFUNDED', refunded: 1_000 }])
})

describe('the nightly comparison', () => {
  test('a charge that both books have is no difference', async () => {
    await createPastCharge()
    expect(await readChargedAmounts(await createPastCharge())).toEqual([3_990])
    expect(await compareAtNight()).toEqual([])
  })

  test.each([
    [
      'a charge that our books lack is found',
      async (ana: PastCharge) => {
        await context.db`delete from invoice i using subscription_payment p
          where p.id = i.subscription_payment_id and p.provider_payment_id = ${ana.charge}`
        await context.db`delete from subscription_payment where provider_payment_id = ${ana.charge}`
        return { kind: 'UNKNOWN_PAYMENT', payment: ana.charge, ours: null, theirs: 3_990, subscription: null }
      },
    ],
    [
      'a second charge, by a subscription that the provider created twice, is found',
      async (ana: PastCharge) => {
        const { providerId } = await provider.create({
          ...{ id: ana.id, amount: 3_990, currency: 'BRL', description: 'Clinic', trialDays: 0 },
          ...{ customer: { email: 'ana@example.test', name: 'Ana Ruiz' } },
          ...{ callbackUrl: 'https://clinic.test/webhook', returnUrl: 'https://clinic.test' },
        })
        await advanceClock(providerId, -1)
        await provider.giveCard?.(providerId, await tokenise('APRO'))
        await advanceClock(providerId, 1)
        const payment = (await provider.find(providerId))?.lastPayment?.id
        return { kind: 'UNKNOWN_PAYMENT', payment, ours: null, theirs: 3_990, subscription: null }
      },
    ],
    [
      'a charge that the provider lacks is found, with its subscription',
      async () => {
        const payment = '4'
        const { id } = await createPending(0)
        await context.db`
          insert into subscription_payment (subscription_id, provider, provider_payment_id, status, amount, currency,
            version, paid_at)
          values (${id}, 'mercadopago', ${payment}, 'SUCCEEDED', 3990, 'BRL', 1, now() - interval '1 day')`
        return { kind: 'MISSING_PAYMENT', payment, ours: 3_990, theirs: 0, subscription: id }
      },
    ],
  ])('%s', async (_, plant) => {
    const planted = await plant(await createPastCharge())
    expect(await compareAtNight()).toEqual([planted])
  })
})
