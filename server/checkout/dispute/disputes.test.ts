import { ACCOUNT_DOCUMENTS, type PolicySlug } from '@cuida/core/brand/consent/policy.ts'
import { getPayment } from '@cuida/core/checkout/payment/payment-api.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { insertManager } from '../../access/people/test-managers.ts'
import { registrationConsents } from '../../brand/consent/agreements.ts'
import { insertConsents } from '../../brand/consent/consent-store.ts'
import { cancelTestBooking } from '../../care/test-booked.ts'
import type { DisputeSnapshot, PaymentUpdate } from '../../providers/payment/port.ts'
import { checkoutJobs } from '../jobs.ts'
import {
  advanceCheckoutTime,
  placeTestOrder,
  readAttempt,
  readOrderMoney,
  runCheckoutJobs,
  runScheduledJobs,
} from '../order/test-orders.ts'
import { savePaymentUpdate } from '../payment/charge-order.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { createMoneyActions, lastRefundRequestId, placePaidOrder, statusAndCode } from '../test-desk-money.ts'
import { chargebackWebhook, deliverWebhook } from './test-dispute-webhooks.ts'
import {
  actOnDispute,
  createDisputeActions,
  fetchOrderPayment,
  playDisputeEvents,
  readDisputeId,
  readDisputeState,
} from './test-disputes.ts'

/**
 * Mercado Pago reports disputes through its API: in whatever order its updates arrive, the money returns to the payer
 * at most once.
 */
const { context, product, price } = await createCheckoutContext({ partner: 'bem-leve' })
const ana = await insertManager(context)
const luis = await insertManager(context)

describe('a chargeback', () => {
  test('a chargeback is listed with its deadline, and the patient sees that the payment is in dispute', async () => {
    const at = await placePaidOrder(context, product)
    await playDisputeEvents(context, at.id, 'open')
    expect(await readDisputeState(context, at.id)).toMatchObject({
      captured: price,
      chargedBack: 0,
      disputes: { chargeback: 'open' },
    })
    const id = await readDisputeId(context, at.id)
    const { body } = await createDisputeActions(context, ana).list()
    expect(body.items.find((item) => item.id === id)).toMatchObject({
      orderId: at.id,
      kind: 'chargeback',
      state: 'open',
      amount: price,
      provider: 'mercadopago',
      deadline: expect.stringMatching(/^\d{4}-/),
    })
    const { id: paymentId } = await readAttempt(context, at.id)
    const payment = await context.sendCall(getPayment, { id: paymentId }, { token: at.patient.token })
    expect(payment.body).toMatchObject({ status: 'IN_DISPUTE', chargedBack: 0 })
    expect((await createMoneyActions(context, ana).open(at.id)).body).toMatchObject({
      attention: 'disputed',
      disputes: [{ id }],
    })
  })

  test('the evidence has the texts that the payer agreed to, under the titles that they read', async () => {
    const at = await placePaidOrder(context, product)
    const holder = { accountId: at.patient.accountId, patientId: at.patient.patientId }
    const agreed = await registrationConsents(context.services, 'pt-BR')
    await context.db.begin((tx) => insertConsents(tx, holder, agreed))
    await playDisputeEvents(context, at.id, 'open')
    const { body } = await createDisputeActions(context, ana).open(await readDisputeId(context, at.id))
    const titleOf = async (slug: PolicySlug, language: string) =>
      context.services.content.policyDocument(slug, language)?.title
    const documents = await Promise.all(ACCOUNT_DOCUMENTS.map((slug) => titleOf(slug, 'pt-BR')))
    const conditions = await titleOf('terms-of-service', 'en')
    expect(conditions).toMatch(/\w/)
    expect(body.evidence.consents.slice(-3).map(({ kind, title }) => [kind, title])).toEqual([
      ['telemedicine', conditions],
      ...documents.map((title) => ['document', title]),
    ])
  })

  test('a lost chargeback counts as money gone once, however often it is reported', async () => {
    const at = await placePaidOrder(context, product)
    await playDisputeEvents(context, at.id, 'open', 'lose')
    for (let i = 0; i < 3; i++) await fetchOrderPayment(context, at.id)
    expect(await readDisputeState(context, at.id)).toMatchObject({
      refunded: 0,
      chargedBack: price,
      disputes: { chargeback: 'lost' },
    })
    const { body } = await createMoneyActions(context, ana).open(at.id)
    expect(body).toMatchObject({ left: 0, attention: 'charged-back' })
    expect(body.timeline.filter(({ detail }) => detail === 'DISPUTE_LOST')).toHaveLength(1)
    expect(statusAndCode(await createMoneyActions(context, ana).ask(at.id, 1))).toEqual([409, 'MORE_THAN_LEFT'])
  })

  test('a won chargeback leaves the payment paid', async () => {
    const at = await placePaidOrder(context, product)
    await playDisputeEvents(context, at.id, 'open', 'answer', 'win')
    expect(await readDisputeState(context, at.id)).toMatchObject({ chargedBack: 0, disputes: { chargeback: 'won' } })
    const { id: paymentId } = await readAttempt(context, at.id)
    const payment = await context.sendCall(getPayment, { id: paymentId }, { token: at.patient.token })
    expect(payment.body).toMatchObject({ status: 'SUCCEEDED' })
    expect((await createMoneyActions(context, ana).open(at.id)).body).toMatchObject({ left: price, attention: null })
  })

  test('a chargeback that arrives before our own charge’s answer leaves the order paid and in dispute', async () => {
    const at = await placePaidOrder(context, product)
    await actOnDispute(context, at.id, 'open')
    const known = await readAttempt(context, at.id)
    const other = await placeTestOrder(context, product, 'good')
    await context.db`update payment_attempt set state = 'processing' where order_id = ${other.id}`
    // Two concurrent updates, neither of which has seen the other.
    await Promise.all([
      sendCall(other.id, 'open'),
      sendCall(other.id, 'open'),
      fetchOrderPayment(context, at.id),
      fetchOrderPayment(context, at.id),
    ])
    expect(await readDisputeState(context, other.id)).toMatchObject({
      status: 'ACTIVE',
      disputes: { chargeback: 'open' },
    })
    expect(known.state).toBe('succeeded')
  })
})

