import { describe, expect, test } from 'vitest'
import { insertClinician, type TestClinician } from '../../care/test-people.ts'
import { findTampering } from '../../kit/audit.ts'
import {
  advanceDays,
  readChargedAmounts,
  readSubscription,
  type Subscriber,
  syncTestSubscription,
} from '../../subscription/test-subscribers.ts'
import { runSubscriptionJobs } from '../../subscription/test-work.ts'
import { withReasons } from '../../testing/test-audit.ts'
import { processForgottenOrders } from '../jobs.ts'
import {
  createDeskContext,
  createMoneyActions,
  lastRefundRequestId,
  REFUND_REASON,
  statusAndCode,
} from '../test-desk-money.ts'
import { createChargeActions, createPaidCharge, readProviderCharges } from './test-desk-charges.ts'

const { context, ana, luis } = await createDeskContext()

const FIRST = 950
const at = (clinician: TestClinician) => createChargeActions(context, clinician)

async function requestChargeRefund(amount = FIRST): Promise<{ who: Subscriber; chargeId: string; request: string }> {
  const subscriber = await createPaidCharge(context)
  const chargeId = (await at(ana).open(subscriber.id)).body.charges[0]?.id ?? ''
  const { body } = await at(ana).ask(chargeId, amount)
  return { who: subscriber, chargeId, request: lastRefundRequestId(body) }
}

