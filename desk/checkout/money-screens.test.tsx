import { answerDispute, getDispute, recordDisputeOutcome } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { getDeskOrder } from '@cuida/core/checkout/order/desk-order-api.ts'
import {
  approveRefund,
  endRefundRequest,
  releasePayment,
  requestRefund,
  retryRefund,
} from '@cuida/core/checkout/refund/desk-refund-api.ts'
import { getDeskSubscription, requestChargeRefund } from '@cuida/core/checkout/subscription/desk-subscription-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockDeskServer, renderDeskScreen } from '../test-desk-screen.ts'
import { DisputeDetail } from './dispute/DisputeDetail.tsx'
import { OrderDetail } from './order/OrderDetail.tsx'
import { SubscriptionDetail } from './subscription/SubscriptionDetail.tsx'

const NOW = '2026-11-26T10:00:00Z'
beforeEach(() => freezeTime(NOW))

const REASON = 'The patient called and was right'
const request = (more: object = {}) => ({
  id: 'r-1',
  amount: 1000,
  reason: 'Never came',
  state: 'open',
  askedBy: 'Juan',
  isMine: false,
  askedAt: NOW,
  expiresAt: '2026-12-03T10:00:00Z',
  endedBy: null,
  endedAt: null,
  answer: null,
  ...more,
})
const refund = (state: string) => ({
  id: `back-${state}`,
  amount: 1000,
  reason: 'PATIENT_CANCELLED',
  state,
  createdAt: NOW,
  settledAt: null,
})

