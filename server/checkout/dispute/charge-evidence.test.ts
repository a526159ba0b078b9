import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { recordChargeDispute } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { expect, test } from 'vitest'
import type { Subscriber } from '../../subscription/test-subscribers.ts'
import { runSubscriptionJobs } from '../../subscription/test-work.ts'
import { placeTestOrder, readConsultation } from '../order/test-orders.ts'
import { createChargeActions, createPaidCharge } from '../subscription/test-desk-charges.ts'
import { createDeskContext, REFUND_REASON } from '../test-desk-money.ts'

/**
 * Evidence for a disputed charge: the consultations that its holder booked as a subscriber in that month, and no
 * others.
 */
const { context, ana, product: paidApart } = await createDeskContext()
const products = context.services.content.products('en')
const included = products.find(({ includedInSubscription, scheduled }) => includedInSubscription && scheduled)
if (!included) throw new Error('no product is included in the subscription')
const covered = included
const subscriber = await createPaidCharge(context)
const chargeId = (await createChargeActions(context, ana).open(subscriber.id)).body.charges[0]?.id ?? ''

/** A consultation that was booked so long after the charge, held and signed. Returns its start, which is unique. */
async function met(patient: Subscriber, product: Product, after: string): Promise<string> {
  const order = await placeTestOrder(context, product, product === covered ? undefined : 'good', patient)
  await runSubscriptionJobs(context)
  await context.db`
    update care_order set created_at = (select paid_at from subscription_payment where id = ${chargeId}) + ${after}::interval
    where id = ${order.id}`
  const id = (await readConsultation(context, order.id))?.id
  const [note] = await context.db`
    insert into note (consultation_id, author_id, text) values (${id}, ${ana.staffId}, 'Chest pain since Monday')
    returning signed_at`
  return note?.signed_at.toISOString()
}

test('the evidence names the covered consultations, and none of another month, payment or holder', async () => {
  const first = await met(subscriber, covered, '0')
  const last = await met(subscriber, covered, '1 month -1 second')
  await met(subscriber, covered, '-1 second')
  await met(subscriber, covered, '1 month')
  await met(subscriber, paidApart, '1 day')
  await met(await createPaidCharge(context), covered, '1 day')
  const input = { id: chargeId, amount: 950, deadline: '2031-01-01T00:00:00.000Z', reason: REFUND_REASON }
  const { status, body } = await context.sendCall(recordChargeDispute, input, { token: ana.token })
  expect(status).toBe(201)
  expect(body.evidence.notesSignedAt).toEqual([first, last])
  // Each of the two consultations was queued once; the patient's other consultations add no actions.
  expect(body.evidence.actions.filter(({ type }) => type === 'QUEUED')).toHaveLength(2)
  expect(JSON.stringify(body)).not.toContain('Chest')
})
