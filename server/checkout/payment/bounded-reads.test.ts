import { expect, test } from 'vitest'
import { productFor } from '../../booking/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { countRowReads } from '../../testing/test-reads.ts'
import { expireSaveCardRequests, findForgottenCards } from '../card/card-store.ts'
import { placeTestOrder } from '../order/test-orders.ts'

const FAILED = 2_000

const context = await createTestContext()
const orderId = (await placeTestOrder(context, await productFor(context, 'scheduled'), 'good')).id
await context.db`
  insert into payment_attempt (order_id, provider, method, state, saves_card, amount, currency, created_at, changed_at)
  select order_id, provider, method, 'failed', true, amount, currency, now() - n * interval '1 hour',
    now() - n * interval '1 hour'
  from payment_attempt, generate_series(1, ${FAILED}::int) n where order_id = ${orderId}`
await context.owner`analyze payment_attempt`

test('failed attempts are not read to find cards that wait to be saved', async () => {
  const [waiting] = await context.db<{ id: string }[]>`
    update payment_attempt set state = 'succeeded', captured = amount, saves_card = true,
      changed_at = now() - interval '5 minutes'
    where order_id = ${orderId} and state <> 'failed' returning id`
  const { result, read } = await countRowReads(context.db, 'payment_attempt', async (tx) => {
    await expireSaveCardRequests(tx)
    return findForgottenCards(tx)
  })
  expect(result.requests).toEqual([waiting?.id])
  expect(read).toBeLessThan(FAILED / 10)
})
