import { getDeskOrder, listDeskOrders } from '@cuida/core/checkout/order/desk-order-api.ts'
import { listDeskCampaigns } from '@cuida/core/checkout/promo/desk-campaign-api.ts'
import { createPromoCode, disablePromoCode, listPromoCodes } from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { listMoneyTasks, resolveMoneyTask } from '@cuida/core/checkout/reconciliation/desk-task-api.ts'
import {
  approveRefund,
  endRefundRequest,
  releasePayment,
  requestRefund,
  retryRefund,
} from '@cuida/core/checkout/refund/desk-refund-api.ts'
import {
  approveChargeRefund,
  endChargeRefundRequest,
  getDeskSubscription,
  listDeskSubscriptions,
  pauseSubscription,
  releaseSubscription,
  requestChargeRefund,
  resumeSubscription,
  retryChargeRefund,
} from '@cuida/core/checkout/subscription/desk-subscription-api.ts'
import type { Call } from '@cuida/core/kit/call.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { describe, expect, test } from 'vitest'
import { useMoneyTasks, useOrder, useOrders, usePerformMoneyAction, useResolveTask } from '../order/order-queries.ts'
import { useCampaigns, useCreateCode, useDisableCode, usePromoCodes } from '../promo/promo-queries.ts'
import {
  useDeskSubscription,
  usePerformSubscriptionAction,
  useSubscriptions,
} from '../subscription/subscription-queries.ts'
import { type DeskMoneyAction, type MoneyIntent, toDeskMoneyAction } from './money-action.ts'

const requestId = '10000000-0000-4000-8000-000000000002'
const reason = 'Charged for a call that never was'

interface List {
  hasNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}
const LISTS: [string, () => List, Call, object][] = [
  ['orders', () => useOrders('failed'), listDeskOrders, { filter: 'failed' }],
  ['subscriptions', () => useSubscriptions('paused'), listDeskSubscriptions, { filter: 'paused' }],
  ['tasks', () => useMoneyTasks('resolved'), listMoneyTasks, { state: 'resolved' }],
]

describe.each(LISTS)('the list of %s', (_, hook, call, filters) => {
  const answerPages = (server: ReturnType<typeof mockServer>) =>
    server.reply(call, ({ query }) => ({
      items: [{ id: query.get('after') ?? '1' }],
      next: query.has('after') ? null : '2',
    }))

  test('the filtered list is fetched page by page', async () => {
    const server = mockServer()
    answerPages(server)
    const list = await renderHookWithQueries(hook)
    expect(list.current().hasNextPage).toBe(true)
    await list.act((it) => it.fetchNextPage())
    expect(list.current().hasNextPage).toBe(false)
    expect(server.requestsTo(call).map(({ query }) => Object.fromEntries(query))).toEqual([
      { ...filters, pageSize: '50' },
      { ...filters, pageSize: '50', after: '2' },
    ])
  })

  test('the list is polled every 30 seconds', async () => {
    freezeTime()
    const server = mockServer()
    answerPages(server)
    await renderHookWithQueries(hook)
    await advanceTime(29_999)
    expect(server.requestsTo(call)).toHaveLength(1)
    await advanceTime(1)
    expect(server.requestsTo(call)).toHaveLength(2)
  })
})

test('promo codes are fetched in pages of fifty, and polled for their number of uses', async () => {
  freezeTime()
  const server = mockServer()
  server.reply(listPromoCodes, ({ query }) => ({ items: [], next: query.has('after') ? null : 'p' }))
  const list = await renderHookWithQueries(usePromoCodes)
  expect(list.current().hasNextPage).toBe(true)
  await list.act((it) => it.fetchNextPage())
  expect(list.current().hasNextPage).toBe(false)
  expect(server.requestsTo(listPromoCodes).map(({ query }) => `${query}`)).toEqual([
    'pageSize=50',
    'pageSize=50&after=p',
  ])
  await advanceTime(30_000)
  expect(server.requestsTo(listPromoCodes).length).toBeGreaterThan(2)
})

