import { me } from '@cuida/core/profile/account/api.ts'
import { getPlanTerms, getSubscription, subscribe, unsubscribe } from '@cuida/core/subscription/api.ts'
import { describe, expect, test } from 'vitest'
import { newDependant, newPatient } from '../booking/test-people.ts'
import { issueInvoices } from '../checkout/invoice/invoice.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { isCovered } from './coverage-store.ts'
import {
  advanceDays,
  cancelTestSubscription,
  createPendingSubscriber,
  createSubscriber,
  readChargedAmounts,
  readSubscription,
  readSubscriptionEvents,
  resubscribe,
  type Subscriber,
  submitCard,
  syncTestSubscription,
  UNREACHABLE_URL,
} from './test-subscribers.ts'
import { runSubscriptionJobs } from './test-work.ts'

const context = await createTestContext({ env: UNREACHABLE_URL })

const covers = ({ patientId }: Subscriber) => isCovered(context.db, patientId)
const termsFor = async (token?: string) => (await context.sendCall(getPlanTerms, {}, token ? { token } : {})).body.offer
const daysFromNow = (moment: string | null) => Math.round((Date.parse(moment ?? '') - Date.now()) / 86_400_000)

describe('a new subscriber [B4.30]', () => {
  test('the trial and the cheaper month are offered to new subscribers and to guests', async () => {
    const { token } = await newPatient(context)
    const offer = await termsFor(token)
    expect(offer).toMatchObject({ terms: { amount: 1_900, firstAmount: 950, trialDays: 14 }, currency: 'EUR' })
    expect(await termsFor()).toEqual(offer)
  })

  test('after giving a card on the provider’s page the patient is in the trial, for free [B3.10]', async () => {
    const ana = await createPendingSubscriber(context)
    expect(await readSubscription(ana)).toMatchObject({ status: 'PENDING', currentPeriodEnd: null, payments: [] })
    expect(await covers(ana)).toBe(false)
    expect(await submitCard(ana, 'good')).toMatch(/\/subscription-checkout$/)
    await syncTestSubscription(ana)
    const now = await readSubscription(ana)
    expect(now).toMatchObject({ status: 'TRIALING', lastPaymentStatus: 'SUCCEEDED', activationUrl: null, payments: [] })
    expect(daysFromNow(now.currentPeriodEnd)).toBe(14)
    expect(await covers(ana)).toBe(true)
    expect((await context.sendCall(me, {}, { token: ana.token })).body.subscription).toEqual({
      id: ana.id,
      status: 'TRIALING',
    })
  })

  test('each charged month has an invoice, the trial has none', async () => {
    const ana = await createSubscriber(context)
    const invoices = () => context.db`
      select i.state, i.provider, p.amount from invoice i join subscription_payment p on p.id = i.subscription_payment_id
      where p.subscription_id = ${ana.id} order by p.paid_at`
    expect(await invoices()).toEqual([])
    await advanceDays(ana, 14)
    await syncTestSubscription(ana)
    await syncTestSubscription(ana)
    await advanceDays(ana, 31)
    await syncTestSubscription(ana)
    await issueInvoices(context.services)
    const expectedInvoice = { state: 'issued', provider: 'dummy' }
    expect(await invoices()).toEqual([950, 1_900].map((amount) => ({ ...expectedInvoice, amount })))
  })

  test('the cheaper month follows the trial, and then the full price', async () => {
    const ana = await createSubscriber(context)
    await advanceDays(ana, 14)
    await syncTestSubscription(ana)
    expect(await readSubscription(ana)).toMatchObject({
      status: 'ACTIVE',
      payments: [{ amount: 950, status: 'SUCCEEDED' }],
    })
    await advanceDays(ana, 31)
    await syncTestSubscription(ana)
    await advanceDays(ana, 31)
    await syncTestSubscription(ana)
    expect(await readChargedAmounts(ana)).toEqual([950, 1_900, 1_900])
  })

  test('a patient whose bank shows a challenge is subscribed after answering it', async () => {
    const ana = await createPendingSubscriber(context)
    const bank = await submitCard(ana, 'challenge')
    await syncTestSubscription(ana)
    expect((await readSubscription(ana)).status).toBe('PENDING')
    const body = new URLSearchParams({ decision: 'authorise' })
    await fetch(context.simulatorsUrl + new URL(bank).pathname, { method: 'POST', body, redirect: 'manual' })
    await syncTestSubscription(ana)
    expect((await readSubscription(ana)).status).toBe('TRIALING')
  })

  test('a patient whose card is refused stays pending and gets another page', async () => {
    const ana = await createPendingSubscriber(context)
    await submitCard(ana, 'declined')
    await syncTestSubscription(ana)
    expect(await readSubscription(ana)).toMatchObject({
      status: 'PENDING',
      lastPaymentStatus: 'FAILED',
      activationUrl: null,
    })
    expect((await resubscribe(ana)).body.subscription?.id).toBe(ana.id)
    await runSubscriptionJobs(context)
    await submitCard(ana, 'good')
    await syncTestSubscription(ana)
    expect((await readSubscription(ana)).status).toBe('TRIALING')
  })

  test('a patient who leaves the provider’s page unfinished may start again', async () => {
    const ana = await createPendingSubscriber(context)
    await submitCard(ana, 'cancel')
    await syncTestSubscription(ana)
    expect(await readSubscription(ana)).toMatchObject({ status: 'PENDING', lastPaymentStatus: 'CANCELED' })
  })

  test('a subscription without a card expires after a while, and its patient still counts as new', async () => {
    const ana = await createPendingSubscriber(context)
    await advanceDays(ana, 1)
    await syncTestSubscription(ana)
    expect((await readSubscription(ana)).status).toBe('EXPIRED')
    expect((await termsFor(ana.token))?.terms.trialDays).toBe(14)
    const { body } = await resubscribe(ana)
    expect(body.subscription?.id).not.toBe(ana.id)
  })

  test('two concurrent requests create one subscription [B7.22]', async () => {
    const ana = await newPatient(context)
    const both = await Promise.all([1, 2].map(() => context.sendCall(subscribe, { patientId: ana.patientId }, ana)))
    expect(new Set(both.map(({ body }) => body.subscription?.id)).size).toBe(1)
    await runSubscriptionJobs(context)
    expect(await context.db`select 1 from subscription where account_id = ${ana.accountId}`).toHaveLength(1)
  })
})