describe('the page of an order', () => {
  const ORDER = {
    id: 'o-1',
    status: 'ACTIVE',
    failureReason: null,
    productName: 'General',
    amount: 2900,
    currency: 'EUR',
    refunded: 0,
    attention: null,
    createdAt: NOW,
    payer: { accountId: 'a-1', name: 'Ana Ruiz' },
    left: 2900,
    paymentMethod: 'CARD_FIRST_PAYMENT',
    maskedCardNumber: null,
    installments: 1,
    payerTotal: 2900,
    cancelledBy: null,
    attempts: [],
    requests: [],
    refunds: [],
    disputes: [],
    mayRecordDispute: false,
    hold: null,
    consultation: null,
    timeline: [],
  }
  async function order(more: object = {}) {
    const server = mockDeskServer()
    server.reply(getDeskOrder, { ...ORDER, ...more })
    for (const call of [requestRefund, approveRefund, endRefundRequest, retryRefund, releasePayment])
      server.reply(call, { ...ORDER, ...more })
    return { server, page: await renderDeskScreen(<OrderDetail id="o-1" />, { at: '/orders/o-1' }) }
  }
  const ASK = () => t('desk.orders.act.ask')
  const dispute = { id: 'x', kind: 'chargeback', state: 'open', amount: 2900, deadline: null, openedAt: NOW }

  test('a refund can be requested up to the refundable rest, with a reason', async () => {
    const { page, server } = await order({ left: 2000 })
    await page.click(ASK())
    expect(page.value(t('desk.orders.amount', { currency: 'EUR' }))).toBe('20.00')
    await page.fill(t('desk.orders.amount', { currency: 'EUR' }), '20.01')
    await page.click(t('desk.orders.confirm.ask'))
    expect(server.requestsTo(requestRefund)).toEqual([])
    expect(page.hasMessage('desk.orders.amount.MORE_THAN_LEFT', { left: '€20.00' })).toBe(true)
    await page.fill(t('desk.orders.amount', { currency: 'EUR' }), '19.99')
    await page.fill(t('desk.orders.reason'), REASON)
    await page.click(t('desk.orders.confirm.ask'))
    expect(server.requestsTo(requestRefund)).toMatchObject([{ body: { amount: 1999, reason: REASON } }])
  })
  test.each([
    ['no refundable rest is left', { left: 0 }],
    ['the payment is disputed', { attention: 'disputed' }],
    ['a request is open', { requests: [request()] }],
    ['the payment is on hold', { attempts: [{ isOnHold: true }] }],
  ])('a refund cannot be requested where %s', async (_, more) => {
    expect((await order(more)).page.buttons()).not.toContain(ASK())
  })
  test('a manager approves or declines a colleague’s refund request', async () => {
    const { page, server } = await order({ requests: [request()] })
    await page.click(t('desk.orders.act.approve'))
    await page.click(t('desk.orders.confirm.approve'))
    expect(server.requestsTo(approveRefund).map(({ path }) => path)).toEqual(['/v1/desk/refund-requests/r-1/approve'])
    await page.click(t('desk.orders.act.decline'))
    await page.click(t('desk.orders.confirm.decline'))
    expect(server.requestsTo(endRefundRequest)).toEqual([])
    await page.fill(t('desk.orders.reason'), REASON)
    await page.click(t('desk.orders.confirm.decline'))
    expect(server.requestsTo(endRefundRequest)).toMatchObject([{ body: { reason: REASON } }])
  })
  test('an own refund request can only be withdrawn', async () => {
    const { page } = await order({ requests: [request({ isMine: true })] })
    expect(page.buttons()).toEqual([t('desk.orders.act.withdraw')])
  })
  test('a closed refund request names its approver and has no actions', async () => {
    const ended = { state: 'declined', endedBy: 'Eva', endedAt: NOW, answer: 'He was there' }
    const { page } = await order({ requests: [request(ended)] })
    expect(page.buttons()).toEqual([ASK()])
    expect(page.text()).toMatch(/Eva.*He was there/)
  })
  test('a refused refund can be sent again, a pending one cannot', async () => {
    const { page, server } = await order({ refunds: [refund('refused')] })
    await page.click(t('desk.orders.act.retry'))
    await page.fill(t('desk.orders.reason'), REASON)
    await page.click(t('desk.orders.confirm.retry'))
    expect(server.requestsTo(retryRefund)).toHaveLength(1)
    await page.unmount()
    const { page: under } = await order({ refunds: [refund('pending'), refund('done')] })
    expect(under.buttons()).not.toContain(t('desk.orders.act.retry'))
  })
  test('a payment on hold is released with a reason', async () => {
    const { page, server } = await order({ attempts: [{ isOnHold: true }] })
    await page.click(t('desk.orders.act.release'))
    await page.click(t('desk.orders.confirm.release'))
    expect(server.requestsTo(releasePayment)).toEqual([])
    await page.unmount()
    expect((await order()).page.buttons()).not.toContain(t('desk.orders.act.release'))
  })
  test('a dispute is recorded once: a second e-mail is refused', async () => {
    const { page } = await order({ mayRecordDispute: true })
    expect(page.buttons()).toContain(t('desk.disputes.act.record'))
    await page.unmount()
    const { page: disputed } = await order({ mayRecordDispute: true, disputes: [dispute] })
    expect(disputed.buttons()).not.toContain(t('desk.disputes.act.record'))
    expect(disputed.links()).toHaveProperty([t('desk.disputes.open')])
    await page.unmount()
    expect((await order()).page.headings()).not.toContain(t('desk.disputes.title'))
  })
  test('the order of a deleted account shows no name', async () => {
    const { page } = await order({ payer: null })
    expect(page.hasMessage('desk.orders.deleted')).toBe(true)
    expect(page.links()).toEqual({})
  })
  test('an unknown order shows a message', async () => {
    mockDeskServer().refuse(getDeskOrder, 'ORDER_NOT_FOUND', 404)
    expect((await renderDeskScreen(<OrderDetail id="o-1" />)).hasMessage('desk.error.ORDER_NOT_FOUND')).toBe(true)
  })
})

