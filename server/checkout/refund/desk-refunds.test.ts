import { describe, expect, test } from 'vitest'
import { insertManager } from '../../access/people/test-managers.ts'
import { cancelTestBooking } from '../../care/test-booked.ts'
import { insertClinician } from '../../care/test-people.ts'
import { findTampering } from '../../kit/audit.ts'
import { compareTotals, placeTestOrder, readAttempt, readOrderMoney, runCheckoutJobs } from '../order/test-orders.ts'
import { fetchPaymentUpdate } from '../payment/charge-order.ts'
import {
  createDeskContext,
  createMoneyActions,
  lastRefundRequestId,
  placePaidOrder,
  REFUND_REASON,
  readAuditDetails,
  readAuditRows,
  statusAndCode,
} from '../test-desk-money.ts'

const { context, product, price, ana, luis } = await createDeskContext()

const requestRefund = async (amount = price) => {
  const at = await placePaidOrder(context, product)
  const { body } = await createMoneyActions(context, ana).ask(at.id, amount)
  return { at, request: lastRefundRequestId(body) }
}

describe('manual refunds', () => {
  test('one manager requests and another approves a full refund: it is sent once, with both in the audit [B4.14]', async () => {
    const { at, request } = await requestRefund()
    expect((await readOrderMoney(context, at.id)).refunded).toEqual([])
    const { status, body } = await createMoneyActions(context, luis).approve(request)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      left: 0,
      attention: 'refunding',
      refunds: [{ amount: price, reason: 'DESK', state: 'pending' }],
    })
    await runCheckoutJobs(context)
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [price], refunded: [price] })
    const { body: after } = await createMoneyActions(context, ana).open(at.id)
    expect(after).toMatchObject({ refunded: price, attention: null, refunds: [{ state: 'done' }] })
    expect(after.requests).toMatchObject([{ state: 'approved', isMine: true, reason: REFUND_REASON }])
    expect(after.timeline.map(({ source, detail }) => `${source} ${detail}`)).toEqual([
      ...['app null', 'job null', 'staff REFUND_ASKED', 'staff REFUND_APPROVED', 'job REFUNDED'],
    ])
    expect(await readAuditRows(context, at.id)).toEqual([
      ['ask-refund', ana.staffId],
      ['approve-refund', luis.staffId],
    ])
    const refund = body.refunds[0]?.id
    expect(await readAuditDetails(context, at.id)).toEqual([{ amount: price }, { amount: price, request, refund }])
    expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
  })

  test('partial refunds are possible until nothing is left; the patient sees each', async () => {
    const { at, request } = await requestRefund(1_000)
    await createMoneyActions(context, luis).approve(request)
    await runCheckoutJobs(context)
    const { body } = await createMoneyActions(context, luis).ask(at.id, price - 1_000)
    await createMoneyActions(context, ana).approve(lastRefundRequestId(body))
    await runCheckoutJobs(context)
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [price], refunded: [price - 1_000, 1_000] })
    expect(await at.read()).toMatchObject({ status: 'ACTIVE', refundAmount: price })
    expect(statusAndCode(await createMoneyActions(context, ana).ask(at.id, 1))).toEqual([409, 'MORE_THAN_LEFT'])
  })

  test('20 concurrent approvals refund once', async () => {
    const { at, request } = await requestRefund()
    const result = await Promise.all(
      Array.from({ length: 20 }, () => createMoneyActions(context, luis).approve(request)),
    )
    expect(result.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    await runCheckoutJobs(context)
    expect((await readOrderMoney(context, at.id)).refunded).toEqual([price])
  })

  test('a partial manual refund and an automatic one of the rest, when the patient cancels, add up', async () => {
    const { at, request } = await requestRefund(500)
    await createMoneyActions(context, luis).approve(request)
    expect((await cancelTestBooking(context, at)).status).toBe(200)
    await runCheckoutJobs(context)
    expect((await readOrderMoney(context, at.id)).refunded.sort()).toEqual([500, price - 500].sort())
    expect(await readAttempt(context, at.id)).toMatchObject({ refunded: price })
  })
})

