import { expect, test } from 'vitest'
import { amountProblem, approvalProblem, closingStateFor } from './refund-request.ts'

const money = { left: 1_000, isOnHold: false, isInDispute: false }
const request = { state: 'open', askedBy: 'ana', amount: 1_000 } as const

test.each([
  [1, money, undefined],
  [1_000, money, undefined],
  [1_001, money, 'MORE_THAN_LEFT'],
  [1, { left: 0, isOnHold: false, isInDispute: false }, 'MORE_THAN_LEFT'],
  [1, { left: 1_000, isOnHold: true, isInDispute: false }, 'PAYMENT_ON_HOLD'],
  [1, { left: 1_000, isOnHold: false, isInDispute: true }, 'PAYMENT_IN_DISPUTE'],
] as const)('a refund of %i from %o: %s', (amount, refundable, problem) =>
  expect(amountProblem(amount, refundable)).toBe(problem),
)

test.each([
  [request, 'luis', money, undefined],
  [request, 'ana', money, 'SAME_PERSON'],
  [{ ...request, state: 'expired' }, 'luis', money, 'REQUEST_EXPIRED'],
  [{ ...request, state: 'approved' }, 'luis', money, 'CHANGED_MEANWHILE'],
  [{ ...request, state: 'withdrawn' }, 'luis', money, 'CHANGED_MEANWHILE'],
  [request, 'luis', { ...money, left: 999 }, 'MORE_THAN_LEFT'],
] as const)('the request %o approved by %s with %o: %s', (proposedRequest, by, refundable, problem) =>
  expect(approvalProblem(proposedRequest, by, refundable)).toBe(problem),
)

test('the requester withdraws, and another manager declines', () => {
  expect([closingStateFor(request, 'ana'), closingStateFor(request, 'luis')]).toEqual(['withdrawn', 'declined'])
})
