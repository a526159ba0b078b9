import type { Product } from '@cuida/core/catalogue/product/product.ts'
import {
  findDeskOrders,
  getDeskOrder,
  listDeskOrders,
  type OrderFilter,
} from '@cuida/core/checkout/order/desk-order-api.ts'
import { listMoneyTasks, resolveMoneyTask } from '@cuida/core/checkout/reconciliation/desk-task-api.ts'
import {
  approveRefund,
  endRefundRequest,
  releasePayment,
  requestRefund,
  retryRefund,
} from '@cuida/core/checkout/refund/desk-refund-api.ts'
import { insertManager } from '../access/people/test-managers.ts'
import type { TestClinician } from '../care/test-people.ts'
import type { TestContext } from '../testing/test-context.ts'
import { placeTestOrder, runCheckoutJobs } from './order/test-orders.ts'
import { createCheckoutContext } from './test-checkout.ts'

export const REFUND_REASON = 'The call failed and the patient wrote to us'

/** A checkout context with two managers, since a manual refund needs both. */
export async function createDeskContext() {
  const { context, product, price } = await createCheckoutContext()
  const ana = await insertManager(context)
  const luis = await insertManager(context)
  return { context, product, price, ana, luis }
}

export const createMoneyActions = (context: TestContext, staff: Pick<TestClinician, 'token'>) => ({
  list: (filter: OrderFilter, page = '1', pageSize = '20') =>
    context.sendCall(listDeskOrders, { filter, page, pageSize }, { token: staff.token }),
  find: (query: string) => context.sendCall(findDeskOrders, { query }, { token: staff.token }),
  open: (id: string) => context.sendCall(getDeskOrder, { id }, { token: staff.token }),
  ask: (id: string, amount: number, reason = REFUND_REASON) =>
    context.sendCall(requestRefund, { id, amount, reason }, { token: staff.token }),
  approve: (id: string) => context.sendCall(approveRefund, { id }, { token: staff.token }),
  end: (id: string, reason = REFUND_REASON) =>
    context.sendCall(endRefundRequest, { id, reason }, { token: staff.token }),
  retry: (id: string, reason = REFUND_REASON) => context.sendCall(retryRefund, { id, reason }, { token: staff.token }),
  release: (id: string, reason = REFUND_REASON) =>
    context.sendCall(releasePayment, { id, reason }, { token: staff.token }),
  tasks: (state: 'open' | 'resolved' = 'open') => context.sendCall(listMoneyTasks, { state }, { token: staff.token }),
  resolve: (id: string, reason = REFUND_REASON) =>
    context.sendCall(resolveMoneyTask, { id, reason }, { token: staff.token }),
})

export const placePaidOrder = async (context: TestContext, product: Product) => {
  const at = await placeTestOrder(context, product, 'good')
  await runCheckoutJobs(context)
  return at
}

export const lastRefundRequestId = (order: { requests: { id: string }[] }): string => order.requests.at(-1)?.id ?? ''

export const statusAndCode = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | null)?.code,
]

/** The audit rows of a subject: action and staff id. */
export const readAuditRows = async ({ db }: TestContext, id: string): Promise<[act: string, staffId: string][]> => {
  const rows = await db`select act, staff_id from audit where subject_id = ${id} and act <> 'view' order by seq`
  return rows.map(({ act, staff_id }) => [act, staff_id])
}

export const readAuditDetails = async ({ db }: TestContext, id: string): Promise<unknown[]> => {
  const rows = await db`select detail from audit where subject_id = ${id} and act <> 'view' order by seq`
  return rows.map(({ detail }) => JSON.parse(detail))
}
