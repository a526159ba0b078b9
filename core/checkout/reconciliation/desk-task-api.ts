import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { Currency, Id, Moment, PageQuery, pageOf, Reason } from '../../kit/shapes.ts'
import { differenceKinds } from './reconciliation.ts'

// Where our books and the provider's differ, and money that a person must look at. Amounts in minor units.

export const MoneyTask = v.object({
  id: Id,
  kind: v.picklist(differenceKinds),
  provider: v.string(),
  providerPaymentId: v.nullable(v.string()),
  /** null: no order of ours is meant. */
  orderId: v.nullable(Id),
  /** Whose month it is, where it is no order's. */
  subscriptionId: v.nullable(Id),
  /** Of an invoice: why the provider will not make it, as a code; or its number, where it is to be cancelled. */
  detail: v.nullable(v.string()),
  /** What our books say; null when they say nothing. */
  ours: v.nullable(v.number()),
  theirs: v.nullable(v.number()),
  /** Of our payment; of the partner, where there is none. */
  currency: Currency,
  foundAt: Moment,
  resolvedAt: v.nullable(Moment),
  resolvedBy: v.nullable(v.string()),
  reason: v.nullable(v.string()),
})
export type MoneyTask = v.InferOutput<typeof MoneyTask>

/** Open ones the oldest first, since somebody may be waiting for money; settled ones the last first. */
export const listMoneyTasks = call({
  method: 'GET',
  path: '/desk/tasks',
  ...manager,
  query: v.object({ ...PageQuery, state: v.optional(v.picklist(['open', 'resolved']), 'open') }),
  reply: pageOf(MoneyTask),
  refusals: { NOT_ALLOWED: 403 },
})

/** Says what was found out. Moves no money. `again` sends an invoice that was refused once more. */
export const resolveMoneyTask = call({
  method: 'POST',
  path: '/desk/tasks/:id/resolve',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object({ reason: Reason, again: v.optional(v.boolean()) }),
  reply: MoneyTask,
  refusals: { NOT_ALLOWED: 403, TASK_NOT_FOUND: 404, CHANGED_MEANWHILE: 409 },
})
