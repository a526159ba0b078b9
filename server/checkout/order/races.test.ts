import { expect, test } from 'vitest'
import { createSecondProcess, lockTestSlot, newCart, newPatient } from '../../booking/test-people.ts'
import { closeAfterTests } from '../../testing/test-contexts.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { createCheckout, orderWithCard, readOrderMoney, runCheckoutJobs } from './test-orders.ts'

const ROUNDS = process.env.NIGHTLY ? 500 : 50
const { context, product } = await createCheckoutContext()
const other = closeAfterTests(await createSecondProcess(context))

test('a hold that expires while its owner pays never sells a slot twice', async () => {
  const ends = { paid: 0, taken: 0 }
  let seconds = 0.012
  for (let round = 0; round < ROUNDS; round++) {
    // All carts come from one address here, beyond its rate limit.
    await context.db`delete from rate_count`
    const payer = await createCheckout(context, product)
    const taker = await newPatient(context)
    const sessionKey = await newCart(context, taker, product)
    const input = { id: payer.clinicianId, productId: product.id, sessionKey, ...payer.time }
    // The speed of the machine decides who wins around the expiry: the winner starts later the next time.
    await context.db`
      update slot_hold set expires_at = clock_timestamp() + make_interval(secs => ${seconds})
      where clinician_id = ${payer.clinicianId} and state = 'held'`
    const [paying, taking] = await Promise.all([
      orderWithCard(context, payer, 'good'),
      lockTestSlot(other, taker, input),
    ])
    const paid = paying.status === 202
    const isTaken = taking.status === 200
    expect(paid && isTaken).toBe(false)
    if (!paid) expect(paying.body.code).toBe('SLOT_LOCK_EXPIRED')
    if (!isTaken) expect(taking.body.code).toBe('SLOT_TAKEN')
    if (paid) ends.paid++
    if (isTaken) ends.taken++
    seconds = Math.max(0, seconds + (paid ? -0.006 : 0.006))
    await runCheckoutJobs(context)
    if (paid) expect((await readOrderMoney(context, paying.body.workflowId)).charged).toHaveLength(1)
    const [row] = await context.db`
      select count(*)::int as live from slot_hold where clinician_id = ${payer.clinicianId} and state <> 'released'`
    expect(row?.live).toBeLessThanOrEqual(1)
  }
  // Both outcomes occurred; otherwise the test never hit the race.
  expect(Math.min(ends.paid, ends.taken)).toBeGreaterThan(0)
})
