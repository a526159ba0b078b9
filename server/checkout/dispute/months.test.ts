import { recordMonthDispute } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { listPayments } from '@cuida/core/checkout/payment/payment-api.ts'
import { expect, test } from 'vitest'
import { insertClinician } from '../../care/test-people.ts'
import { findTampering } from '../../kit/audit.ts'
import { work } from '../../subscription/test-work.ts'
import { paidMonth, theirMonths, withMonths } from '../months/test-desk-months.ts'
import { codeOf, createDeskContext, lastRequest, WHY } from '../test-desk-money.ts'
import { disputesAt } from './test-disputes.ts'

/** A month of a subscription is disputed like any other payment; MONEI writes an e-mail, and a manager writes down what stands in it. */
const { context, ana, luis } = await createDeskContext()

const FIRST = 950
const DEADLINE = '2031-01-01T00:00:00.000Z'
const record = (id: string, amount = FIRST, deadline = DEADLINE) =>
  context.sendCall(recordMonthDispute, { id, amount, deadline, reason: WHY }, { token: ana.token })
const monthOf = async (id: string) => (await withMonths(context, ana).open(id)).body.months[0]

async function recorded() {
  const who = await paidMonth(context)
  const month = await monthOf(who.id)
  const { status, body } = await record(month?.id ?? '')
  expect(status).toBe(201)
  return { who, monthId: month?.id ?? '', id: body.id, body }
}

test('it is written down with its evidence, and the month says so', async () => {
  const { who, monthId, id, body } = await recorded()
  expect(body).toMatchObject({ orderId: null, subscriptionId: who.id, amount: FIRST, state: 'open', isByHand: true })
  expect(body.evidence).toMatchObject({ amount: FIRST, refunds: [], notesSignedAt: [] })
  expect(body.evidence.actions.map(({ type }) => type)).toEqual(expect.arrayContaining(['PENDING', 'SUCCEEDED']))
  expect(await monthOf(who.id)).toMatchObject({ id: monthId, dispute: { id, state: 'open' }, mayRecordDispute: false })
  expect((await disputesAt(context, ana).list()).body.items.map((item) => item.id)).toContain(id)
  const { timeline } = (await withMonths(context, ana).open(who.id)).body
  expect(timeline.at(-1)).toMatchObject({ detail: 'DISPUTE_OPENED', source: 'staff' })
})

test('nothing of it goes back while it is undecided; what was promised goes once it is won', async () => {
  const who = await paidMonth(context)
  const month = await monthOf(who.id)
  const asked = lastRequest((await withMonths(context, ana).ask(month?.id ?? '', 300)).body)
  await withMonths(context, luis).approve(asked)
  const { body } = await record(month?.id ?? '')
  await work(context)
  expect(await theirMonths(who)).toMatchObject([{ refunded: 0 }])
  expect(codeOf(await withMonths(context, ana).ask(month?.id ?? '', 1))).toEqual([409, 'PAYMENT_IN_DISPUTE'])
  expect((await disputesAt(context, ana).decide(body.id, 'won')).status).toBe(200)
  await work(context)
  expect(await theirMonths(who)).toMatchObject([{ refunded: 300 }])
})

test('lost, it counts as money gone, once: a refund that was promised does not go beside it [C10.7]', async () => {
  const who = await paidMonth(context)
  const month = await monthOf(who.id)
  const asked = lastRequest((await withMonths(context, ana).ask(month?.id ?? '', 300)).body)
  await withMonths(context, luis).approve(asked)
  const { body } = await record(month?.id ?? '')
  const result = await Promise.all(Array.from({ length: 6 }, () => disputesAt(context, ana).decide(body.id, 'lost')))
  expect(result.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)])
  await work(context)
  expect(await theirMonths(who)).toMatchObject([{ refunded: 0 }])
  expect(await monthOf(who.id)).toMatchObject({ left: 0, dispute: { state: 'lost' } })
  expect((await withMonths(context, ana).open(who.id)).body.refunds).toMatchObject([{ state: 'done' }])
  const [row] = await context.db`select charged_back, refunded from subscription_payment where id = ${month?.id ?? ''}`
  expect(row).toEqual({ charged_back: FIRST, refunded: 0 })
  expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
})

test('its payer reads what the bank took', async () => {
  const { who, id } = await recorded()
  await disputesAt(context, ana).decide(id, 'lost')
  const { body } = await context.sendCall(listPayments, { id: who.patientId }, { token: who.token })
  expect(body.items[0]).toMatchObject({ subscriptionId: who.id, chargedBack: FIRST })
})

test('an e-mail that cannot be is refused', async () => {
  const { monthId } = await recorded()
  expect(codeOf(await record(monthId))).toEqual([409, 'DISPUTE_KNOWN'])
  const { id } = (await monthOf((await paidMonth(context)).id)) ?? { id: '' }
  expect(codeOf(await record(id, FIRST + 1))).toEqual([409, 'MORE_THAN_PAID'])
  expect(codeOf(await record(id, FIRST, '2020-01-01T00:00:00.000Z'))).toEqual([409, 'DEADLINE_PASSED'])
  expect(codeOf(await record('00000000-0000-4000-8000-000000000000'))).toEqual([404, 'PAYMENT_NOT_FOUND'])
})

test('no clinician reads the evidence of a month', async () => {
  const { id } = await recorded()
  const clinician = await insertClinician(context)
  expect((await disputesAt(context, clinician).open(id)).status).toBe(403)
})
