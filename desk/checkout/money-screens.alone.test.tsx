import '@cuida/ui/client/session/test-window.ts'
import { answerDispute, decideDispute, getDispute, listDisputes } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { askMonthRefund, getDeskSubscription } from '@cuida/core/checkout/months/desk-subscription-api.ts'
import { findDeskOrders, getDeskOrder, listDeskOrders } from '@cuida/core/checkout/order/desk-order-api.ts'
import { disablePromoCode, listPromoCodes } from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { listMoneyTasks, resolveMoneyTask } from '@cuida/core/checkout/reconciliation/desk-task-api.ts'
import {
  approveRefund,
  askRefund,
  endRefundRequest,
  releasePayment,
  retryRefund,
} from '@cuida/core/checkout/refund/desk-refund-api.ts'
import { stopClock } from '@cuida/ui/client/session/test-living.ts'
import { t } from '@cuida/ui/words/words.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { desk, drawn } from '../kit/test-shown.ts'
import { DisputeDetail } from './dispute/DisputeDetail.tsx'
import { SubscriptionDetail } from './months/SubscriptionDetail.tsx'
import { OrderDetail } from './order/OrderDetail.tsx'
import { OrdersList } from './order/OrdersList.tsx'
import { PromoPlace } from './promo/PromoPlace.tsx'
import { TaskDetail } from './reconciliation/TaskDetail.tsx'

const NOW = '2026-11-26T10:00:00Z'
beforeEach(() => stopClock(NOW))

const REASON = 'The patient called and was right'
const request = (more: object = {}) => ({
  ...{ id: 'r-1', amount: 1000, reason: 'Never came', state: 'open', askedBy: 'Juan', isMine: false, askedAt: NOW },
  ...{ expiresAt: '2026-12-03T10:00:00Z', endedBy: null, endedAt: null, answer: null, ...more },
})
const refund = (state: string) => ({
  ...{ id: `back-${state}`, amount: 1000, reason: 'PATIENT_CANCELLED', state, createdAt: NOW, settledAt: null },
})

