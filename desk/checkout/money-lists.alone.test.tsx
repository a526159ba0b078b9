import '@cuida/ui/client/session/test-window.ts'
import { listDisputes } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { findDeskOrders, listDeskOrders } from '@cuida/core/checkout/order/desk-order-api.ts'
import { disablePromoCode, listPromoCodes } from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { listMoneyTasks, resolveMoneyTask } from '@cuida/core/checkout/reconciliation/desk-task-api.ts'
import { stopClock } from '@cuida/ui/client/session/test-living.ts'
import { t } from '@cuida/ui/words/words.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { desk, drawn } from '../test-shown.ts'
import { OrdersList } from './order/OrdersList.tsx'
import { PromoPlace } from './promo/PromoPlace.tsx'
import { TaskDetail } from './reconciliation/TaskDetail.tsx'

const NOW = '2026-11-26T10:00:00Z'
beforeEach(() => stopClock(NOW))

const REASON = 'The patient called and was right'

describe('where the books differ', () => {
  const TASK = {
    id: 't-1',
    kind: 'INVOICE_REFUSED',
    provider: 'monei',
    providerPaymentId: null,
    orderId: 'o-1',
    subscriptionId: null,
    detail: null,
    ours: 2900,
    theirs: null,
    currency: 'EUR',
    foundAt: NOW,
    resolvedAt: null,
    resolvedBy: null,
    reason: null,
  }
  async function task(more: object = {}) {
    const server = desk()
    server.answer(listMoneyTasks, ({ query }) => ({
      items: query.get('state') === 'resolved' ? [] : [{ ...TASK, ...more }],
      page: 1,
      more: false,
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
    id: 'c-1',
    code: 'HOLA10',
    percentage: 10,
    campaign: 'Hello',
    validFrom: '2026-01-01T00:00:00Z',
    uses: 3,
    validUntil: null,
    mostUses: 10,
    mostUsesAnAccount: 1,
    products: null,
    createdAt: NOW,
    createdBy: 'Eva',
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
