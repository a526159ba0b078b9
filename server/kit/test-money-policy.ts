import type { Rule } from './test-policy.ts'

/** What managers may do with money at the desk: all of it, and nobody else anything. */
export const MONEY_POLICY: Record<string, Rule> = {
  'GET /desk/orders/:id': { ids: { 'path.id': 'order' }, opens: ['manager'] },
  'POST /desk/orders/:id/refund-requests': {
    ids: { 'path.id': 'order' },
    opens: ['manager'],
    rest: { amount: 100, reason: 'The patient asked for it on the phone' },
  },
  'POST /desk/orders/:id/release': {
    ids: { 'path.id': 'order' },
    opens: ['manager'],
    rest: { reason: 'The patient asked for it on the phone' },
  },
  'POST /desk/refund-requests/:id/approve': { ids: { 'path.id': 'refundRequest' }, opens: ['manager'] },
  'POST /desk/refund-requests/:id/end': {
    ids: { 'path.id': 'refundRequest' },
    opens: ['manager'],
    rest: { reason: 'The patient asked for it on the phone' },
  },
  'POST /desk/refunds/:id/retry': {
    ids: { 'path.id': 'refund' },
    opens: ['manager'],
    rest: { reason: 'The patient asked for it on the phone' },
  },
  'POST /desk/tasks/:id/resolve': {
    ids: { 'path.id': 'moneyTask' },
    opens: ['manager'],
    rest: { reason: 'The patient asked for it on the phone' },
  },
}