describe('an order', () => {
  const ORDER = {
    ...{ id: 'o-1', status: 'ACTIVE', failureReason: null, productName: 'General', amount: 2900, currency: 'EUR' },
    ...{ refunded: 0, attention: null, createdAt: NOW, payer: { accountId: 'a-1', name: 'Ana Ruiz' }, left: 2900 },
    ...{ paymentMethod: 'CARD_FIRST_PAYMENT', maskedCardNumber: null, installments: 1, payerTotal: 2900 },
    ...{ cancelledBy: null, attempts: [], requests: [], refunds: [], disputes: [], mayRecordDispute: false },
    ...{ claim: null, consultation: null, timeline: [] },
  }
  async function order(more: object = {}) {
    const server = desk()
    server.answer(getDeskOrder, { ...ORDER, ...more })
    for (const call of [askRefund, approveRefund, endRefundRequest, retryRefund, releasePayment])
      server.answer(call, { ...ORDER, ...more })
    return { server, page: await drawn(<OrderDetail id="o-1" />, { at: '/orders/o-1' }) }
  }
  const ASK = () => t('desk.orders.act.ask')
  const dispute = { id: 'x', kind: 'chargeback', state: 'open', amount: 2900, deadline: null, openedAt: NOW }

  test('of which something is left may be asked to go back: at most that much, and with a reason', async () => {
    const { page, server } = await order({ left: 2000 })
    await page.press(ASK())
    expect(page.value(t('desk.orders.amount', { currency: 'EUR' }))).toBe('20.00')
    await page.type(t('desk.orders.amount', { currency: 'EUR' }), '20.01')
    await page.press(t('desk.orders.confirm.ask'))
    expect(server.heard(askRefund)).toEqual([])
    expect(page.says('desk.orders.amount.MORE_THAN_LEFT', { left: '€20.00' })).toBe(true)
    await page.type(t('desk.orders.amount', { currency: 'EUR' }), '19.99')
    await page.type(t('desk.orders.reason'), REASON)
    await page.press(t('desk.orders.confirm.ask'))
    expect(server.heard(askRefund)).toMatchObject([{ body: { amount: 1999, reason: REASON } }])
  })
  test.each([
    ['nothing is left', { left: 0 }],
    ['it is disputed', { attention: 'disputed' }],
    ['somebody has asked', { requests: [request()] }],
    ['it is set aside', { attempts: [{ isSetAside: true }] }],
  ])('is not asked for where %s', async (_, more) => {
    expect((await order(more)).page.buttons()).not.toContain(ASK())
  })
  test('asked for by a colleague is this manager’s to approve or to decline', async () => {
    const { page, server } = await order({ requests: [request()] })
    await page.press(t('desk.orders.act.approve'))
    await page.press(t('desk.orders.confirm.approve'))
    expect(server.heard(approveRefund).map(({ path }) => path)).toEqual(['/v1/desk/refund-requests/r-1/approve'])
    await page.press(t('desk.orders.act.decline'))
    await page.press(t('desk.orders.confirm.decline'))
    expect(server.heard(endRefundRequest)).toEqual([])
    await page.type(t('desk.orders.reason'), REASON)
    await page.press(t('desk.orders.confirm.decline'))
    expect(server.heard(endRefundRequest)).toMatchObject([{ body: { reason: REASON } }])
  })
  test('asked for by oneself is for another: it can only be withdrawn', async () => {
    const { page } = await order({ requests: [request({ isMine: true })] })
    expect(page.buttons()).toEqual([t('desk.orders.act.withdraw')])
  })
  test('whose request has ended is answered no more, and says by whom', async () => {
    const ended = { state: 'declined', endedBy: 'Eva', endedAt: NOW, answer: 'He was there' }
    const { page } = await order({ requests: [request(ended)] })
    expect(page.buttons()).toEqual([ASK()])
    expect(page.text()).toMatch(/Eva.*He was there/)
  })
  test('whose money the provider would not give back can be sent again; what is on its way cannot', async () => {
    const { page, server } = await order({ refunds: [refund('refused')] })
    await page.press(t('desk.orders.act.retry'))
    await page.type(t('desk.orders.reason'), REASON)
    await page.press(t('desk.orders.confirm.retry'))
    expect(server.heard(retryRefund)).toHaveLength(1)
    await page.leave()
    const { page: under } = await order({ refunds: [refund('pending'), refund('done')] })
    expect(under.buttons()).not.toContain(t('desk.orders.act.retry'))
  })
  test('that is set aside is released, with a reason', async () => {
    const { page, server } = await order({ attempts: [{ isSetAside: true }] })
    await page.press(t('desk.orders.act.release'))
    await page.press(t('desk.orders.confirm.release'))
    expect(server.heard(releasePayment)).toEqual([])
    await page.leave()
    expect((await order()).page.buttons()).not.toContain(t('desk.orders.act.release'))
  })
  test('is disputed once: another letter is not recorded', async () => {
    const { page } = await order({ mayRecordDispute: true })
    expect(page.buttons()).toContain(t('desk.disputes.act.record'))
    await page.leave()
    const { page: disputed } = await order({ mayRecordDispute: true, disputes: [dispute] })
    expect(disputed.buttons()).not.toContain(t('desk.disputes.act.record'))
    expect(disputed.links()).toHaveProperty([t('desk.disputes.open')])
    await page.leave()
    expect((await order()).page.headings()).not.toContain(t('desk.disputes.title'))
  })
  test('of who deleted their account names nobody', async () => {
    const { page } = await order({ payer: null })
    expect(page.says('desk.orders.deleted')).toBe(true)
    expect(page.links()).toEqual({})
  })
  test('that is none says so', async () => {
    desk().refuse(getDeskOrder, 'ORDER_NOT_FOUND', 404)
    expect((await drawn(<OrderDetail id="o-1" />)).says('desk.error.ORDER_NOT_FOUND')).toBe(true)
  })
})

