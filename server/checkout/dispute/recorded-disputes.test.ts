import { expect, test } from 'vitest'
import { insertClinician } from '../../care/test-people.ts'
import { findTampering } from '../../kit/audit.ts'
import {
  createDeskContext,
  createMoneyActions,
  placePaidOrder,
  readAuditRows,
  statusAndCode,
} from '../test-desk-money.ts'
import { actOnDispute, createDisputeActions, fetchOrderPayment, readDisputeState } from './test-disputes.ts'

/** MONEI reports disputes by e-mail only: a manager records the e-mail and later the outcome. */
const { context, product, price, ana } = await createDeskContext()

const DEADLINE = '2031-01-01T00:00:00.000Z'
const recorded = async () => {
  const at = await placePaidOrder(context, product)
  const { status, body } = await createDisputeActions(context, ana).record(at.id, price, DEADLINE)
  expect(status).toBe(201)
  return { at, id: body.id, body }
}

test('MONEI’s API does not show the dispute', async () => {
  const at = await placePaidOrder(context, product)
  await actOnDispute(context, at.id, 'open')
  await fetchOrderPayment(context, at.id)
  expect(await readDisputeState(context, at.id)).toMatchObject({ disputes: null })
  const outbox = await fetch(`${context.simulatorsUrl}/simulators/outbox?to=disputes@merchant.example`)
  const [message] = (await outbox.json()) as { text: string }[]
  expect(message?.text).toMatch(/^Dispute \d+: open\n.*\nRespond at your dashboard before 20/)
})

test('a recorded dispute has its deadline and evidence, and holds refunds', async () => {
  const { at, id, body } = await recorded()
  expect(body).toMatchObject({ state: 'open', deadline: DEADLINE, reference: 'D-17', isByHand: true, amount: price })
  expect(body.evidence).toMatchObject({ notesSignedAt: [], refunds: [] })
  expect(body).toMatchObject({ orderId: at.id, subscriptionId: null })
  expect(body.evidence.actions.map(({ type }) => type)).toContain('QUEUED')
  expect(statusAndCode(await createMoneyActions(context, ana).ask(at.id, 1))).toEqual([409, 'PAYMENT_IN_DISPUTE'])
  expect(statusAndCode(await createDisputeActions(context, ana).record(at.id, price, DEADLINE))).toEqual([
    409,
    'DISPUTE_KNOWN',
  ])
  expect(await readAuditRows(context, at.id)).toEqual([['record-dispute', ana.staffId]])
  expect((await createDisputeActions(context, ana).list()).body.items.map((item) => item.id)).toContain(id)
})

test('a dispute is answered once and decided once, even by ten concurrent decisions', async () => {
  const { at, id } = await recorded()
  const { body } = await createDisputeActions(context, ana).answer(id)
  expect(body).toMatchObject({ state: 'answered', answeredBy: expect.any(String), answeredAt: expect.any(String) })
  expect(statusAndCode(await createDisputeActions(context, ana).answer(id))).toEqual([409, 'CHANGED_MEANWHILE'])
  const result = await Promise.all(
    Array.from({ length: 10 }, (_, i) => createDisputeActions(context, ana).decide(id, i % 2 ? 'won' : 'lost')),
  )
  expect(result.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  const { chargedBack, disputes } = (await readDisputeState(context, at.id)) ?? {}
  expect(chargedBack).toBe(disputes.chargeback === 'lost' ? price : 0)
  expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
})

test('an e-mail that does not fit the payment is refused', async () => {
  const at = await placePaidOrder(context, product)
  expect(statusAndCode(await createDisputeActions(context, ana).record(at.id, price + 1, DEADLINE))).toEqual([
    409,
    'MORE_THAN_PAID',
  ])
  const reply = await createDisputeActions(context, ana).record(at.id, price, '2020-01-01T00:00:00.000Z')
  expect(statusAndCode(reply)).toEqual([409, 'DEADLINE_PASSED'])
})

test('the evidence has no clinical data, and clinicians cannot read it [C10.7]', async () => {
  const { at, id } = await recorded()
  const [consultation] = await context.db`select id from consultation where order_id = ${at.id}`
  await context.db`
    insert into note (consultation_id, author_id, text) values (${consultation?.id}, ${ana.staffId}, 'Chest pain since Monday')`
  const { body } = await createDisputeActions(context, ana).open(id)
  expect(body.evidence.notesSignedAt).toHaveLength(1)
  expect(JSON.stringify(body)).not.toContain('Chest pain')
  const clinician = await insertClinician(context)
  expect((await createDisputeActions(context, clinician).open(id)).status).toBe(403)
  expect((await createDisputeActions(context, clinician).list()).status).toBe(403)
})
