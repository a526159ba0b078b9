import { describe, expect, test } from 'vitest'
import {
  createCheckout,
  orderWithCard,
  readLedger,
  readOrder,
  runCheckoutJobs,
  totalOfThreeInstallments,
} from '../order/test-orders.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { createProcessRunner, deleteWaitingJobs, findUnsettledOrders } from './test-processes.ts'

/** The same guarantees at Mercado Pago, where cards pay in installments and a bank may take its time. */
const { context, product } = await createCheckoutContext({ partner: 'bem-leve' })
const processes = createProcessRunner(context)

const chargesOf = async (orderId: string) => {
  const [attempt] = await context.db`select id from payment_attempt where order_id = ${orderId}`
  return (await readLedger(context)).charges.filter(({ reference }) => reference === attempt?.id)
}
/** The payment in the provider's own format. */
async function paymentOf(orderId: string): Promise<Record<string, unknown>> {
  const [attempt] = await context.db`select provider_payment_id as id from payment_attempt where order_id = ${orderId}`
  const headers = { authorization: 'Bearer TEST-cuida-simulator-access-token' }
  const reply = await fetch(`${context.simulatorsUrl}/simulators/mercadopago/v1/payments/${attempt?.id}`, { headers })
  return (await reply.json()) as Record<string, unknown>
}

describe('a card at Mercado Pago', () => {
  test.each([1, 2, 3])(
    'a card pays in %i installments: the provider gets the number, and the price once',
    async (count) => {
      const at = await createCheckout(context, product)
      const shownInstallmentsTotal = count === 3 ? totalOfThreeInstallments(product.price.amount) : product.price.amount
      const installmentsInput = { installments: count, shownTotal: product.price.amount, shownInstallmentsTotal }
      const placed = await orderWithCard(context, at, 'good', installmentsInput)
      await runCheckoutJobs(context)
      const paid = await readOrder(context, at.patient, placed.body.workflowId)
      expect(paid).toMatchObject({ status: 'ACTIVE', installments: count, payerTotal: shownInstallmentsTotal })
      expect((await chargesOf(placed.body.workflowId)).map(({ amount }) => amount)).toEqual([product.price.amount])
      expect((await paymentOf(placed.body.workflowId)).installments).toBe(count)
    },
  )

  test('a fourth installment is refused [B4.27] [B9.3]', async () => {
    const at = await createCheckout(context, product)
    expect((await orderWithCard(context, at, 'good', { installments: 4 })).status).toBe(400)
  })

  test('a refused card leaves the slot with the patient, who pays with another', async () => {
    const at = await createCheckout(context, product)
    const first = await orderWithCard(context, at, 'poor')
    await runCheckoutJobs(context)
    expect(await readOrder(context, at.patient, first.body.workflowId)).toMatchObject({ status: 'FAILED' })
    const second = await orderWithCard(context, at, 'good')
    await runCheckoutJobs(context)
    expect(await readOrder(context, at.patient, second.body.workflowId)).toMatchObject({ status: 'ACTIVE' })
  })
})

describe('the worker dies with a card at Mercado Pago', { tags: ['nightly'] }, () => {
  // Mercado Pago charges in one step: there is no payment id to store before the answer.
  const placed: string[] = []
  test.each(['charge.leased', 'charge.answered', 'payment-update.before-commit', 'payment-update.committed'] as const)(
    'at %s',
    async (at) => {
      await deleteWaitingJobs(context)
      const checkout = await createCheckout(context, product)
      const end = processes.doomedWorker(at)
      const installmentsInput = { installments: 2, shownTotal: product.price.amount }
      placed.push((await orderWithCard(context, checkout, 'good', installmentsInput)).body.workflowId)
      expect(await end).toBe('SIGKILL')
    },
  )

  test('a healthy worker finishes every order within 30 s, each charged once', async () => {
    processes.worker()
    await expect.poll(() => findUnsettledOrders(context), { timeout: 30_000, interval: 500 }).toHaveLength(0)
    for (const id of placed) {
      const [row] = await context.db`select status from care_order where id = ${id}`
      expect(row?.status).toBe('ACTIVE')
      expect(await chargesOf(id)).toHaveLength(1)
    }
  })
})