describe('refunds of a subscription charge', () => {
  test('one manager requests and another approves: 20 concurrent approvals refund once, and everything is audited [B4.14]', async () => {
    const { who, request } = await requestChargeRefund()
    expect(await readProviderCharges(who)).toEqual([{ amount: FIRST, refunded: 0 }])
    expect(statusAndCode(await at(ana).approve(request))).toEqual([403, 'SAME_PERSON'])
    const result = await Promise.all(Array.from({ length: 20 }, () => at(luis).approve(request)))
    expect(result.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    await runSubscriptionJobs(context)
    expect(await readProviderCharges(who)).toEqual([{ amount: FIRST, refunded: FIRST }])
    expect((await readSubscription(who)).payments).toMatchObject([{ status: 'REFUNDED', refunded: FIRST }])
    const { body } = await at(ana).open(who.id)
    expect(body).toMatchObject({ attention: null, refunds: [{ state: 'done' }], charges: [{ left: 0 }] })
    expect(body.requests).toMatchObject([{ state: 'approved', isMine: true, reason: REFUND_REASON }])
    expect(body.timeline.map(({ detail }) => detail).slice(-2)).toEqual(['REFUND_ASKED', 'REFUND_APPROVED'])
    const acts = await context.db`select act from audit where subject_id = ${who.id} and act <> 'view' order by seq`
    expect(acts.map(({ act }) => act)).toEqual(['ask-refund', 'approve-refund'])
    expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
    expect(statusAndCode(await at(luis).ask(body.charges[0]?.id ?? '', 1))).toEqual([409, 'MORE_THAN_LEFT'])
  })

  test('partial refunds are possible, also of an older charge; the patient sees each', async () => {
    const { who, chargeId, request } = await requestChargeRefund(300)
    await advanceDays(who, 31)
    await syncTestSubscription(who)
    await at(luis).approve(request)
    await runSubscriptionJobs(context)
    expect((await readSubscription(who)).payments).toMatchObject([
      { amount: 1_900, refunded: 0 },
      { status: 'PARTIALLY_REFUNDED', refunded: 300 },
    ])
    await at(luis).approve(lastRefundRequestId((await at(ana).ask(chargeId, FIRST - 300)).body))
    await runSubscriptionJobs(context)
    expect(await readProviderCharges(who)).toMatchObject([{ refunded: FIRST }, { refunded: 0 }])
    expect((await at(ana).open(who.id)).body.refunds.map(({ state }) => state)).toEqual(['done', 'done'])
  })

  test('a refund goes once though the process died after the provider’s answer, and the scheduled job finds it', async () => {
    const { who, request } = await requestChargeRefund()
    await at(luis).approve(request)
    await context.db`delete from graphile_worker._private_jobs`
    const [refund] = await context.db`
      update refund set refunded_before = 0, created_at = now() - interval '1 hour' where state = 'pending' returning id`
    const [{ name = '' } = {}] = await context.db<{ name: string }[]>`
      select provider_payment_id as name from subscription_payment where subscription_id = ${who.id} and amount > 0`
    const sent = { providerPaymentId: name, refundId: refund?.id, amount: FIRST, currency: 'EUR' } as const
    await context.services.providers.payments.refund(sent)
    await processForgottenOrders(context.services)
    await runSubscriptionJobs(context)
    expect(await readProviderCharges(who)).toEqual([{ amount: FIRST, refunded: FIRST }])
    expect((await at(ana).open(who.id)).body.refunds).toMatchObject([{ state: 'done' }])
  })
})

test('the charge’s invoice shows its number, and becomes a task to cancel once everything is refunded', async () => {
  const { who, chargeId, request } = await requestChargeRefund()
  await context.db`
    update invoice set state = 'issued', provider = 'omie', client_ref = 'c', service_ref = 's', number = 'A-77'
    where subscription_payment_id = ${chargeId}`
  expect((await readSubscription(who)).payments).toMatchObject([{ invoiceNumber: 'A-77' }])
  expect((await at(ana).open(who.id)).body.charges).toMatchObject([{ invoice: { state: 'issued', number: 'A-77' } }])
  await at(luis).approve(request)
  await runSubscriptionJobs(context)
  const tasks = (await createMoneyActions(context, ana).tasks()).body.items.filter(
    ({ subscriptionId }) => subscriptionId === who.id,
  )
  expect(tasks).toMatchObject([{ kind: 'INVOICE_TO_CANCEL', detail: 'A-77', orderId: null }])
})

describe('refused refunds of a charge', () => {
  test('a request beyond the captured amount, of an unpaid or unknown charge, or beside an open request is refused', async () => {
    const { chargeId, request } = await requestChargeRefund(100)
    expect(statusAndCode(await at(luis).ask(chargeId, 100))).toEqual([409, 'REQUEST_OPEN'])
    await at(ana).end(request)
    expect(statusAndCode(await at(ana).ask(chargeId, FIRST + 1))).toEqual([409, 'MORE_THAN_LEFT'])
    expect(statusAndCode(await at(ana).ask(crypto.randomUUID(), 1))).toEqual([404, 'PAYMENT_NOT_FOUND'])
    await context.db`update subscription_payment set status = 'FAILED' where id = ${chargeId}`
    expect(statusAndCode(await at(ana).ask(chargeId, 1))).toEqual([409, 'MORE_THAN_LEFT'])
    const forged = context.db`
      insert into refund (subscription_payment_id, amount, reason, state) values (${chargeId}, 1, 'DESK', 'pending')`
    await expect(forged).rejects.toMatchObject({ constraint_name: 'refunds_within_captured' })
  })

  test('a declined request stays ended, and the routes of orders do not reach a charge', async () => {
    const { request } = await requestChargeRefund()
    expect(statusAndCode(await createMoneyActions(context, luis).approve(request))).toEqual([
      404,
      'REFUND_REQUEST_NOT_FOUND',
    ])
    expect((await at(luis).end(request)).body.requests).toMatchObject([{ state: 'declined', answer: REFUND_REASON }])
    expect(statusAndCode(await at(luis).approve(request))).toEqual([409, 'CHANGED_MEANWHILE'])
    expect(statusAndCode(await at(luis).approve(crypto.randomUUID()))).toEqual([404, 'REFUND_REQUEST_NOT_FOUND'])
    expect(statusAndCode(await at(luis).retry(crypto.randomUUID()))).toEqual([404, 'REFUND_NOT_FOUND'])
  })

  test('clinicians and patients have no access', async () => {
    const { who, request } = await requestChargeRefund()
    const clinician = at(await insertClinician(context))
    expect(statusAndCode(await clinician.open(who.id))).toEqual([403, 'NOT_ALLOWED'])
    expect(statusAndCode(await clinician.list('all'))).toEqual([403, 'NOT_ALLOWED'])
    expect(statusAndCode(await clinician.approve(request))).toEqual([403, 'NOT_ALLOWED'])
    expect((await createChargeActions(context, who).approve(request)).status).toBe(401)
  })

  test('no refund goes while the subscription is on hold, until a manager releases it and the provider is asked again', async () => {
    const { who, request } = await requestChargeRefund()
    await context.db`update subscription set on_hold_at = now() where id = ${who.id}`
    expect(statusAndCode(await at(luis).approve(request))).toEqual([409, 'PAYMENT_ON_HOLD'])
    expect((await at(ana).list('on-hold')).body.items).toMatchObject([{ id: who.id, attention: 'on-hold' }])
    const result = await Promise.all([at(ana).release(who.id), at(luis).release(who.id)])
    expect(result.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await at(luis).approve(request)).status).toBe(200)
    await runSubscriptionJobs(context)
    expect(await readProviderCharges(who)).toMatchObject([{ refunded: FIRST }])
  })
})

