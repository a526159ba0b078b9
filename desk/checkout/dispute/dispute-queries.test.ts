import {
  answerDispute,
  getDispute,
  listDisputes,
  recordChargeDispute,
  recordDispute,
  recordDisputeOutcome,
} from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { getDeskOrder, listDeskOrders } from '@cuida/core/checkout/order/desk-order-api.ts'
import { getDeskSubscription, listDeskSubscriptions } from '@cuida/core/checkout/subscription/desk-subscription-api.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { pagesKey } from '@cuida/ui/client/queries/use-pages.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { useQuery } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { useDispute, useDisputes, usePerformDisputeAction, useRecordDispute } from './dispute-queries.ts'
import { disputeInput } from './RecordDispute.tsx'

describe('the list of disputes', () => {
  test('open or closed disputes are fetched page by page and polled every 30 seconds', async () => {
    freezeTime()
    const server = mockServer()
    server.reply(listDisputes, ({ query }) => ({
      items: [{ id: `${query.get('state')}-${query.get('after') ?? '1'}` }],
      next: query.get('after') || query.get('state') === 'decided' ? null : '2',
    }))
    const screen = await renderHookWithQueries(() => ({ open: useDisputes('undecided'), over: useDisputes('decided') }))
    expect(screen.current().open.hasNextPage).toBe(true)
    await screen.act(({ open }) => open.fetchNextPage())
    expect(screen.current().open.hasNextPage).toBe(false)
    const idsOf = (list: ReturnType<typeof useDisputes>) => list.data?.items.map(({ id }) => id)
    expect([idsOf(screen.current().open), idsOf(screen.current().over)]).toEqual([
      ['undecided-1', 'undecided-2'],
      ['decided-1'],
    ])
    expect(server.requestsTo(listDisputes).map(({ query }) => query.get('pageSize'))).toEqual(['50', '50', '50'])
    await advanceTime(30_000)
    expect(server.requestsTo(listDisputes)).toHaveLength(6)
  })
})

test('a dispute is fetched by its id, and no other shows under it', async () => {
  const server = mockServer()
  server.reply(getDispute, ({ path }) => ({ id: path.split('/').at(-1) }))
  const screen = await renderHookWithQueries(() => [useDispute('one'), useDispute('two')])
  expect(screen.current().map(({ data }) => data?.id)).toEqual(['one', 'two'])
})

/** The desk’s other money queries, each fetched once. */
const KEYS = [
  ['disputes undecided', pagesKey(listDisputes, { state: 'undecided' })],
  ['orders', pagesKey(listDeskOrders, {})],
  ['desk-subscriptions', pagesKey(listDeskSubscriptions, {})],
  ['order o-1', callKey(getDeskOrder, { id: 'o-1' })],
  ['order o-2', callKey(getDeskOrder, { id: 'o-2' })],
  ['desk-subscription s-1', callKey(getDeskSubscription, { id: 's-1' })],
  ['dispute d-2', callKey(getDispute, { id: 'd-2' })],
] as const
function useAround(requestedNames: string[]): void {
  // biome-ignore lint/correctness/useHookAtTopLevel: always the same, in the same order
  for (const [name, queryKey] of KEYS) useQuery({ queryKey, queryFn: () => requestedNames.push(name) })
}
const LISTS = ['desk-subscriptions', 'disputes undecided', 'orders']
const reported = disputeInput({ amount: '14,50', deadline: '2026-12-01', reference: ' CB-1 ', reason: ' An e-mail ' })
const SENT = {
  amount: 1450,
  reference: 'CB-1',
  reason: 'An e-mail',
  deadline: new Date('2026-12-01T23:59:59').toISOString(),
}
const REQUESTS = {
  answer: [answerDispute, '/desk/disputes/d-1/answer', { reason: 'It was given' }],
  won: [recordDisputeOutcome, '/desk/disputes/d-1/decide', { outcome: 'won', reason: 'It was given' }],
  lost: [recordDisputeOutcome, '/desk/disputes/d-1/decide', { outcome: 'lost', reason: 'It was given' }],
  record: [recordDispute, '/desk/orders/o-1/disputes', SENT],
  'record-month': [recordChargeDispute, '/desk/subscription-payments/m-1/disputes', SENT],
} as const

describe('refetched money queries', () => {
  async function after(mutation: 'answer' | 'won' | 'lost' | 'record' | 'record-month', answer: object, status = 200) {
    const server = mockServer()
    server.reply(getDispute, { id: 'd-1', state: 'open' })
    for (const call of [answerDispute, recordDisputeOutcome, recordDispute, recordChargeDispute])
      server.reply(call, answer, status)
    const requestedNames: string[] = []
    const screen = await renderHookWithQueries(() => {
      useAround(requestedNames)
      return {
        shown: useDispute('d-1'),
        act: usePerformDisputeAction('d-1'),
        record: useRecordDispute({ orderId: 'o-1' }),
        recordMonth: useRecordDispute({ chargeId: 'm-1' }),
      }
    })
    requestedNames.length = 0
    await screen.act(({ act, record, recordMonth }) => {
      if (mutation === 'record') record.mutate(reported)
      else if (mutation === 'record-month') recordMonth.mutate(reported)
      else act.mutate({ act: mutation, reason: 'It was given' })
    })
    return { asked: requestedNames.sort(), server, screen }
  }

  test.each([
    ['answer', { id: 'd-1', orderId: 'o-1' }, 'order o-1', 2],
    ['won', { id: 'd-1', orderId: 'o-1' }, 'order o-1', 2],
    ['lost', { id: 'd-1', orderId: null, subscriptionId: 's-1' }, 'desk-subscription s-1', 2],
    ['record', { id: 'd-9', orderId: 'o-1' }, 'order o-1', 1],
    ['record-month', { id: 'd-9', orderId: null, subscriptionId: 's-1' }, 'desk-subscription s-1', 1],
  ] as const)(
    'the lists, the purchase and the dispute are refetched after: %s',
    async (mutation, answer, bought, times) => {
      const { asked, server } = await after(mutation, answer)
      expect(asked).toEqual([...LISTS, bought].sort())
      const [call, path, body] = REQUESTS[mutation]
      expect(server.requestsTo(call)).toMatchObject([{ path: `/v1${path}`, body }])
      expect(server.requestsTo(getDispute)).toHaveLength(times)
    },
  )

  test.each(['answer', 'won', 'record', 'record-month'] as const)(
    'all disputes are refetched after a refused: %s',
    async (mutation) => {
      const { asked, server } = await after(mutation, { code: 'CHANGED_MEANWHILE' }, 409)
      expect(asked).toEqual([...LISTS, 'dispute d-2'].sort())
      expect(server.requestsTo(getDispute)).toHaveLength(2)
    },
  )

  test('the reply of a dispute action shows at once', async () => {
    const { screen } = await after('answer', { id: 'd-1', orderId: 'o-1', state: 'answered' })
    const cacheContents: unknown[] = []
    const server = mockServer()
    server.reply(recordDisputeOutcome, { id: 'd-1', orderId: 'o-1', state: 'won' })
    server.reply(getDispute, () => {
      cacheContents.push(screen.queries.getQueryData(callKey(getDispute, { id: 'd-1' })))
      return { id: 'd-1', state: 'won' }
    })
    await screen.act(({ act }) => act.mutate({ act: 'won', reason: 'It was given' }))
    expect(cacheContents).toEqual([{ id: 'd-1', orderId: 'o-1', state: 'won' }])
  })
})
