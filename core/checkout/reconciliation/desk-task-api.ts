import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { uncountedList } from '../../kit/paged-list.ts'
import { Currency, Id, Moment, Reason } from '../../kit/shapes.ts'
import { differenceKinds } from './reconciliation.ts'

// Differences between our records and the provider's, and other payments that a person must check. Amounts in minor
// units.

export const MoneyTask = v.object({
  id: Id,
  kind: v.picklist(differenceKinds),
  provider: v.string(),
  providerPaymentId: v.nullable(v.string()),
  /** null: no order of ours matches. */
  orderId: v.nullable(Id),
  /** Subscription of the charge; null for an order. */
  subscriptionId: v.nullable(Id),
  /** For an invoice: the code of the provider's refusal, or the number of the invoice to cancel. */
  detail: v.nullable(v.string()),
  /** Amount in our records; null for none. */
  ours: v.nullable(v.number()),
  theirs: v.nullable(v.number()),
  /** Currency of our payment; without one, the partner's. */
  currency: Currency,
  foundAt: Moment,
  resolvedAt: v.nullable(Moment),
  resolvedBy: v.nullable(v.string()),
  reason: v.nullable(v.string()),
})
export type MoneyTask = v.InferOutput<typeof MoneyTask>

/** Open ones oldest first, because patients may wait for money; resolved ones latest first. */
export const listMoneyTasks = call({
  method: 'GET',
  path: '/desk/tasks',
  ...manager,
  ...uncountedList(MoneyTask, { query: { state: v.optional(v.picklist(['open', 'resolved']), 'open') } }),
  refusals: { NOT_ALLOWED: 403 },
})

/** Records the finding and moves no money. `again` sends a refused invoice once more. */
export const resolveMoneyTask = call({
  method: 'POST',
  path: '/desk/tasks/:id/resolve',
  repeat: 'replay',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object({ reason: Reason, again: v.optional(v.boolean()) }),
  reply: MoneyTask,
  refusals: { NOT_ALLOWED: 403, TASK_NOT_FOUND: 404, CHANGED_MEANWHILE: 409 },
})
