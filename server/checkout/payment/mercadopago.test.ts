import { describe, expect, test } from 'vitest'
import { atCheckout, ledger, order, read, threeCost, work } from '../order/test-orders.ts'
import { checkoutWorld } from '../test-checkout.ts'
import { forgetWaitingJobs, processesOf, unsettled } from './test-processes.ts'

/** The same promises at the other provider: Brazil pays in instalments, and a bank may think for a while. */
const { world, product } = await checkoutWorld({ partner: 'bem-leve' })
const processes = processesOf(world)

const chargesOf = async (orderId: string) => {
  const [attempt] = await world.db`select id from payment_attempt where order_id = ${orderId}`
  return (await ledger(world)).charges.filter(({ reference }) => reference === attempt?.id)
}
/** What the provider keeps of the payment, in its own words. */
async function paymentOf(orderId: string): Promise<Record<string, unknown>> {
  const [attempt] = await world.db`select provider_payment_id as id from payment_attempt where order_id = ${orderId}`
  const headers = { authorization: 'Bearer TEST-cuida-simulator-access-token' }
  const reply = await fetch(`${world.simulatorsUrl}/simulators/mercadopago/v1/payments/${attempt?.id}`, { headers })
  return (await reply.json()) as Record<string, unknown>
}

describe('a card at Mercado Pago', () => {
  test.each([1, 2, 3])('pays in %i instalments: the provider is told the number, and the price once', async (count) => {
    const at = await atCheckout(world, product)
    const shownPartsTotal = count === 3 ? threeCost(product.price.amount) : product.price.amount
    const parts = { installments: count, shownTotal: product.price.amount, shownPartsTotal }
    const placed = await order(world, at, 'good', parts)
    await work(world)
    const paid = await read(world, at.patient, placed.body.workflowId)
    expect(paid).toMatchObject({ status: 'ACTIVE', installments: count, payerTotal: shownPartsTotal })
    expect((await chargesOf(placed.body.workflowId)).map(({ amount }) => amount)).toEqual([product.price.amount])
    expect((await paymentOf(placed.body.workflowId)).installments).toBe(count)
  })

  test('takes no fourth instalment [B4.27] [B9.3]', async () => {
    const at = await atCheckout(world, product)
    expect((await order(world, at, 'good', { installments: 4 })).status).toBe(400)
  })

  test('that is refused leaves the time with the patient, who pays with another', async () => {
    const at = await atCheckout(world, product)
    const first = await order(world, at, 'poor')
    await work(world)
    expect(await read(world, at.patient, first.body.workflowId)).toMatchObject({ status: 'FAILED' })
    const second = await order(world, at, 'good')
    await work(world)
    expect(await read(world, at.patient, second.body.workflowId)).toMatchObject({ status: 'ACTIVE' })
  })
})

describe('the worker dies with a card at Mercado Pago', { tags: ['nightly'] }, () => {
  // It charges in one step: there is no payment to store before the answer.
  const placed: string[] = []
  test.each(['charge.leased', 'charge.answered', 'fact.before-commit', 'fact.committed'] as const)(
    'at %s',
    async (at) => {
      await forgetWaitingJobs(world)
      const checkout = await atCheckout(world, product)
      const end = processes.doomedWorker(at)
      const parts = { installments: 2, shownTotal: product.price.amount }
      placed.push((await order(world, checkout, 'good', parts)).body.workflowId)
      expect(await end).toBe('SIGKILL')
    },
  )

  test('and a healthy one settles every order within 30 s, each charged once', async () => {
    processes.worker()
    await expect.poll(() => unsettled(world), { timeout: 30_000, interval: 500 }).toHaveLength(0)
    for (const id of placed) {
      const [row] = await world.db`select status from care_order where id = ${id}`
      expect(row?.status).toBe('ACTIVE')
      expect(await chargesOf(id)).toHaveLength(1)
    }
  })
})