test('campaign numbers are polled every 30 seconds', async () => {
  freezeTime()
  const server = mockServer()
  server.reply(listDeskCampaigns, { items: [] })
  await renderHookWithQueries(useCampaigns)
  await advanceTime(30_000)
  expect(server.requestsTo(listDeskCampaigns)).toHaveLength(2)
})

interface Shown {
  isError: boolean
  data: object | undefined
}
const ONE: [string, () => Shown, Call, object][] = [
  ['an order', () => useOrder('1'), getDeskOrder, { id: '1', status: 'ACTIVE', attention: null }],
  [
    'a subscription',
    () => useDeskSubscription('1'),
    getDeskSubscription,
    { id: '1', attention: null, pendingChange: null },
  ],
]

describe.each(ONE)('%s', (_, hook, call, calm) => {
  /** The number of polls within five seconds of the first reply. */
  async function askedAgain(answer: object): Promise<number> {
    freezeTime()
    const server = mockServer()
    server.reply(call, answer)
    await renderHookWithQueries(hook)
    await advanceTime(5_000)
    return server.requestsTo(call).length - 1
  }

  test('no polling while nothing is pending', async () => expect(await askedAgain(calm)).toBe(0))
  test('polling every two seconds while a refund is pending', async () =>
    expect(await askedAgain({ ...calm, attention: 'refunding' })).toBe(2))
  test('no polling while a person has to decide', async () =>
    expect(await askedAgain({ ...calm, attention: 'asked' })).toBe(0))

  test.each([
    ['an unknown id is requested once', 404, 1],
    ['a failed load is retried once', 500, 2],
    ['an unavailable server is retried once', 503, 2],
  ])('%s', async (_, status, times) => {
    freezeTime()
    const server = mockServer()
    server.refuse(call, 'NOT_FOUND', status)
    const screen = await renderHookWithQueries(hook)
    await advanceTime(60_000)
    expect(screen.current().isError).toBe(true)
    expect(server.requestsTo(call)).toHaveLength(times)
  })
})

test.each<[string, () => Shown, Call, object]>([
  [
    'an order whose payment is processing',
    () => useOrder('1'),
    getDeskOrder,
    { status: 'PROCESSING', attention: null },
  ],
  [
    'a subscription that is about to pause',
    () => useDeskSubscription('1'),
    getDeskSubscription,
    { pendingChange: 'pause' },
  ],
  [
    'a subscription that is about to resume',
    () => useDeskSubscription('1'),
    getDeskSubscription,
    { pendingChange: 'resume' },
  ],
])('%s is polled every two seconds until the change is done', async (_, hook, call, moving) => {
  freezeTime()
  const server = mockServer()
  server.reply(call, moving)
  const screen = await renderHookWithQueries(hook)
  server.reply(call, { status: 'ACTIVE', attention: null, pendingChange: null })
  await advanceTime(10_000)
  expect(server.requestsTo(call)).toHaveLength(2)
  expect(screen.current().data).toMatchObject({ status: 'ACTIVE' })
})

test.each([
  ['its end', 'end'],
  ['another card', 'card'],
])('a subscription whose change (%s) waits for its day is not polled meanwhile', async (_, pendingChange) => {
  freezeTime()
  const server = mockServer()
  server.reply(getDeskSubscription, { pendingChange, attention: null })
  await renderHookWithQueries(() => useDeskSubscription('1'))
  await advanceTime(10_000)
  expect(server.requestsTo(getDeskSubscription)).toHaveLength(1)
})

// A manager's action on one screen, and the desk's other queries.

const orderBeside = () => ({
  shown: useOrder('1'),
  list: useOrders('all'),
  tasks: useMoneyTasks('open'),
  act: usePerformMoneyAction('1'),
})
const chargesBeside = () => ({
  shown: useDeskSubscription('1'),
  list: useSubscriptions('all'),
  tasks: useMoneyTasks('open'),
  act: usePerformSubscriptionAction('1'),
})
const page = { items: [], next: null }

const ACTIONS: [string, () => Acting, Call, Call, Call][] = [
  ['an order', orderBeside as never, getDeskOrder, listDeskOrders, approveRefund],
  ['a subscription', chargesBeside as never, getDeskSubscription, listDeskSubscriptions, approveChargeRefund],
]
interface Acting {
  shown: { data: { left?: number } | undefined }
  act: ReturnType<typeof usePerformMoneyAction>
}

