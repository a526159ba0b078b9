import {
  answerDispute,
  decideDispute,
  recordDispute,
  recordMonthDispute,
} from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import {
  approveMonthRefund,
  askMonthRefund,
  endMonthRefundRequest,
  findDeskSubscriptions,
  pauseSubscription,
  releaseSubscription,
  resumeSubscription,
  retryMonthRefund,
} from '@cuida/core/checkout/months/desk-subscription-api.ts'
import { findDeskOrders } from '@cuida/core/checkout/order/desk-order-api.ts'
import { createPromoCode, disablePromoCode } from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { resolveMoneyTask } from '@cuida/core/checkout/reconciliation/desk-task-api.ts'
import {
  approveRefund,
  askRefund,
  endRefundRequest,
  releasePayment,
  retryRefund,
} from '@cuida/core/checkout/refund/desk-refund-api.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { expect, test } from 'vitest'
import { type DisputeAct, useDisputeAct, useRecordDispute } from './dispute/dispute-queries.ts'
import { reportedOf } from './dispute/reported-dispute.ts'
import { useSubscriptionAct, useSubscriptionSearch } from './months/subscription-queries.ts'
import { useMoneyAct, useOrderSearch, useResolveTask } from './order/order-queries.ts'
import { useCreateCode, useDisableCode } from './promo/promo-queries.ts'
import { actOf, type Wish } from './refund/money-act.ts'

const [id, requestId, refundId, paymentId] = [1, 2, 3, 4].map((n) => `10000000-0000-4000-8000-00000000000${n}`) as [
  ...[string, string, string, string],
]
const reason = 'Charged for a call that never was'
const ofOrder = (wish: Wish) => () => given(() => useMoneyAct(id)).mutateAsync(actOf(wish, 1450, reason))
const ofDispute = (act: DisputeAct) => () => given(() => useDisputeAct(id)).mutateAsync({ act, reason })
const typed = { amount: '14,50', deadline: '2026-12-01', reference: ' CB-1 ', reason: ` ${reason} ` }
const ofMonth = (wish: Wish) => () => given(() => useSubscriptionAct(id)).mutateAsync(actOf(wish, 1450, reason))

test.each([
  [
    'part of an order is asked back',
    ofOrder({ name: 'ask', left: 2900 }),
    asks(askRefund, { id, amount: 1450, reason }),
  ],
  ['a yes is a yes', ofOrder({ name: 'approve', requestId, amount: 1450 }), asks(approveRefund, { id: requestId })],
  ['a no is a no', ofOrder({ name: 'decline', requestId }), asks(endRefundRequest, { id: requestId, reason })],
  [
    'who asked takes it back',
    ofOrder({ name: 'withdraw', requestId }),
    asks(endRefundRequest, { id: requestId, reason }),
  ],
  [
    'the refund that failed goes again',
    ofOrder({ name: 'retry', refundId }),
    asks(retryRefund, { id: refundId, reason }),
  ],
  ['a dispute is answered', ofDispute('answer'), asks(answerDispute, { id, reason })],
  ['what was won is won', ofDispute('won'), asks(decideDispute, { id, outcome: 'won', reason })],
  ['what was lost is lost', ofDispute('lost'), asks(decideDispute, { id, outcome: 'lost', reason })],
  [
    'an e-mail of the provider is recorded until the end of its day',
    () => given(() => useRecordDispute({ orderId: id })).mutateAsync(reportedOf(typed)),
    asks(recordDispute, {
      id,
      amount: 1450,
      reference: 'CB-1',
      reason,
      deadline: new Date('2026-12-01T23:59:59').toISOString(),
    }),
  ],
  [
    'and so is one of a month, as of that month',
    () => given(() => useRecordDispute({ monthId: paymentId })).mutateAsync(reportedOf(typed)),
    asks(recordMonthDispute, {
      id: paymentId,
      amount: 1450,
      reference: 'CB-1',
      reason,
      deadline: new Date('2026-12-01T23:59:59').toISOString(),
    }),
  ],
  ['a payment that was set aside', ofOrder({ name: 'release' }), asks(releasePayment, { id, reason })],
  [
    'the month that was meant is asked back, not the newest',
    ofMonth({ name: 'ask', left: 1900, paymentId }),
    asks(askMonthRefund, { id: paymentId, amount: 1450, reason }),
  ],
  [
    'of a month a yes',
    ofMonth({ name: 'approve', requestId, amount: 1450 }),
    asks(approveMonthRefund, { id: requestId }),
  ],
  ['of a month a no', ofMonth({ name: 'decline', requestId }), asks(endMonthRefundRequest, { id: requestId, reason })],
  ['of a month again', ofMonth({ name: 'retry', refundId }), asks(retryMonthRefund, { id: refundId, reason })],
  ['a subscription that was set aside', ofMonth({ name: 'release' }), asks(releaseSubscription, { id, reason })],
  ['a subscription rests', ofMonth({ name: 'pause' }), asks(pauseSubscription, { id, reason })],
  ['a subscription goes on', ofMonth({ name: 'resume' }), asks(resumeSubscription, { id, reason })],
  ['an order is looked for', () => given(useOrderSearch).mutateAsync('4242'), asks(findDeskOrders, { query: '4242' })],
  [
    'a subscription is looked for',
    () => given(useSubscriptionSearch).mutateAsync('4242'),
    asks(findDeskSubscriptions, { query: '4242' }),
  ],
  [
    'a task is done, and may come again',
    () => given(() => useResolveTask(id)).mutateAsync({ reason, again: true }),
    asks(resolveMoneyTask, { id, reason, again: true }),
  ],
  [
    'a code as it was written (promo-wish.test.ts says how)',
    () => given(useCreateCode).mutateAsync({ code: 'HOLA10', percent: 10 } as never),
    asks(createPromoCode, { code: 'HOLA10', percent: 10 } as never),
  ],
  [
    'the code that was meant ends',
    () => given(() => useDisableCode(id)).mutateAsync(reason),
    asks(disablePromoCode, { id, reason }),
  ],
])('%s', async (_, deed, expected) => expect(await leaving(deed)).toEqual([expected]))
