import type { Rule } from './test-rule.ts'

/** Payment calls at the desk, which are open to managers only. */
export const MONEY_POLICY: Record<string, Rule> = {
  'GET /desk/orders/:id': { ids: { 'path.id': 'order' }, opens: ['manager'] },
  'POST /desk/orders/:id/refund-requests': {
    ids: { 'path.id': 'order' },
    opens: ['manager'],
    rest: { amount: 100, reason: 'The patient asked for it on the phone' },
  },
  'POST /desk/orders/:id/disputes': {
    ids: { 'path.id': 'order' },
    opens: ['manager'],
    rest: { amount: 100, deadline: '2030-01-01T00:00:00.000Z', reason: 'The provider wrote to us about it' },
  },
  'GET /desk/disputes/:id': { ids: { 'path.id': 'dispute' }, opens: ['manager'] },
  'POST /desk/disputes/:id/answer': {
    ids: { 'path.id': 'dispute' },
    opens: ['manager'],
    rest: { reason: 'The provider wrote to us about it' },
  },
  'POST /desk/disputes/:id/decide': {
    ids: { 'path.id': 'dispute' },
    opens: ['manager'],
    rest: { outcome: 'won', reason: 'The provider wrote to us about it' },
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
  'POST /desk/undelivered-notifications/:id/resolve': {
    ids: { 'path.id': 'undelivered' },
    opens: ['manager'],
    rest: { reason: 'Called them, and they know now' },
  },
  'GET /desk/subscriptions/:id': { ids: { 'path.id': 'subscription' }, opens: ['manager'] },
  'POST /desk/subscriptions/:id/pause': {
    ids: { 'path.id': 'subscription' },
    opens: ['manager'],
    rest: { reason: 'The patient asked for it on the phone' },
  },
  'POST /desk/subscriptions/:id/resume': {
    ids: { 'path.id': 'subscription' },
    opens: ['manager'],
    rest: { reason: 'The patient asked for it on the phone' },
  },
  'POST /desk/subscriptions/:id/release': {
    ids: { 'path.id': 'subscription' },
    opens: ['manager'],
    rest: { reason: 'The patient asked for it on the phone' },
  },
  'POST /desk/subscription-payments/:id/refund-requests': {
    ids: { 'path.id': 'subscriptionCharge' },
    opens: ['manager'],
    rest: { amount: 100, reason: 'The patient asked for it on the phone' },
  },
  'POST /desk/subscription-payments/:id/disputes': {
    ids: { 'path.id': 'subscriptionCharge' },
    opens: ['manager'],
    rest: { amount: 100, deadline: '2030-01-01T00:00:00.000Z', reason: 'The provider wrote to us about it' },
  },
  'POST /desk/subscription-refund-requests/:id/approve': {
    ids: { 'path.id': 'chargeRefundRequest' },
    opens: ['manager'],
  },
  'POST /desk/subscription-refund-requests/:id/end': {
    ids: { 'path.id': 'chargeRefundRequest' },
    opens: ['manager'],
    rest: { reason: 'The patient asked for it on the phone' },
  },
  'POST /desk/subscription-refunds/:id/retry': {
    ids: { 'path.id': 'chargeRefund' },
    opens: ['manager'],
    rest: { reason: 'The patient asked for it on the phone' },
  },
}
