import {
  answerDispute,
  getDispute,
  listDisputes,
  recordDispute,
  recordDisputeOutcome,
} from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import type { TestClinician } from '../../care/test-people.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { readAttempt } from '../order/test-orders.ts'
import { fetchPaymentUpdate } from '../payment/charge-order.ts'
import { REFUND_REASON } from '../test-desk-money.ts'

export type DisputeEvent = 'mediate' | 'agree' | 'giveBack' | 'open' | 'answer' | 'win' | 'lose'

/** Acts as the payer, the bank or the provider at the simulator. */
export async function actOnDispute(context: TestContext, orderId: string, act: DisputeEvent): Promise<void> {
  const { provider, providerPaymentId } = await readAttempt(context, orderId)
  const url = `${context.simulatorsUrl}/simulators/${provider}/disputes/${providerPaymentId}`
  const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams({ act }), redirect: 'manual' })
  if (status !== 303) throw new Error(`the simulator answered ${status} to ${act}`)
}

/** Like `actOnDispute`, and then fetches the payment as a webhook would. */
export async function playDisputeEvents(context: TestContext, orderId: string, ...acts: DisputeEvent[]): Promise<void> {
  for (const act of acts) {
    await actOnDispute(context, orderId, act)
    await fetchOrderPayment(context, orderId)
  }
}

export const fetchOrderPayment = async (context: TestContext, orderId: string) =>
  fetchPaymentUpdate(context.services, await readAttempt(context, orderId), 'webhook')

export async function readDisputeState({ db }: TestContext, orderId: string) {
  const [row] = await db`
    select a.captured, a.refunded, a.charged_back as "chargedBack", o.status,
      (select json_object_agg(d.kind, d.state) from dispute d where d.attempt_id = a.id) as disputes,
      (select json_agg(r.state order by r.created_at) from refund r where r.attempt_id = a.id) as refunds
    from payment_attempt a join care_order o on o.id = a.order_id where o.id = ${orderId}`
  return row
}

export const readDisputeId = async ({ db }: TestContext, orderId: string): Promise<string> => {
  const [row] = await db`
    select d.id from dispute d join payment_attempt a on a.id = d.attempt_id where a.order_id = ${orderId}`
  return row?.id
}

export const createDisputeActions = (context: TestContext, { token }: Pick<TestClinician, 'token'>) => ({
  list: (state: 'undecided' | 'decided' = 'undecided') =>
    context.sendCall(listDisputes, { state, pageSize: '100' }, { token }),
  open: (id: string) => context.sendCall(getDispute, { id }, { token }),
  record: (id: string, amount: number, deadline: string, reason = REFUND_REASON) =>
    context.sendCall(recordDispute, { id, amount, deadline, reference: 'D-17', reason }, { token }),
  answer: (id: string, reason = REFUND_REASON) => context.sendCall(answerDispute, { id, reason }, { token }),
  decide: (id: string, outcome: 'won' | 'lost', reason = REFUND_REASON) =>
    context.sendCall(recordDisputeOutcome, { id, outcome, reason }, { token }),
})