describe.each(ACTIONS)('refunding money of %s', (_, hook, one, list, approve) => {
  async function desk() {
    const server = mockServer()
    server.reply(one, { id: '1', left: 2900, attention: null })
    server.reply(list, page)
    server.reply(listMoneyTasks, page)
    return { server, screen: await renderHookWithQueries(hook) }
  }

  test('the refundable rest is reduced before the refetch, and the lists are refetched', async () => {
    const { server, screen } = await desk()
    server.reply(approve, { id: '1', left: 0, attention: null })
    // The refetch never completes.
    server.reply(one, () => new Promise<object>(() => {}))
    await screen.act(({ act }) => act.mutate({ name: 'approve', requestId }))
    expect(screen.current().shown.data?.left).toBe(0)
    expect([one, list, listMoneyTasks].map((call) => server.requestsTo(call).length)).toEqual([2, 2, 2])
  })

  test('after a refusal the current state is refetched', async () => {
    const { server, screen } = await desk()
    server.refuse(approve, 'MORE_THAN_LEFT')
    server.reply(one, { id: '1', left: 500, attention: null })
    await screen.act(({ act }) => act.mutate({ name: 'approve', requestId }))
    expect(screen.current().shown.data?.left).toBe(500)
    expect([list, listMoneyTasks].map((call) => server.requestsTo(call).length)).toEqual([2, 2])
  })
})

test('one order’s data does not show for another', async () => {
  const server = mockServer()
  server.reply(getDeskOrder, ({ path }) => ({ id: path.at(-1), attention: null }))
  server.reply(releasePayment, ({ path }) => ({ id: path.split('/').at(-2), attention: 'refunding' }))
  const screen = await renderHookWithQueries(() => ({
    one: useOrder('1'),
    other: useOrder('2'),
    act: usePerformMoneyAction('1'),
  }))
  await screen.act(({ act }) => act.mutate({ name: 'release', reason }))
  expect(screen.current().other.data).toMatchObject({ id: '2', attention: null })
  expect(server.requestsTo(getDeskOrder).map(({ path }) => path.at(-1))).toEqual(['1', '2', '1'])
})

test('one subscription’s data does not show for another', async () => {
  const server = mockServer()
  server.reply(getDeskSubscription, ({ path }) => ({ id: path.at(-1), attention: null }))
  server.reply(pauseSubscription, { id: '1', attention: null })
  const hook = () => ({
    one: useDeskSubscription('1'),
    other: useDeskSubscription('2'),
    act: usePerformSubscriptionAction('1'),
  })
  const screen = await renderHookWithQueries(hook)
  await screen.act(({ act }) => act.mutate({ name: 'pause', reason }))
  expect(screen.current().other.data).toMatchObject({ id: '2' })
  expect(server.requestsTo(getDeskSubscription).map(({ path }) => path.at(-1))).toEqual(['1', '2', '1'])
})

test.each([
  ['an order cannot be paused', { name: 'pause', reason }],
  ['an order cannot be resumed', { name: 'resume', reason }],
] as const)('%s, and no request is sent', async (_, act) => {
  const server = mockServer()
  const screen = await renderHookWithQueries(() => usePerformMoneyAction('1'))
  await expect(screen.act((it) => it.mutateAsync(act))).rejects.toThrow('only a subscription can be paused')
  expect(server.requests).toEqual([])
})

test.each([200, 409])('resolving a task refetches both of the desk’s lists (%i)', async (status) => {
  const server = mockServer()
  for (const call of [listMoneyTasks, listDeskOrders]) server.reply(call, page)
  server.reply(resolveMoneyTask, { code: 'TASK_NOT_OPEN' }, status)
  const hook = () => ({ tasks: useMoneyTasks('open'), orders: useOrders('all'), resolve: useResolveTask('1') })
  const screen = await renderHookWithQueries(hook)
  await screen.act(({ resolve }) => resolve.mutate({ reason, again: false }))
  expect([listMoneyTasks, listDeskOrders].map((call) => server.requestsTo(call).length)).toEqual([2, 2])
  expect(server.requestsTo(resolveMoneyTask)).toMatchObject([
    { path: '/v1/desk/tasks/1/resolve', body: { reason, again: false } },
  ])
})