describe('a failed renewal', () => {
  async function pastDue(): Promise<Subscriber> {
    const ana = await createSubscriber(context, 'once')
    await advanceDays(ana, 14)
    await syncTestSubscription(ana)
    return ana
  }

  test('the subscription becomes past due, and nothing is charged', async () => {
    const ana = await pastDue()
    expect(await readSubscription(ana)).toMatchObject({ status: 'PAST_DUE', lastPaymentStatus: 'FAILED' })
    expect(await readChargedAmounts(ana)).toEqual([])
  })
  test('the provider tries three times in seven days, the patient is notified each time, and then it ends', async () => {
    const ana = await pastDue()
    await syncTestSubscription(ana)
    const after = async (days: number) => {
      await advanceDays(ana, days)
      await syncTestSubscription(ana)
      return (await readSubscription(ana)).status
    }
    expect([await after(1), await after(2), await after(3.9), await after(0.1)]).toEqual([
      'PAST_DUE',
      'PAST_DUE',
      'PAST_DUE',
      'CANCELED',
    ])
    const [account] = await context.db`select phone from account where id = ${ana.accountId}`
    const outbox = await fetch(`${context.simulatorsUrl}/simulators/outbox?to=${encodeURIComponent(account?.phone)}`)
    const texts = ((await outbox.json()) as { text: string }[]).map(({ text }) => text)
    expect(texts.map((text) => /cancelled|couldn't charge/.exec(text)?.[0])).toEqual([
      'cancelled',
      ...Array(3).fill("couldn't charge"),
    ])
    expect(await readChargedAmounts(ana)).toEqual([])
  })
  test('another card pays the renewal, and the subscription goes on', async () => {
    const ana = await pastDue()
    await resubscribe(ana)
    await runSubscriptionJobs(context)
    expect(await submitCard(ana, 'good')).toMatch(/\/subscription-manager$/)
    await syncTestSubscription(ana)
    expect(await readSubscription(ana)).toMatchObject({
      status: 'ACTIVE',
      lastPaymentStatus: 'SUCCEEDED',
      activationUrl: null,
    })
    expect(await readChargedAmounts(ana)).toEqual([950])
  })
})

describe('cancelling a subscription', () => {
  test('a cancelled subscription stays until the period ends, and nothing more is charged [B1.9] [B7.23]', async () => {
    const ana = await createSubscriber(context)
    expect((await cancelTestSubscription(ana)).body).toMatchObject({
      ok: true,
      subscription: { cancelAtPeriodEnd: true },
    })
    await runSubscriptionJobs(context)
    expect(await readSubscription(ana)).toMatchObject({ status: 'TRIALING', cancelAtPeriodEnd: true })
    expect(await covers(ana)).toBe(true)
    await advanceDays(ana, 14)
    await syncTestSubscription(ana)
    expect((await readSubscription(ana)).status).toBe('CANCELED')
    expect(await covers(ana)).toBe(true)
    expect(await readChargedAmounts(ana)).toEqual([])
  })
  test('a cancellation can be withdrawn before the end', async () => {
    const ana = await createSubscriber(context)
    await cancelTestSubscription(ana)
    await runSubscriptionJobs(context)
    expect((await resubscribe(ana)).body.subscription).toMatchObject({ id: ana.id, cancelAtPeriodEnd: false })
    await runSubscriptionJobs(context)
    await advanceDays(ana, 14)
    await syncTestSubscription(ana)
    expect(await readSubscription(ana)).toMatchObject({ status: 'ACTIVE', cancelAtPeriodEnd: false })
  })
  test('cancelling twice counts once, and the last of several changes wins', async () => {
    const ana = await createSubscriber(context)
    await cancelTestSubscription(ana)
    await cancelTestSubscription(ana)
    await resubscribe(ana)
    await cancelTestSubscription(ana)
    await runSubscriptionJobs(context)
    expect((await readSubscription(ana)).cancelAtPeriodEnd).toBe(true)
    const [row] = await context.db`select pending_change, cancel_at_period_end from subscription where id = ${ana.id}`
    expect(row).toEqual({ pending_change: null, cancel_at_period_end: true })
  })
  test('a returning subscriber pays at once, without another trial', async () => {
    const ana = await createSubscriber(context)
    await cancelTestSubscription(ana)
    await runSubscriptionJobs(context)
    await advanceDays(ana, 14)
    await syncTestSubscription(ana)
    expect((await termsFor(ana.token))?.terms).toEqual({ amount: 1_900, firstAmount: 1_900, trialDays: 0 })
    const back = await createSubscriber(context, 'good', ana)
    expect(back.id).not.toBe(ana.id)
    expect(await readSubscription(back)).toMatchObject({ status: 'ACTIVE' })
    expect(await readChargedAmounts(back)).toEqual([1_900])
  })
})