describe('refused refunds', () => {
  test('a manager cannot approve their own request', async () => {
    const { at, request } = await requestRefund()
    expect(statusAndCode(await createMoneyActions(context, ana).approve(request))).toEqual([403, 'SAME_PERSON'])
    const forged = context.db`
      update refund_request set state = 'approved', ended_by = requested_by, ended_at = now(),
        refund_id = (select id from refund limit 1) where id = ${request}`
    await expect(forged).rejects.toMatchObject({ constraint_name: 'approved_by_another' })
    await runCheckoutJobs(context)
    expect((await readOrderMoney(context, at.id)).refunded).toEqual([])
  })

  test.each([
    ['a cent more than was captured', (): number => price + 1, [409, 'MORE_THAN_LEFT']],
    ['nothing', () => 0, [400, 'INVALID']],
    ['half a cent', () => 0.5, [400, 'INVALID']],
  ])('a request for %s is refused', async (_, amount, result) => {
    const at = await placePaidOrder(context, product)
    expect(statusAndCode(await createMoneyActions(context, ana).ask(at.id, amount()))).toEqual(result)
  })

  test('a second open request is refused, also of two concurrent ones', async () => {
    const at = await placePaidOrder(context, product)
    const result = await Promise.all([
      createMoneyActions(context, ana).ask(at.id, 100),
      createMoneyActions(context, luis).ask(at.id, 100),
    ])
    expect(result.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(statusAndCode(await createMoneyActions(context, luis).ask(at.id, 100))).toEqual([409, 'REQUEST_OPEN'])
  })

  test('a request without a reason, for an unknown order or for an unpaid one is refused', async () => {
    const at = await placeTestOrder(context, product, 'poor')
    await runCheckoutJobs(context)
    expect((await createMoneyActions(context, ana).ask(at.id, 100, 'because')).status).toBe(400)
    expect(statusAndCode(await createMoneyActions(context, ana).ask(crypto.randomUUID(), 100))).toEqual([
      404,
      'ORDER_NOT_FOUND',
    ])
    expect(statusAndCode(await createMoneyActions(context, ana).ask(at.id, 100))).toEqual([409, 'MORE_THAN_LEFT'])
    expect(statusAndCode(await createMoneyActions(context, luis).approve(crypto.randomUUID()))).toEqual([
      404,
      'REFUND_REQUEST_NOT_FOUND',
    ])
  })

  test('an approval is refused when the money was refunded automatically meanwhile', async () => {
    const { at, request } = await requestRefund()
    await cancelTestBooking(context, at)
    expect(statusAndCode(await createMoneyActions(context, luis).approve(request))).toEqual([409, 'MORE_THAN_LEFT'])
    await runCheckoutJobs(context)
    expect((await readOrderMoney(context, at.id)).refunded).toEqual([price])
  })

  test('a request expires after seven days, and another is possible then', async () => {
    const { at, request } = await requestRefund()
    await context.db`update refund_request set expires_at = clock_timestamp() where id = ${request}`
    expect(statusAndCode(await createMoneyActions(context, luis).approve(request))).toEqual([409, 'REQUEST_EXPIRED'])
    expect((await createMoneyActions(context, luis).open(at.id)).body.requests).toMatchObject([{ state: 'expired' }])
    expect((await createMoneyActions(context, ana).ask(at.id, 100)).status).toBe(201)
  })

  test('a request that was withdrawn by its requester or declined by another manager stays ended', async () => {
    const { at, request } = await requestRefund()
    const { body } = await createMoneyActions(context, ana).end(request)
    expect(body.requests).toMatchObject([{ state: 'withdrawn', answer: REFUND_REASON }])
    expect(statusAndCode(await createMoneyActions(context, luis).approve(request))).toEqual([409, 'CHANGED_MEANWHILE'])
    const again = lastRefundRequestId((await createMoneyActions(context, ana).ask(at.id, 100)).body)
    expect((await createMoneyActions(context, luis).end(again, 'no')).status).toBe(400)
    expect((await createMoneyActions(context, luis).end(again)).body.requests.at(-1)).toMatchObject({
      state: 'declined',
      answer: REFUND_REASON,
    })
    expect(statusAndCode(await createMoneyActions(context, ana).end(again))).toEqual([409, 'CHANGED_MEANWHILE'])
    expect((await readAuditRows(context, at.id)).map(([act]) => act)).toEqual([
      ...['ask-refund', 'withdraw-refund', 'ask-refund', 'decline-refund'],
    ])
    const ended = [
      { amount: price, request },
      { amount: 100, request: again },
    ]
    expect(await readAuditDetails(context, at.id)).toEqual([{ amount: price }, ended[0], { amount: 100 }, ended[1]])
  })

  test('a manager who was blocked a moment ago can do nothing', async () => {
    const { at, request } = await requestRefund()
    const blocked = await insertManager(context)
    await createMoneyActions(context, blocked).list('all')
    await context.db`update staff set status = 'blocked' where id = ${blocked.staffId}`
    expect((await createMoneyActions(context, blocked).approve(request)).status).toBe(401)
    expect((await readOrderMoney(context, at.id)).refunded).toEqual([])
  })

  test('clinicians and patients have no access', async () => {
    const { at, request } = await requestRefund()
    const clinician = createMoneyActions(context, await insertClinician(context))
    expect(statusAndCode(await clinician.open(at.id))).toEqual([403, 'NOT_ALLOWED'])
    expect(statusAndCode(await clinician.list('all'))).toEqual([403, 'NOT_ALLOWED'])
    expect(statusAndCode(await clinician.tasks())).toEqual([403, 'NOT_ALLOWED'])
    expect(statusAndCode(await clinician.approve(request))).toEqual([403, 'NOT_ALLOWED'])
    expect((await createMoneyActions(context, at.patient).approve(request)).status).toBe(401)
  })

  test('the database refuses refunds beyond the captured amount', async () => {
    const at = await placePaidOrder(context, product)
    const forged = context.db`
      insert into refund (attempt_id, amount, reason, state)
      select id, captured + 1, 'DESK', 'pending' from payment_attempt where order_id = ${at.id}`
    await expect(forged).rejects.toMatchObject({ constraint_name: 'refunds_within_captured' })
  })
})

describe('a refund that the provider refused', () => {
  /** A refused refund: someone has refunded 100 at the provider's own desk, which we do not know yet. */
  const refused = async (amount = 700, byHand = 100) => {
    const { at, request } = await requestRefund(amount)
    const { providerPaymentId, currency } = await readAttempt(context, at.id)
    const refundId = crypto.randomUUID()
    await context.services.providers.payments.refund({
      providerPaymentId: providerPaymentId ?? '',
      refundId,
      amount: byHand,
      currency,
    })
    await createMoneyActions(context, luis).approve(request)
    await runCheckoutJobs(context)
    const { body } = await createMoneyActions(context, ana).open(at.id)
    expect(body).toMatchObject({ attention: 'refused', refunds: [{ state: 'refused' }] })
    return { at, refundId: body.refunds[0]?.id ?? '' }
  }
  const tasksOf = async (orderId: string) =>
    (await createMoneyActions(context, ana).tasks()).body.items.filter((task) => task.orderId === orderId)

  test('a manager sends the refund again, with a reason, once; its task is resolved', async () => {
    const { at, refundId } = await refused()
    expect((await createMoneyActions(context, ana).list('refused')).body.items).toMatchObject([{ id: at.id }])
    expect(await tasksOf(at.id)).toMatchObject([{ kind: 'REFUND_REFUSED' }])
    expect((await createMoneyActions(context, ana).retry(refundId, 'no')).status).toBe(400)
    const result = await Promise.all([
      createMoneyActions(context, ana).retry(refundId),
      createMoneyActions(context, luis).retry(refundId),
    ])
    expect(result.map(({ status }) => status).sort()).toEqual([200, 409])
    await runCheckoutJobs(context)
    expect((await readOrderMoney(context, at.id)).refunded.sort()).toEqual([100, 700])
    expect((await createMoneyActions(context, ana).open(at.id)).body).toMatchObject({
      refunded: 800,
      left: price - 800,
    })
    expect((await readAuditDetails(context, at.id)).at(-1)).toEqual({ refund: refundId })
    expect(await tasksOf(at.id)).toEqual([])
    expect(statusAndCode(await createMoneyActions(context, ana).retry(refundId))).toEqual([409, 'CHANGED_MEANWHILE'])
    expect(statusAndCode(await createMoneyActions(context, ana).retry(crypto.randomUUID()))).toEqual([
      404,
      'REFUND_NOT_FOUND',
    ])
  })

  test('a refund that was made at the provider’s own desk is not sent again', async () => {
    const { at, refundId } = await refused()
    const { providerPaymentId = '', currency } = await readAttempt(context, at.id)
    const refundInput = {
      providerPaymentId: providerPaymentId ?? '',
      refundId: crypto.randomUUID(),
      amount: 600,
      currency,
    }
    await context.services.providers.payments.refund({ ...refundInput, refundedBefore: 100 })
    await createMoneyActions(context, ana).retry(refundId)
    await runCheckoutJobs(context)
    expect((await readOrderMoney(context, at.id)).refunded.sort()).toEqual([100, 600])
    expect((await createMoneyActions(context, ana).open(at.id)).body.refunds).toMatchObject([{ state: 'done' }])
  })

  test('a second refusal is a task again', async () => {
    const { at, refundId } = await refused(price - 100, 200)
    await createMoneyActions(context, ana).retry(refundId)
    expect(await tasksOf(at.id)).toEqual([])
    await runCheckoutJobs(context)
    expect(await tasksOf(at.id)).toMatchObject([{ kind: 'REFUND_REFUSED' }])
  })

  test('a later refund of other money does not mark it as done', async () => {
    const { at, refundId } = await refused()
    const attempt = await readAttempt(context, at.id)
    await fetchPaymentUpdate(context.services, attempt, 'job')
    await createMoneyActions(context, luis).approve(
      lastRefundRequestId((await createMoneyActions(context, ana).ask(at.id, 650)).body),
    )
    await runCheckoutJobs(context)
    const states = async () =>
      (await createMoneyActions(context, ana).open(at.id)).body.refunds.map(({ state }) => state)
    expect(await states()).toEqual(['refused', 'done'])
    await createMoneyActions(context, ana).retry(refundId)
    await runCheckoutJobs(context)
    expect(await states()).toEqual(['done', 'done'])
    expect((await readOrderMoney(context, at.id)).refunded.sort()).toEqual([100, 650, 700])
  })
})

test('our books and the provider’s agree to the cent for all untouched payments', async () => {
  const { ours, theirs } = await compareTotals(context)
  expect(ours?.refunded).toBe(theirs.refunded)
})