describe('a subscription', () => {
  const month = (more: object = {}) => ({
    ...{ id: 'm-1', providerPaymentId: 'p', status: 'succeeded', amount: 1900, refunded: 0, left: 1900, at: NOW },
    ...{ invoice: null, dispute: null, mayRecordDispute: false, ...more },
  })
  const SUBSCRIPTION = {
    ...{ id: 's-1', planName: 'Plan', status: 'active', amount: 1900, currency: 'EUR', attention: null, createdAt: NOW },
    ...{ payer: null, provider: 'monei', providerId: 'x', currentPeriodEnd: null, cancelAtPeriodEnd: false },
    ...{ wish: null, isSetAside: false, months: [month()], requests: [], refunds: [], timeline: [] },
  }
  async function subscription(more: object = {}) {
    const server = desk()
    server.answer(getDeskSubscription, { ...SUBSCRIPTION, ...more })
    server.answer(askMonthRefund, { ...SUBSCRIPTION, ...more })
    return { server, page: await drawn(<SubscriptionDetail id="s-1" />) }
  }
  const ASK = () => t('desk.orders.act.ask')
  test('each month goes back for itself', async () => {
    const { page, server } = await subscription({ months: [month(), month({ id: 'm-0', left: 0 })] })
    expect(page.buttons().filter((name) => name === ASK())).toHaveLength(1)
    await page.press(ASK())
    await page.type(t('desk.orders.reason'), REASON)
    await page.press(t('desk.orders.confirm.ask'))
    expect(server.heard(askMonthRefund)).toMatchObject([
      { path: '/v1/desk/subscription-payments/m-1/refund-requests', body: { amount: 1900 } },
    ])
  })
  test.each([
    ['it is set aside', { isSetAside: true }],
    ['it was asked for', { requests: [{ ...request(), monthId: 'm-1' }] }],
    ['it is disputed', { months: [month({ dispute: { id: 'd', state: 'open' } })] }],
  ])('a month does not go back where %s', async (_, more) => {
    expect((await subscription(more)).page.buttons()).not.toContain(ASK())
  })
  test.each([
    ['another month was asked for', { requests: [{ ...request(), monthId: 'm-9' }] }],
    ['the dispute was won', { months: [month({ dispute: { id: 'd', state: 'won' } })] }],
    ['it was asked for and declined', { requests: [{ ...request({ state: 'declined' }), monthId: 'm-1' }] }],
  ])('a month goes back though %s', async (_, more) => {
    expect((await subscription(more)).page.buttons()).toContain(ASK())
  })
  test('that is set aside is released before anything else', async () => {
    const { page } = await subscription({ isSetAside: true })
    expect(page.buttons()).toContain(t('desk.subscriptions.act.release'))
    expect(page.buttons()).not.toContain(t('desk.subscriptions.act.pause'))
  })
})

describe('a dispute', () => {
  const EVIDENCE = {
    ...{ orderedAt: NOW, productName: 'General', amount: 2900, paymentMethod: 'card', maskedCardNumber: null },
    ...{ providerPaymentId: null, startsAt: null, clinicianName: null, consents: [], actions: [], notesSignedAt: [] },
    refunds: [],
  }
  const DISPUTE = {
    ...{ id: 'd-1', orderId: 'o-1', subscriptionId: null, kind: 'chargeback', state: 'open', provider: 'monei' },
    ...{ amount: 2900, currency: 'EUR', deadline: NOW, openedAt: NOW, decidedAt: null, payerName: 'Ana' },
    ...{ reference: null, isByHand: false, answeredAt: null, answeredBy: null, evidence: EVIDENCE },
  }
  async function dispute(more: object) {
    const server = desk()
    server.answer(getDispute, { ...DISPUTE, ...more })
    for (const call of [answerDispute, decideDispute]) server.answer(call, { ...DISPUTE, ...more })
    return { server, page: await drawn(<DisputeDetail id="d-1" />) }
  }
  const act = (name: string) => t(`desk.disputes.act.${name}`)
  test('is answered while it is open; only one that was written down by hand is decided here', async () => {
    const { page } = await dispute({})
    expect(page.buttons()).toContain(act('answer'))
    expect(page.buttons()).not.toContain(act('won'))
    await page.leave()
    const { page: byHand, server } = await dispute({ isByHand: true })
    await byHand.press(act('lost'))
    await byHand.press(t('desk.disputes.confirm.lost'))
    expect(server.heard(decideDispute)).toEqual([])
    await byHand.type(t('desk.orders.reason'), REASON)
    await byHand.press(t('desk.disputes.confirm.lost'))
    expect(server.heard(decideDispute)).toMatchObject([{ body: { reason: REASON } }])
  })
  test('that is decided is neither', async () => {
    const { page } = await dispute({ isByHand: true, state: 'won', decidedAt: NOW })
    expect(page.buttons()).not.toContain(act('answer'))
    expect(page.buttons()).not.toContain(act('lost'))
  })
})