describe('refunds of a payment in dispute', () => {
  test('the desk refuses the refund with the reason', async () => {
    const at = await placePaidOrder(context, product)
    const { body } = await createMoneyActions(context, ana).ask(at.id, 100)
    await playDisputeEvents(context, at.id, 'open')
    expect(statusAndCode(await createMoneyActions(context, luis).approve(lastRefundRequestId(body)))).toEqual([
      409,
      'PAYMENT_IN_DISPUTE',
    ])
    const other = await placePaidOrder(context, product)
    await playDisputeEvents(context, other.id, 'mediate')
    expect(statusAndCode(await createMoneyActions(context, ana).ask(other.id, 100))).toEqual([
      409,
      'PAYMENT_IN_DISPUTE',
    ])
  })

  test('an owed refund waits, and is sent once the dispute is won', async () => {
    const at = await placePaidOrder(context, product)
    await playDisputeEvents(context, at.id, 'open')
    expect((await cancelTestBooking(context, at)).status).toBe(200)
    await runCheckoutJobs(context)
    await advanceCheckoutTime(context, 120)
    await runScheduledJobs(context)
    expect(await readDisputeState(context, at.id)).toMatchObject({ refunded: 0, refunds: ['pending'] })
    await playDisputeEvents(context, at.id, 'win')
    // The provider refunds nothing of a payment that was ever disputed, even if the dispute was won: a person takes
    // over.
    await runCheckoutJobs(context)
    expect(await readDisputeState(context, at.id)).toMatchObject({ refunded: 0, chargedBack: 0, refunds: ['refused'] })
    const tasks = await context.db`select kind from reconciliation_task where order_id = ${at.id}`
    expect(tasks).toEqual([{ kind: 'REFUND_REFUSED' }])
  })

  test('an owed refund counts as done once the dispute is lost: no money goes twice [C10.7]', async () => {
    const at = await placePaidOrder(context, product)
    expect((await cancelTestBooking(context, at)).status).toBe(200)
    await playDisputeEvents(context, at.id, 'open')
    await runCheckoutJobs(context)
    expect(await readDisputeState(context, at.id)).toMatchObject({ refunded: 0, refunds: ['pending'] })
    await playDisputeEvents(context, at.id, 'lose')
    await runScheduledJobs(context)
    expect(await readDisputeState(context, at.id)).toMatchObject({ refunded: 0, chargedBack: price, refunds: ['done'] })
    expect((await readOrderMoney(context, at.id)).refunded).toEqual([])
  })

  test('a refund that the provider refuses because of a dispute unknown to us waits, and is not marked as refused', async () => {
    const at = await placePaidOrder(context, product)
    await actOnDispute(context, at.id, 'open')
    expect((await cancelTestBooking(context, at)).status).toBe(200)
    await runCheckoutJobs(context)
    expect(await readDisputeState(context, at.id)).toMatchObject({
      refunds: ['pending'],
      disputes: { chargeback: 'open' },
    })
    expect(await context.db`select 1 from reconciliation_task where order_id = ${at.id}`).toHaveLength(0)
  })
})