test.each([
  ['made', 200],
  ['not made', 409],
  ['ended', 200],
  ['not ended', 409],
])('a code that was %s: the list is refetched', async (what, status) => {
  const server = mockServer()
  server.reply(listPromoCodes, { items: [], next: null })
  for (const call of [createPromoCode, disablePromoCode]) server.reply(call, { code: 'CODE_TAKEN' }, status)
  const hook = () => ({ list: usePromoCodes(), create: useCreateCode(), disable: useDisableCode('1') })
  const screen = await renderHookWithQueries(hook)
  await screen.act(({ create, disable }) =>
    what.endsWith('made') ? create.mutate({ code: 'HOLA10' } as never) : disable.mutate(reason),
  )
  expect(server.requestsTo(listPromoCodes)).toHaveLength(2)
  if (what.endsWith('ended'))
    expect(server.requestsTo(disablePromoCode)).toMatchObject([
      { path: '/v1/desk/promo-codes/1/disable', body: { reason } },
    ])
})

const [ORDER, SUBSCRIPTION] = [() => usePerformMoneyAction('o-1'), () => usePerformSubscriptionAction('s-1')]
test.each<[string, () => { mutate(action: DeskMoneyAction): void }, MoneyIntent, Call, string, object]>([
  [
    'requests a partial refund of the order',
    ORDER,
    { name: 'ask', remainingAmount: 2900 },
    requestRefund,
    'o-1',
    { amount: 1450, reason },
  ],
  ['approves a refund request', ORDER, { name: 'approve', requestId: 'r-1', amount: 1450 }, approveRefund, 'r-1', {}],
  ['declines a refund request', ORDER, { name: 'decline', requestId: 'r-1' }, endRefundRequest, 'r-1', { reason }],
  ['withdraws a refund request', ORDER, { name: 'withdraw', requestId: 'r-1' }, endRefundRequest, 'r-1', { reason }],
  ['retries a failed refund', ORDER, { name: 'retry', refundId: 'f-1' }, retryRefund, 'f-1', { reason }],
  ['releases a payment on hold', ORDER, { name: 'release' }, releasePayment, 'o-1', { reason }],
  [
    'requests a refund of the chosen charge',
    SUBSCRIPTION,
    { name: 'ask', remainingAmount: 1900, paymentId: 'p-1' },
    requestChargeRefund,
    'p-1',
    { amount: 1450, reason },
  ],
  [
    'approves a refund request for a charge',
    SUBSCRIPTION,
    { name: 'approve', requestId: 'r-1', amount: 1450 },
    approveChargeRefund,
    'r-1',
    {},
  ],
  [
    'declines a refund request for a charge',
    SUBSCRIPTION,
    { name: 'decline', requestId: 'r-1' },
    endChargeRefundRequest,
    'r-1',
    { reason },
  ],
  [
    'retries a failed refund of a charge',
    SUBSCRIPTION,
    { name: 'retry', refundId: 'f-1' },
    retryChargeRefund,
    'f-1',
    { reason },
  ],
  ['releases a subscription on hold', SUBSCRIPTION, { name: 'release' }, releaseSubscription, 's-1', { reason }],
  ['pauses a subscription', SUBSCRIPTION, { name: 'pause' }, pauseSubscription, 's-1', { reason }],
  ['resumes a subscription', SUBSCRIPTION, { name: 'resume' }, resumeSubscription, 's-1', { reason }],
])('a manager %s', async (_, hook, action, call, id, body) => {
  const server = mockServer()
  const screen = await renderHookWithQueries(hook)
  await screen.act((it) => it.mutate(toDeskMoneyAction(action, 1450, reason)))
  const requests = server.requests.filter(({ method }) => method !== 'GET')
  expect(requests).toEqual(server.requestsTo(call))
  expect(requests).toMatchObject([{ path: expect.stringMatching(`/${id}(/|$)`), body }])
})