test('replacing a valid card costs nothing', async () => {
  const ana = await createSubscriber(context)
  expect((await resubscribe(ana)).body.subscription?.activationUrl).toBeNull()
  await resubscribe(ana, { newCard: true })
  await runSubscriptionJobs(context)
  await submitCard(ana, 'once')
  await syncTestSubscription(ana)
  expect(await readSubscription(ana)).toMatchObject({ status: 'TRIALING', activationUrl: null, payments: [] })
  expect(await readSubscriptionEvents(ana)).toEqual(['PENDING', 'TRIALING SUCCEEDED'])
})

describe('refusals', () => {
  const requestSubscription = async (change: { patientId?: string; shown?: object; planId?: string } = {}) => {
    const { patientId, token } = await newPatient(context)
    return context.sendCall(subscribe, { patientId, ...change } as never, { token })
  }
  test('SUBSCRIPTION_NOT_OFFERED where the partner has none', async () => {
    const { config } = context.services
    Object.assign(config, { offersSubscription: false })
    expect(await requestSubscription()).toMatchObject({ status: 404, body: { code: 'SUBSCRIPTION_NOT_OFFERED' } })
    expect(await termsFor()).toBeNull()
    Object.assign(config, { offersSubscription: true })
  })
  test.each([
    { shown: { amount: 100, firstAmount: 950, trialDays: 14 } },
    { shown: { amount: 1_900, firstAmount: 950, trialDays: 90 } },
    { planId: 'another' },
  ])('OFFER_CHANGED for other terms than those on offer: %o', async (change) => {
    expect(await requestSubscription(change)).toMatchObject({ status: 409, body: { code: 'OFFER_CHANGED' } })
  })
  test('PATIENT_NOT_FOUND for a child, and for another account’s patient', async () => {
    const ana = await newPatient(context)
    const child = await newDependant(context, ana, '2020-01-01')
    const other = await newPatient(context)
    for (const patientId of [child, other.patientId])
      for (const call of [subscribe, unsubscribe])
        expect(await context.sendCall(call, { patientId }, ana)).toMatchObject({
          status: 404,
          body: { code: 'PATIENT_NOT_FOUND' },
        })
  })
  test('SUBSCRIPTION_NOT_FOUND for reading another account’s subscription, or an unknown one [B7.21]', async () => {
    const ana = await createSubscriber(context)
    const other = await newPatient(context)
    for (const subscriptionId of [ana.id, crypto.randomUUID()])
      expect(
        await context.sendCall(getSubscription, { patientId: other.patientId, subscriptionId }, other),
      ).toMatchObject({
        status: 404,
        body: { code: 'SUBSCRIPTION_NOT_FOUND' },
      })
  })
  test('SUBSCRIPTION_NOT_FOUND for cancelling none, one that has not begun, or another account’s', async () => {
    const nobody = await newPatient(context)
    const pendingSubscriber = await createPendingSubscriber(context)
    const ana = await createSubscriber(context)
    const requests = [
      context.sendCall(unsubscribe, { patientId: nobody.patientId }, nobody),
      cancelTestSubscription(pendingSubscriber),
      context.sendCall(unsubscribe, { patientId: ana.patientId, subscriptionId: pendingSubscriber.id }, ana),
    ]
    for (const answer of await Promise.all(requests))
      expect(answer).toMatchObject({ status: 404, body: { code: 'SUBSCRIPTION_NOT_FOUND' } })
  })
  test('IDEMPOTENCY_MISMATCH for the same key with another input', async () => {
    const { patientId, token } = await newPatient(context)
    const how = { token, headers: { 'idempotency-key': 'one' } }
    const first = await context.sendCall(subscribe, { patientId }, how)
    expect((await context.sendCall(subscribe, { patientId }, how)).body).toEqual(first.body)
    expect(await context.sendCall(subscribe, { patientId, newCard: true }, how)).toMatchObject({ status: 422 })
  })
})
