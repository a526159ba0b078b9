import { recordChargeDispute } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { listPayments } from '@cuida/core/checkout/payment/payment-api.ts'
import { expect, test } from 'vitest'
import { insertClinician } from '../../care/test-people.ts'
import { findTampering } from '../../kit/audit.ts'
import { runSubscriptionJobs } from '../../subscription/test-work.ts'
import { findForgottenRefunds } from '../payment/forgotten-store.ts'
import { createChargeActions, createPaidCharge, readProviderCharges } from '../subscription/test-desk-charges.ts'
import { createDeskContext, lastRefundRequestId, REFUND_REASON, statusAndCode } from '../test-desk-money.ts'
import { createDisputeActions } from './test-disputes.ts'

/** A subscription charge can be disputed like any payment: MONEI sends an e-mail, and a manager records it. */
const { context, ana, luis } = await createDeskContext()

const FIRST = 950
const DEADLINE = '2031-01-01T00:00:00.000Z'
const record = (id: string, amount = FIRST, deadline = DEADLINE) =>
  context.sendCall(recordChargeDispute, { id, amount, deadline, reason: REFUND_REASON }, { token: ana.token })
const chargeOf = async (id: string) => (await createChargeActions(context, ana).open(id)).body.charges[0]

async function recorded() {
  const subscriber = await createPaidCharge(context)
  const charge = await chargeOf(subscriber.id)
  const { status, body } = await record(charge?.id ?? '')
  expect(status).toBe(201)
  return { who: subscriber, chargeId: charge?.id ?? '', id: body.id, body }
}

test('the dispute is recorded with its evidence and shown at the charge', async () => {
  const { who, chargeId, id, body } = await recorded()
  expect(body).toMatchObject({ orderId: null, subscriptionId: who.id, amount: FIRST, state: 'open', isByHand: true })
  expect(body.evidence).toMatchObject({ amount: FIRST, refunds: [], notesSignedAt: [] })
  expect(body.evidence.actions.map(({ type }) => type)).toEqual(expect.arrayContaining(['PENDING', 'SUCCEEDED']))
  expect(await chargeOf(who.id)).toMatchObject({
    id: chargeId,
    dispute: { id, state: 'open' },
    mayRecordDispute: false,
  })
  expect((await createDisputeActions(context, ana).list()).body.items.map((item) => item.id)).toContain(id)
  const { timeline } = (await createChargeActions(context, ana).open(who.id)).body
  expect(timeline.at(-1)).toMatchObject({ detail: 'DISPUTE_OPENED', source: 'staff' })
})

test('an undecided dispute holds refunds; an owed one is sent once it is won', async () => {
  const subscriber = await createPaidCharge(context)
  const charge = await chargeOf(subscriber.id)
  const refundRequest = lastRefundRequestId((await createChargeActions(context, ana).ask(charge?.id ?? '', 300)).body)
  await createChargeActions(context, luis).approve(refundRequest)
  const { body } = await record(charge?.id ?? '')
  await runSubscriptionJobs(context)
  expect(await readProviderCharges(subscriber)).toMatchObject([{ refunded: 0 }])
  await context.db`update refund set created_at = now() - interval '1 day', checked_at = null`
  expect(await findForgottenRefunds(context.db)).toEqual([])
  expect(statusAndCode(await createChargeActions(context, ana).ask(charge?.id ?? '', 1))).toEqual([
    409,
    'PAYMENT_IN_DISPUTE',
  ])
  expect((await createDisputeActions(context, ana).decide(body.id, 'won')).status).toBe(200)
  await runSubscriptionJobs(context)
  expect(await readProviderCharges(subscriber)).toMatchObject([{ refunded: 300 }])
})

test('a lost dispute takes the money once: an owed refund is not sent in addition [C10.7]', async () => {
  const subscriber = await createPaidCharge(context)
  const charge = await chargeOf(subscriber.id)
  const refundRequest = lastRefundRequestId((await createChargeActions(context, ana).ask(charge?.id ?? '', 300)).body)
  await createChargeActions(context, luis).approve(refundRequest)
  const { body } = await record(charge?.id ?? '')
  const result = await Promise.all(
    Array.from({ length: 6 }, () => createDisputeActions(context, ana).decide(body.id, 'lost')),
  )
  expect(result.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)])
  await runSubscriptionJobs(context)
  expect(await readProviderCharges(subscriber)).toMatchObject([{ refunded: 0 }])
  expect(await chargeOf(subscriber.id)).toMatchObject({ left: 0, dispute: { state: 'lost' } })
  expect((await createChargeActions(context, ana).open(subscriber.id)).body.refunds).toMatchObject([{ state: 'done' }])
  const [row] = await context.db`select charged_back, refunded from subscription_payment where id = ${charge?.id ?? ''}`
  expect(row).toEqual({ charged_back: FIRST, refunded: 0 })
  expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
})

test('the payer sees what the bank took', async () => {
  const { who, id } = await recorded()
  await createDisputeActions(context, ana).decide(id, 'lost')
  const { body } = await context.sendCall(listPayments, { id: who.patientId }, { token: who.token })
  expect(body.items[0]).toMatchObject({ subscriptionId: who.id, chargedBack: FIRST })
})

test('an e-mail that does not fit the charge is refused', async () => {
  const { chargeId } = await recorded()
  expect(statusAndCode(await record(chargeId))).toEqual([409, 'DISPUTE_KNOWN'])
  const { id } = (await chargeOf((await createPaidCharge(context)).id)) ?? { id: '' }
  expect(statusAndCode(await record(id, FIRST + 1))).toEqual([409, 'MORE_THAN_PAID'])
  expect(statusAndCode(await record(id, FIRST, '2020-01-01T00:00:00.000Z'))).toEqual([409, 'DEADLINE_PASSED'])
  expect(statusAndCode(await record('00000000-0000-4000-8000-000000000000'))).toEqual([404, 'PAYMENT_NOT_FOUND'])
})

test('clinicians cannot read the evidence of a charge', async () => {
  const { id } = await recorded()
  const clinician = await insertClinician(context)
  expect((await createDisputeActions(context, clinician).open(id)).status).toBe(403)
})