test('a dispute about refunded money is recorded, and our books show both', async () => {
  const at = await placePaidOrder(context, product)
  expect((await cancelTestBooking(context, at)).status).toBe(200)
  await runCheckoutJobs(context)
  await playDisputeEvents(context, at.id, 'open')
  const { body } = await createDisputeActions(context, ana).open(await readDisputeId(context, at.id))
  expect(body.evidence.refunds).toMatchObject([{ amount: price, state: 'done' }])
  await playDisputeEvents(context, at.id, 'lose')
  expect(await readDisputeState(context, at.id)).toMatchObject({
    refunded: price,
    chargedBack: price,
    refunds: ['done'],
  })
})

describe('a mediation', () => {
  test('a mediation is listed with the day until which the clinic can answer', async () => {
    const at = await placePaidOrder(context, product)
    await playDisputeEvents(context, at.id, 'mediate')
    const { body } = await createDisputeActions(context, ana).open(await readDisputeId(context, at.id))
    const days = (Date.parse(body.deadline ?? '') - Date.now()) / 86_400_000
    expect([body.reference, Math.round(days)]).toEqual([expect.stringMatching(/^5\d{9}$/), 3])
  })

  test('a mediation that ends for the clinic is won', async () => {
    const at = await placePaidOrder(context, product)
    await playDisputeEvents(context, at.id, 'mediate')
    expect(await readDisputeState(context, at.id)).toMatchObject({ disputes: { mediation: 'open' } })
    await playDisputeEvents(context, at.id, 'agree')
    expect(await readDisputeState(context, at.id)).toMatchObject({
      refunded: 0,
      chargedBack: 0,
      disputes: { mediation: 'won' },
    })
  })

  test('a mediation that ends with a refund is lost, and the money is counted once, as that refund', async () => {
    const at = await placePaidOrder(context, product)
    await playDisputeEvents(context, at.id, 'mediate', 'giveBack')
    expect(await readDisputeState(context, at.id)).toMatchObject({
      refunded: price,
      chargedBack: 0,
      disputes: { mediation: 'lost' },
    })
  })

  test('a mediation may become a chargeback: the first is over, the second open', async () => {
    const at = await placePaidOrder(context, product)
    await playDisputeEvents(context, at.id, 'mediate', 'open')
    expect(await readDisputeState(context, at.id)).toMatchObject({ disputes: { mediation: 'won', chargeback: 'open' } })
  })
})

test('a signed dispute webhook leads to its payment, a forged one to nothing, a repeated one counts once', async () => {
  const at = await placePaidOrder(context, product)
  await actOnDispute(context, at.id, 'open')
  const { providerPaymentId } = await readAttempt(context, at.id)
  const headers = { authorization: 'Bearer TEST-cuida-simulator-access-token' }
  const url = `${context.simulatorsUrl}/simulators/mercadopago/v1/chargebacks/search?payment_id=${providerPaymentId}`
  const { results } = (await (await fetch(url, { headers })).json()) as { results: { id: string }[] }
  const note = chargebackWebhook(results[0]?.id ?? '')
  expect(
    await deliverWebhook(context, { ...note, headers: { ...note.headers, 'x-signature': `ts=${Date.now()},v1=00` } }),
  ).toBe(400)
  await runCheckoutJobs(context)
  expect(await readDisputeState(context, at.id)).toMatchObject({ disputes: null })
  expect([await deliverWebhook(context, note), await deliverWebhook(context, note)]).toEqual([200, 200])
  await runCheckoutJobs(context)
  expect(await readDisputeState(context, at.id)).toMatchObject({ disputes: { chargeback: 'open' } })
  expect(await context.db`select 1 from webhook_inbox where dispute_id = ${results[0]?.id ?? ''}`).toHaveLength(1)
})