test('a refund that the provider refused is a task, and is sent again once, after all that was refunded at the provider', async () => {
  const { who, chargeId, request } = await requestChargeRefund(700)
  const [{ name = '' } = {}] = await context.db<{ name: string }[]>`
    select provider_payment_id as name from subscription_payment where id = ${chargeId}`
  const byHand = { providerPaymentId: name, refundId: crypto.randomUUID(), amount: 100, currency: 'EUR' } as const
  await context.services.providers.payments.refund(byHand)
  await at(luis).approve(request)
  await runSubscriptionJobs(context)
  const { body } = await at(ana).open(who.id)
  expect(body).toMatchObject({ attention: 'refused', refunds: [{ state: 'refused' }] })
  const tasksOf = async () =>
    (await createMoneyActions(context, ana).tasks()).body.items.filter(
      ({ subscriptionId }) => subscriptionId === who.id,
    )
  expect(await tasksOf()).toMatchObject([{ kind: 'REFUND_REFUSED', orderId: null, currency: 'EUR' }])
  const refundId = body.refunds[0]?.id ?? ''
  const result = await Promise.all([at(ana).retry(refundId), at(luis).retry(refundId)])
  expect(result.map(({ status }) => status).sort()).toEqual([200, 409])
  await runSubscriptionJobs(context)
  expect(await readProviderCharges(who)).toMatchObject([{ refunded: 800 }])
  expect((await at(ana).open(who.id)).body).toMatchObject({ refunds: [{ state: 'done' }], charges: [{ left: 150 }] })
  expect(await tasksOf()).toEqual([])
})

describe('a pause by the desk', () => {
  test('a manager pauses with a reason: nothing is charged, the paid period stays, and the subscription can be resumed [B4.30]', async () => {
    const subscriber = await createPaidCharge(context)
    expect((await at(ana).pause(subscriber.id, 'no')).status).toBe(400)
    expect((await at(ana).pause(subscriber.id)).body).toMatchObject({ pendingChange: 'pause', status: 'ACTIVE' })
    await runSubscriptionJobs(context)
    expect(await readSubscription(subscriber)).toMatchObject({ status: 'PAUSED' })
    expect((await at(ana).list('paused')).body.items).toMatchObject([{ id: subscriber.id }])
    await advanceDays(subscriber, 70)
    await syncTestSubscription(subscriber)
    expect(await readChargedAmounts(subscriber)).toEqual([FIRST])
    expect(statusAndCode(await at(luis).pause(subscriber.id))).toEqual([409, 'CHANGED_MEANWHILE'])
    await at(luis).resume(subscriber.id)
    await runSubscriptionJobs(context)
    expect(await readSubscription(subscriber)).toMatchObject({ status: 'ACTIVE' })
    expect(await readChargedAmounts(subscriber)).toEqual([FIRST, 1_900])
    expect(statusAndCode(await at(luis).resume(subscriber.id))).toEqual([409, 'CHANGED_MEANWHILE'])
    const acts = await withReasons(
      context.db,
      context.db`select act, reason from audit where subject_id = ${subscriber.id} order by seq`,
    )
    expect(acts).toMatchObject([
      { act: 'pause-subscription', reason: REFUND_REASON },
      { act: 'resume-subscription', reason: REFUND_REASON },
    ])
  })

  test('two concurrent pauses count once; a pause that is withdrawn before the provider hears of it does nothing', async () => {
    const subscriber = await createPaidCharge(context)
    const result = await Promise.all([at(ana).pause(subscriber.id), at(luis).pause(subscriber.id)])
    expect(result.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await at(luis).resume(subscriber.id)).status).toBe(200)
    await runSubscriptionJobs(context)
    expect(await readSubscription(subscriber)).toMatchObject({ status: 'ACTIVE' })
    expect((await at(ana).open(subscriber.id)).body.pendingChange).toBeNull()
  })

  test('a subscription is found by phone, e-mail and the provider’s id; each search is audited without its text', async () => {
    const subscriber = await createPaidCharge(context)
    const [row] = await context.db`
      select a.phone, s.provider_id from subscription s join account a on a.id = s.account_id where s.id = ${subscriber.id}`
    for (const query of [row?.phone, row?.provider_id, subscriber.id])
      expect((await at(ana).find(query)).body.items).toMatchObject([{ id: subscriber.id }])
    expect((await at(ana).find('4422')).body.items).toEqual([])
    const [last] = await context.db`select detail from audit where act = 'search' order by seq desc limit 1`
    expect(JSON.stringify(last?.detail)).not.toContain('4422')
  })

  test('SUBSCRIPTION_NOT_FOUND for an unknown subscription', async () => {
    const id = crypto.randomUUID()
    for (const act of ['open', 'pause', 'resume', 'release'] as const)
      expect(statusAndCode(await at(ana)[act](id))).toEqual([404, 'SUBSCRIPTION_NOT_FOUND'])
  })
})