describe('where the books differ', () => {
  const TASK = {
    ...{ id: 't-1', kind: 'INVOICE_REFUSED', provider: 'monei', providerPaymentId: null, orderId: 'o-1' },
    ...{ subscriptionId: null, detail: null, ours: 2900, theirs: null, currency: 'EUR', foundAt: NOW },
    ...{ resolvedAt: null, resolvedBy: null, reason: null },
  }
  async function task(more: object = {}) {
    const server = desk()
    server.answer(listMoneyTasks, ({ query }) => ({
      items: query.get('state') === 'resolved' ? [] : [{ ...TASK, ...more }],
      ...{ page: 1, more: false },
    }))
    server.answer(resolveMoneyTask, {})
    return { server, page: await drawn(<TaskDetail id="t-1" />) }
  }
  test('an invoice may be made again; anything else is settled by what was found out', async () => {
    const { page, server } = await task()
    await page.type(t('desk.tasks.reason'), REASON)
    await page.press(t('desk.tasks.again'))
    await page.press(t('desk.tasks.resolve'))
    expect(server.heard(resolveMoneyTask)).toMatchObject([
      { body: { reason: REASON, again: true } },
      { body: { reason: REASON, again: false } },
    ])
    await page.leave()
    const { page: other } = await task({ kind: 'NOT_RECORDED' })
    expect(other.buttons()).not.toContain(t('desk.tasks.again'))
  })
  test('is not settled without a reason, nor twice', async () => {
    const { page, server } = await task()
    await page.press(t('desk.tasks.resolve'))
    expect(server.heard(resolveMoneyTask)).toEqual([])
    await page.leave()
    const { page: done } = await task({ resolvedAt: NOW, resolvedBy: 'Eva', reason: 'Paid twice' })
    expect(done.buttons()).not.toContain(t('desk.tasks.resolve'))
    expect(done.text()).toContain('Paid twice')
  })
})

describe('the lists of money', () => {
  const line = { id: 'o-1', status: 'ACTIVE', productName: 'General', amount: 2900, currency: 'EUR', createdAt: NOW }
  async function orders(items: object[]) {
    const server = desk()
    server.answer(listDeskOrders, { items, page: 1, more: false })
    server.answer(listDisputes, { items: [{ id: 'd' }], page: 1, more: false })
    server.answer(listMoneyTasks, { items: [{ id: 't' }, { id: 'u' }], page: 1, more: false })
    return { server, page: await drawn(<OrdersList list="orders" chosen={undefined} />, { at: '/orders' }) }
  }
  test('count what waits for a person, and lead to each order', async () => {
    const { page } = await orders([{ ...line, failureReason: null, refunded: 0, attention: null }])
    expect(Object.values(page.links())).toEqual(['/desk/orders/o-1'])
    expect(page.buttons().join()).toMatch(/1.*2/)
  })
  test('say that there is nothing; and a search shows what it found alone, until it is cleared', async () => {
    const { page, server } = await orders([])
    expect(page.says('desk.orders.none.all')).toBe(true)
    await page.type(t('desk.orders.search.label'), 'ab')
    await page.press(t('desk.orders.search.submit'))
    expect(server.heard(findDeskOrders)).toEqual([])
    server.answer(findDeskOrders, { items: [{ ...line, id: 'o-9', failureReason: null, refunded: 0 }], more: true })
    await page.type(t('desk.orders.search.label'), '612345678')
    await page.press(t('desk.orders.search.submit'))
    expect(Object.values(page.links())).toEqual(['/desk/orders/o-9'])
    expect(page.says('desk.orders.search.more')).toBe(true)
    await page.press(t('desk.orders.search.clear'))
    expect(page.links()).toEqual({})
  })
})

describe('a code', () => {
  const CODE = {
    ...{ id: 'c-1', code: 'HOLA10', percentage: 10, campaign: 'Hello', validFrom: '2026-01-01T00:00:00Z', uses: 3 },
    ...{ validUntil: null, mostUses: 10, mostUsesAnAccount: 1, products: null, createdAt: NOW, createdBy: 'Eva' },
    disabledAt: null,
  }
  async function code(more: object = {}) {
    const server = desk()
    server.answer(listPromoCodes, { items: [{ ...CODE, ...more }], more: false, page: 1, offered: [] })
    server.answer(disablePromoCode, {})
    return { server, page: await drawn(<PromoPlace list="promo-codes" chosen="c-1" />) }
  }
  test('can be disabled, with a reason, once', async () => {
    const { page, server } = await code()
    await page.press(t('desk.promo.disable'))
    await page.press(t('desk.promo.disable'))
    expect(server.heard(disablePromoCode)).toEqual([])
    await page.type(t('desk.promo.reason'), REASON)
    await page.press(t('desk.promo.disable'))
    expect(server.heard(disablePromoCode)).toMatchObject([{ body: { reason: REASON } }])
    await page.leave()
    expect((await code({ disabledAt: NOW })).page.buttons()).not.toContain(t('desk.promo.disable'))
  })
  test.each([
    ['active', {}],
    ['usedUp', { uses: 10 }],
    ['over', { validUntil: '2026-02-01T00:00:00Z' }],
    ['early', { validFrom: '2027-01-01T00:00:00Z' }],
  ])('is %s', async (state, more) => expect((await code(more)).page.says(`desk.promo.state.${state}`)).toBe(true))
})