test('the nightly job finds a dispute whose webhook was lost, and leaves a task where the books still differ', async () => {
  const at = await placePaidOrder(context, product)
  await actOnDispute(context, at.id, 'open')
  const other = await placePaidOrder(context, product)
  await playDisputeEvents(context, other.id, 'open')
  await context.db`
    update dispute set state = 'lost', decided_at = clock_timestamp()
    where attempt_id = ${(await readAttempt(context, other.id)).id}`
  await context.db`update payment_attempt set charged_back = captured where order_id = ${other.id}`
  const { now } = context.services
  context.services.now = () => new Date(Date.now() + 7_200_000)
  await checkoutJobs(context.services).reconcile({})
  context.services.now = now
  expect(await readDisputeState(context, at.id)).toMatchObject({ disputes: { chargeback: 'open' } })
  const tasks = await context.db`select kind, order_id from reconciliation_task where kind = 'DISPUTE_DIFFERS'`
  expect(tasks).toEqual([{ kind: 'DISPUTE_DIFFERS', order_id: other.id }])
})

test('the nightly job asks about each open dispute, however old: an outcome whose webhook was lost is applied', async () => {
  const at = await placePaidOrder(context, product)
  await playDisputeEvents(context, at.id, 'open')
  await actOnDispute(context, at.id, 'lose')
  const { now } = context.services
  context.services.now = () => new Date(Date.now() + 60 * 86_400_000)
  await checkoutJobs(context.services).reconcile({})
  context.services.now = now
  expect(await readDisputeState(context, at.id)).toMatchObject({ chargedBack: price, disputes: { chargeback: 'lost' } })
})

const WORDS = ['paid', 'part back', 'open', 'answered', 'won', 'lost'] as const
type Word = (typeof WORDS)[number]

async function sendCall(orderId: string, event: Word): Promise<void> {
  const attempt = await readAttempt(context, orderId)
  const { id, amount, currency } = attempt
  const paid = { providerPaymentId: `pay-${id}`, amount, currency }
  const result = { kind: 'chargeback', amount, deadline: new Date('2031-01-01T00:00:00Z'), reference: '1' } as const
  const dispute = (state: DisputeSnapshot['state']): DisputeSnapshot => ({ ...result, state })
  const snapshot: PaymentUpdate =
    event === 'paid'
      ? { state: 'succeeded', ...paid }
      : event === 'part back'
        ? { state: 'refunded', ...paid, refundedAmount: 100 }
        : { state: 'succeeded', ...paid, disputes: [dispute(event)] }
  await savePaymentUpdate(context.services, attempt, snapshot, 'webhook')
}

test('updates of payment and dispute in any order, repeated, before or after our own write, end in one state [C10.7]', {
  tags: ['nightly'],
}, async () => {
  const orders = fc.shuffledSubarray([...WORDS, ...WORDS], { minLength: WORDS.length * 2 })
  await fc.assert(
    fc.asyncProperty(orders, async (eventSequence) => {
      await context.db`delete from rate_count`
      const at = await placeTestOrder(context, product, 'good')
      await context.db`update payment_attempt set state = 'processing' where order_id = ${at.id}`
      for (const event of eventSequence) await sendCall(at.id, event)
      expect(await readDisputeState(context, at.id)).toEqual({
        status: 'ACTIVE',
        captured: price,
        refunded: 100,
        chargedBack: price,
        disputes: { chargeback: 'lost' },
        refunds: null,
      })
      const events = await context.db`
        select detail from order_event where order_id = ${at.id} and detail = 'DISPUTE_LOST'`
      expect(events).toHaveLength(1)
    }),
    { numRuns: process.env.NIGHTLY ? 200 : 15 },
  )
})

test('20 concurrent updates of one dispute are one dispute', async () => {
  const at = await placeTestOrder(context, product, 'good')
  await context.db`update payment_attempt set state = 'processing' where order_id = ${at.id}`
  await Promise.all(Array.from({ length: 20 }, (_, i) => sendCall(at.id, i % 2 ? 'lost' : 'open')))
  expect(await readDisputeState(context, at.id)).toMatchObject({ chargedBack: price, disputes: { chargeback: 'lost' } })
})

test('a dispute’s state never regresses, whoever reports it', async () => {
  const at = await placePaidOrder(context, product)
  await playDisputeEvents(context, at.id, 'open', 'lose')
  const back = context.db`update dispute set state = 'open', decided_at = null where id = ${await readDisputeId(context, at.id)}`
  await expect(back).rejects.toMatchObject({ constraint_name: 'dispute_ranked' })
})
