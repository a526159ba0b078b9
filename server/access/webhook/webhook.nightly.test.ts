import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { insertClinician } from '../../care/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { claimDeliveries } from './delivery-store.ts'
import { postDelivery, sendWebhooks } from './send-webhooks.ts'
import { type Answer, announce, newEndpoint, newReceiver, passTime } from './test-webhooks.ts'

const context = await createTestContext({ env: { WEBHOOKS_TO_LOOPBACK: 'on' } })
const { services, db } = context
const newManager = () => insertClinician(context, { role: 'clinical-manager', isClinician: false })
const [requester, approver] = [await newManager(), await newManager()]
const EVENTS = 400

/** A receiver in trouble: slow, overloaded, broken, or it takes the message and its answer is lost. */
async function answerBadly(): Promise<Answer> {
  const chance = Math.random()
  await sleep(chance * 20)
  if (chance < 0.1) return { status: 500 }
  if (chance < 0.15) return { status: 503, headers: { 'retry-after': '60' } }
  return {}
}

test('in every kind of trouble each event arrives once by its id, whatever its order', async () => {
  const [receiver, other] = [await newReceiver(), await newReceiver()]
  const id = await newEndpoint(context, { requester, approver }, receiver, ['order.paid'])
  await newEndpoint(context, { requester, approver }, other, ['order.paid'])
  receiver.answer = answerBadly
  const orders = Array.from({ length: EVENTS }, () => randomUUID())
  let crashes = 0
  for (const [index, order] of orders.entries()) {
    await announce(context, 'order.paid', order)
    // An outage of an hour in the middle.
    if (index === EVENTS / 2) receiver.answer = () => ({ status: 502 })
    if (index % 40 === 0) {
      // A worker that dies after it sent.
      const claimed = await claimDeliveries(db, id)
      for (const delivery of claimed?.deliveries ?? []) {
        await postDelivery(services, claimed?.target as never, delivery)
        crashes++
      }
    }
    if (index % 10 === 0) await Promise.all([sendWebhooks(services), sendWebhooks(services), sendWebhooks(services)])
    if (index % 20 === 0) await passTime(context, 360)
  }
  receiver.answer = answerBadly
  for (let round = 0; round < 40; round++) {
    await passTime(context, 1_800)
    await Promise.all([sendWebhooks(services), sendWebhooks(services)])
  }
  const arrived = [...receiver.events.values()].map(({ data }) => data.id)
  expect(arrived.sort()).toEqual([...orders].sort())
  expect(receiver.unverified).toBe(0)
  expect(crashes).toBeGreaterThan(0)
  // Without trouble of its own, an endpoint gets each message once.
  expect(other.requests).toHaveLength(EVENTS)
  expect(await db`select from webhook_delivery where state <> 'delivered'`).toHaveLength(0)
})