describe('the page of a subscription', () => {
  const charge = (more: object = {}) => ({
    id: 'm-1',
    providerPaymentId: 'p',
    status: 'succeeded',
    amount: 1900,
    refunded: 0,
    left: 1900,
    at: NOW,
    invoice: null,
    dispute: null,
    mayRecordDispute: false,
    ...more,
  })
  const SUBSCRIPTION = {
    id: 's-1',
    planName: 'Plan',
    status: 'active',
    amount: 1900,
    currency: 'EUR',
    attention: null,
    createdAt: NOW,
    payer: null,
    provider: 'monei',
    providerId: 'x',
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    pendingChange: null,
    isOnHold: false,
    charges: [charge()],
    requests: [],
    refunds: [],
    timeline: [],
  }
  async function subscription(more: object = {}) {
    const server = mockDeskServer()
    server.reply(getDeskSubscription, { ...SUBSCRIPTION, ...more })
    server.reply(requestChargeRefund, { ...SUBSCRIPTION, ...more })
    return { server, page: await renderDeskScreen(<SubscriptionDetail id="s-1" />) }
  }
  const ASK = () => t('desk.orders.act.ask')
  test('each charge is refunded separately', async () => {
    const { page, server } = await subscription({ charges: [charge(), charge({ id: 'm-0', left: 0 })] })
    expect(page.buttons().filter((name) => name === ASK())).toHaveLength(1)
    await page.click(ASK())
    await page.fill(t('desk.orders.reason'), REASON)
    await page.click(t('desk.orders.confirm.ask'))
    expect(server.requestsTo(requestChargeRefund)).toMatchObject([
      { path: '/v1/desk/subscription-payments/m-1/refund-requests', body: { amount: 1900 } },
    ])
  })
  test.each([
    ['it is on hold', { isOnHold: true }],
    ['a request is open', { requests: [{ ...request(), chargeId: 'm-1' }] }],
    ['it is disputed', { charges: [charge({ dispute: { id: 'd', state: 'open' } })] }],
  ])('a charge cannot be refunded where %s', async (_, more) => {
    expect((await subscription(more)).page.buttons()).not.toContain(ASK())
  })
  test.each([
    ['a request for another charge is open', { requests: [{ ...request(), chargeId: 'm-9' }] }],
    ['the dispute was won', { charges: [charge({ dispute: { id: 'd', state: 'won' } })] }],
    ['an earlier request was declined', { requests: [{ ...request({ state: 'declined' }), chargeId: 'm-1' }] }],
  ])('a charge can be refunded although %s', async (_, more) => {
    expect((await subscription(more)).page.buttons()).toContain(ASK())
  })
  test('a subscription on hold must be released before any other action', async () => {
    const { page } = await subscription({ isOnHold: true })
    expect(page.buttons()).toContain(t('desk.subscriptions.act.release'))
    expect(page.buttons()).not.toContain(t('desk.subscriptions.act.pause'))
  })
})

describe('the page of a dispute', () => {
  const EVIDENCE = {
    orderedAt: NOW,
    productName: 'General',
    amount: 2900,
    paymentMethod: 'card',
    maskedCardNumber: null,
    providerPaymentId: null,
    startsAt: null,
    clinicianName: null,
    consents: [],
    actions: [],
    notesSignedAt: [],
    refunds: [],
  }
  const DISPUTE = {
    id: 'd-1',
    orderId: 'o-1',
    subscriptionId: null,
    kind: 'chargeback',
    state: 'open',
    provider: 'monei',
    amount: 2900,
    currency: 'EUR',
    deadline: NOW,
    openedAt: NOW,
    decidedAt: null,
    payerName: 'Ana',
    reference: null,
    isByHand: false,
    answeredAt: null,
    answeredBy: null,
    evidence: EVIDENCE,
  }
  async function dispute(more: object) {
    const server = mockDeskServer()
    server.reply(getDispute, { ...DISPUTE, ...more })
    for (const call of [answerDispute, recordDisputeOutcome]) server.reply(call, { ...DISPUTE, ...more })
    return { server, page: await renderDeskScreen(<DisputeDetail id="d-1" />) }
  }
  const act = (name: string) => t(`desk.disputes.act.${name}`)
  test('an open dispute can be answered, and only a manually recorded one is decided here', async () => {
    const { page } = await dispute({})
    expect(page.buttons()).toContain(act('answer'))
    expect(page.buttons()).not.toContain(act('won'))
    await page.unmount()
    const { page: byHand, server } = await dispute({ isByHand: true })
    await byHand.click(act('lost'))
    await byHand.click(t('desk.disputes.confirm.lost'))
    expect(server.requestsTo(recordDisputeOutcome)).toEqual([])
    await byHand.fill(t('desk.orders.reason'), REASON)
    await byHand.click(t('desk.disputes.confirm.lost'))
    expect(server.requestsTo(recordDisputeOutcome)).toMatchObject([{ body: { reason: REASON } }])
  })
  test('a closed dispute has no actions', async () => {
    const { page } = await dispute({ isByHand: true, state: 'won', decidedAt: NOW })
    expect(page.buttons()).not.toContain(act('answer'))
    expect(page.buttons()).not.toContain(act('lost'))
  })
})
