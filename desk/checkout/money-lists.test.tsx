import { listDisputes } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { findDeskOrders, listDeskOrders } from '@cuida/core/checkout/order/desk-order-api.ts'
import { disablePromoCode, listPromoCodes } from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { listMoneyTasks, resolveMoneyTask } from '@cuida/core/checkout/reconciliation/desk-task-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockDeskServer, renderDeskScreen } from '../test-desk-screen.ts'
import { OrdersList } from './order/OrdersPage.tsx'
import { PromoPage } from './promo/PromoPage.tsx'
import { TaskDetail } from './reconciliation/TaskDetail.tsx'

const NOW = '2026-11-26T10:00:00Z'
beforeEach(() => freezeTime(NOW))

const REASON = 'The patient called and was right'

describe('reconciliation tasks', () => {
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
    const server = mockDeskServer()
    server.reply(listMoneyTasks, ({ query }) => ({
      items: query.get('state') === 'resolved' ? [] : [{ ...TASK, ...more }],
      page: 1,
      more: false,
    }))
    server.reply(resolveMoneyTask, {})
    return { server, page: await renderDeskScreen(<TaskDetail id="t-1" />) }
  }
  test('an invoice can be issued again, and any other task is resolved with a finding', async () => {
    const { page, server } = await task()
    await page.fill(t('desk.tasks.reason'), REASON)
    await page.click(t('desk.tasks.again'))
    await page.click(t('desk.tasks.resolve'))
    expect(server.requestsTo(resolveMoneyTask)).toMatchObject([
      { body: { reason: REASON, again: true } },
      { body: { reason: REASON, again: false } },
    ])
    await page.unmount()
    const { page: other } = await task({ kind: 'NOT_RECORDED' })
    expect(other.buttons()).not.toContain(t('desk.tasks.again'))
  })
  test('a task is not resolved without a reason, nor twice', async () => {
    const { page, server } = await task()
    await page.click(t('desk.tasks.resolve'))
    expect(server.requestsTo(resolveMoneyTask)).toEqual([])
    await page.unmount()
    const { page: done } = await task({ resolvedAt: NOW, resolvedBy: 'Eva', reason: 'Paid twice' })
    expect(done.buttons()).not.toContain(t('desk.tasks.resolve'))
    expect(done.text()).toContain('Paid twice')
  })
})

describe('the lists of money', () => {
  const line = {
    id: 'o-1',
    status: 'ACTIVE',
    productName: 'General',
    patientName: 'Ana Ruiz',
    amount: 2900,
    currency: 'EUR',
    createdAt: NOW,
  }
  async function orders(items: object[]) {
    const server = mockDeskServer()
    server.reply(listDeskOrders, { items, next: null })
    server.reply(listDisputes, { items: [{ id: 'd' }], next: null })
    server.reply(listMoneyTasks, { items: [{ id: 't' }, { id: 'u' }], next: null })
    return {
      server,
      page: await renderDeskScreen(<OrdersList list="orders" selectedId={undefined} />, { at: '/orders' }),
    }
  }
  test('the tabs count what needs a person, and rows link to their orders', async () => {
    const { page } = await orders([{ ...line, failureReason: null, refunded: 0, attention: null }])
    expect(Object.values(page.links())).toEqual(['/desk/orders/o-1'])
    expect(page.buttons().join()).toMatch(/1.*2/)
    expect(page.text()).toContain('Ana Ruiz')
  })
  test('an empty list shows a message, and search results replace the list until they are cleared', async () => {
    const { page, server } = await orders([])
    expect(page.hasMessage('desk.orders.none.all')).toBe(true)
    await page.fill(t('desk.orders.search.label'), 'ab')
    await page.click(t('desk.orders.search.submit'))
    expect(server.requestsTo(findDeskOrders)).toEqual([])
    server.reply(findDeskOrders, { items: [{ ...line, id: 'o-9', failureReason: null, refunded: 0 }], more: true })
    await page.fill(t('desk.orders.search.label'), '612345678')
    await page.click(t('desk.orders.search.submit'))
    expect(Object.values(page.links())).toEqual(['/desk/orders/o-9'])
    expect(page.hasMessage('desk.orders.search.more')).toBe(true)
    await page.click(t('desk.orders.search.clear'))
    expect(page.links()).toEqual({})
  })
})

describe('a promo code', () => {
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
    const server = mockDeskServer()
    server.reply(listPromoCodes, { items: [{ ...CODE, ...more }], next: null, offered: [] })
    server.reply(disablePromoCode, {})
    return { server, page: await renderDeskScreen(<PromoPage list="promo-codes" selectedId="c-1" />) }
  }
  test('a code can be disabled once, with a reason', async () => {
    const { page, server } = await code()
    await page.click(t('desk.promo.disable'))
    await page.click(t('desk.promo.disable'))
    expect(server.requestsTo(disablePromoCode)).toEqual([])
    await page.fill(t('desk.promo.reason'), REASON)
    await page.click(t('desk.promo.disable'))
    expect(server.requestsTo(disablePromoCode)).toMatchObject([{ body: { reason: REASON } }])
    await page.unmount()
    expect((await code({ disabledAt: NOW })).page.buttons()).not.toContain(t('desk.promo.disable'))
  })
  test.each([
    ['active', {}],
    ['usedUp', { uses: 10 }],
    ['over', { validUntil: '2026-02-01T00:00:00Z' }],
    ['early', { validFrom: '2027-01-01T00:00:00Z' }],
  ])('the code is %s', async (state, more) =>
    expect((await code(more)).page.hasMessage(`desk.promo.state.${state}`)).toBe(true),
  )
})
