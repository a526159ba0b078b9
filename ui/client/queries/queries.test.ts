import { call } from '@cuida/core/kit/call.ts'
import { uncountedList } from '@cuida/core/kit/paged-list.ts'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { actAndFlush } from '../../testing/act.ts'
import { advanceTime, freezeTime } from '../../testing/fake-time.ts'
import { renderHookWithQueries } from '../../testing/render-hook.ts'
import { CallFailed } from '../call-failed.ts'
import type { Send } from '../send.ts'
import { callKey, combinedKey, invalidateQueries } from './query-key.ts'
import { retryPolicy } from './retry.ts'
import { setQueryReply } from './set-query-reply.ts'
import { createMutations, type MutationOptions } from './use-mutation.ts'
import { createPages, pagesKey } from './use-pages.ts'
import { combinedQuery, createQueries, useCombinedQuery } from './use-query.ts'

const One = v.object({ id: v.string(), name: v.string() })
const getOne = call({
  method: 'GET',
  path: '/things/:id',
  access: 'access',
  params: v.object({ id: v.string() }),
  reply: One,
})
const renameOne = call({ ...getOne, method: 'PATCH', body: v.object({ name: v.string() }), refusals: { TAKEN: 409 } })
const listAll = call({
  method: 'GET',
  path: '/things',
  access: 'access',
  ...uncountedList(One, { query: { of: v.optional(v.string()) } }),
})

type Sent = [name: string, input: unknown, ended: AbortSignal | undefined]

/** A `send` whose replies the test gives. */
function line(answer: (input: Record<string, string>, name: string) => unknown) {
  const sent: Sent[] = []
  const send = async (one: typeof getOne, input: Record<string, string>, options?: { signal?: AbortSignal }) => {
    const name = `${one.method} ${one.path}`
    sent.push([name, input, options?.signal])
    return answer(input, name)
  }
  return {
    sent,
    send: send as unknown as Send,
    of: (one: { method: string; path: string }) =>
      sent.filter(([name]) => name === `${one.method} ${one.path}`).map(([_, input]) => input),
  }
}
const named = ({ id = '' }: Record<string, string>) => ({ id, name: `Thing ${id}` })

describe('a query', () => {
  test('its key is the declaration and the input, so two components share one request', async () => {
    const { send, sent } = line(named)
    const { useQuery } = createQueries(send)
    const screen = await renderHookWithQueries(() => ({
      a: useQuery(getOne, { id: '1' }),
      same: useQuery(getOne, { id: '1' }),
      b: useQuery(getOne, { id: '2' }),
    }))
    expect(sent.map(([_, input]) => input)).toEqual([{ id: '1' }, { id: '2' }])
    expect(screen.current().same.data).toEqual({ id: '1', name: 'Thing 1' })
    expect(screen.queries.getQueryData(callKey(getOne, { id: '2' }))).toEqual({ id: '2', name: 'Thing 2' })
  })

  test('it polls at its interval for as long as the interval says', async () => {
    freezeTime()
    const { send, sent } = line(named)
    const { useQuery } = createQueries(send)
    let isMoving = true
    await renderHookWithQueries(() => useQuery(getOne, { id: '1' }, { every: () => isMoving && 1_000 }))
    await advanceTime(3_000)
    expect(sent).toHaveLength(4)
    isMoving = false
    await advanceTime(10_000)
    expect(sent.length).toBeLessThanOrEqual(5)
  })

  test('while an overloaded server refuses it, it keeps its data and waits as long as the server asks', async () => {
    freezeTime()
    let isOverloaded = false
    const { send, sent } = line((input) => {
      if (isOverloaded) throw new CallFailed(503, 'trace', { code: 'UNAVAILABLE' }, 5)
      return named(input)
    })
    const { useQuery } = createQueries(send)
    const screen = await renderHookWithQueries(() => useQuery(getOne, { id: '1' }, { every: 1_000, retry: false }))
    isOverloaded = true
    await advanceTime(1_000)
    expect(sent).toHaveLength(2)
    await advanceTime(4_900)
    expect(sent).toHaveLength(2)
    expect(screen.current().data).toEqual(named({ id: '1' }))
    isOverloaded = false
    await advanceTime(2_700)
    expect(sent.length).toBeGreaterThan(2)
  })

  test('without data, a query that the server postponed is repeated before anything is shown as failed', () => {
    const { retry, retryDelay } = retryPolicy(() => false)
    const postponed = new CallFailed(503, 'trace', { code: 'UNAVAILABLE' }, 4)
    expect([retry(0, postponed), retry(20, postponed)]).toEqual([true, false])
    expect(retryDelay(0, postponed)).toBeGreaterThanOrEqual(4_000)
    expect(retryDelay(0, postponed)).toBeLessThanOrEqual(6_000)
    const refused = new CallFailed(404, 'trace', { code: 'NOT_FOUND' })
    expect(retry(0, refused)).toBe(false)
  })

  test('its key contains `per`', async () => {
    const { send, sent } = line(named)
    const { useQuery } = createQueries(send)
    let per = 'es'
    const screen = await renderHookWithQueries(() => useQuery(getOne, { id: '1' }, { per }))
    per = 'en'
    await screen.rerender()
    expect(sent).toHaveLength(2)
  })

  test.each([
    [true, true],
    [undefined, false],
  ])('its request is aborted on unmount when the option is set (%s)', async (endsUnseen, isEnded) => {
    const { send, sent } = line(() => new Promise(() => {}))
    const { useQuery } = createQueries(send)
    const screen = await renderHookWithQueries(() => useQuery(getOne, { id: '1' }, endsUnseen ? { endsUnseen } : {}))
    await screen.unmount()
    expect(sent[0]?.[2]?.aborted ?? false).toBe(isEnded)
  })

  test('code outside components can fetch it into the same cache entry', async () => {
    const { send, sent } = line(named)
    const { useQuery, queryOf } = createQueries(send)
    const screen = await renderHookWithQueries(() => useQuery(getOne, { id: '1' }, { staleTime: 60_000 }))
    expect(await screen.queries.fetchQuery(queryOf(getOne, { id: '1' }, { staleTime: 60_000 }))).toEqual(
      named({ id: '1' }),
    )
    expect(sent).toHaveLength(1)
  })
})

test('combined queries and pages have their own cache entries and are invalidated with the declaration', async () => {
  const { send } = line(named)
  const { useQuery } = createQueries(send)
  const all = { method: 'GET', path: getOne.path }
  const screen = await renderHookWithQueries(() => ({
    one: useQuery(getOne, { id: '1' }),
    both: useCombinedQuery(all, ['1', '2'], () => Promise.all(['1', '2'].map(async (id) => named({ id }).name))),
  }))
  expect(screen.current().both.data).toEqual(['Thing 1', 'Thing 2'])
  expect(screen.current().one.data).toEqual({ id: '1', name: 'Thing 1' })
  expect(combinedQuery(all, 'x', async () => 1).queryKey).toEqual(combinedKey(all, 'x'))
  expect(
    new Set(
      [callKey(getOne, { id: '1' }), combinedKey(getOne, '1'), pagesKey(getOne, { id: '1' })].map((key) =>
        JSON.stringify(key),
      ),
    ).size,
  ).toBe(3)
})

test('a long list loads page by page as one list of items', async () => {
  const { send, of } = line(({ after }) => ({
    items: [named({ id: after ?? '1' })],
    next: after === undefined ? '2' : null,
  }))
  const usePages = createPages(send)
  const list = await renderHookWithQueries(() => usePages(listAll, { of: 'me' }))
  expect(list.current().hasNextPage).toBe(true)
  await list.act((it) => it.fetchNextPage())
  expect(list.current().data?.items.map(({ id }) => id)).toEqual(['1', '2'])
  expect(list.current().data?.first?.next).toBe('2')
  expect(list.current().hasNextPage).toBe(false)
  expect(of(listAll)).toEqual([
    { of: 'me', pageSize: '50' },
    { of: 'me', pageSize: '50', after: '2' },
  ])
})

describe('a mutation', () => {
  type Options = MutationOptions<{ id: string; name: string }, { id: string; name: string }>
  async function renaming(options: Options, isDone = true) {
    const answer = (input: Record<string, string>, name: string) => {
      if (name.startsWith('GET')) return named(input)
      if (!isDone) throw new CallFailed(409, 't', { code: 'TAKEN' })
      return input
    }
    const { send, of } = line(answer)
    const { useQuery } = createQueries(send)
    const useMutation = createMutations(send, (failure) => `message of ${(failure as CallFailed).code}`)
    const screen = await renderHookWithQueries(() => ({
      one: useQuery(getOne, { id: '1' }),
      other: useQuery(getOne, { id: '2' }),
      rename: useMutation(renameOne, options),
    }))
    await screen.act(({ rename }) => rename.mutateAsync({ id: '1', name: 'New' }).catch(() => {}))
    return {
      screen,
      of,
      reads: () =>
        of(getOne)
          .map((input) => (input as { id: string }).id)
          .slice(2),
    }
  }

  test('it sends its declared call', async () => {
    const { of } = await renaming({})
    expect(of(renameOne)).toEqual([{ id: '1', name: 'New' }])
  })

  test.each([
    ['all queries of a declaration', { stale: [getOne] }, ['1', '2']],
    ['one query of a declaration', { stale: [callKey(getOne, { id: '2' })] }, ['2']],
    [
      'the query that the reply names',
      { stale: (reply?: { id: string }) => (reply ? [callKey(getOne, { id: reply.id })] : []) },
      ['1'],
    ],
    ['everything', { stale: 'everything' as const }, ['1', '2']],
    ['nothing by default', {}, []],
    ['queries of `staleWhenDone`', { staleWhenDone: [getOne] }, ['1', '2']],
    ['no queries of `staleWhenRefused`', { staleWhenRefused: [getOne] }, []],
  ])('its success refetches %s', async (_, options, expected) => {
    const { reads } = await renaming(options)
    expect(reads()).toEqual(expected)
  })

  test.each([
    ['queries of `stale`', { stale: [getOne] }, ['1', '2']],
    ['queries of `staleWhenRefused`', { staleWhenRefused: [getOne] }, ['1', '2']],
    ['no queries of `staleWhenDone`', { staleWhenDone: [getOne] }, []],
  ])('its refusal refetches %s', async (_, options, expected) => {
    const { reads } = await renaming(options, false)
    expect(reads()).toEqual(expected)
  })

  test('its refusal has a message, and its success has none', async () => {
    expect((await renaming({}, false)).screen.current().rename.message).toBe('message of TAKEN')
    expect((await renaming({})).screen.current().rename.message).toBeUndefined()
  })

  test('`keep` writes its reply into the cache of a query', async () => {
    const { screen, reads } = await renaming({ keep: (reply, setReply) => setReply(getOne, { id: reply.id }, reply) })
    expect(screen.current().one.data?.name).toBe('New')
    expect(screen.current().other.data?.name).toBe('Thing 2')
    expect(reads()).toEqual([])
  })

  test('it is pending until the refetched data shows, and calls `onDone` before', async () => {
    let release: (() => void) | undefined
    const renamedIds: string[] = []
    const { send } = line((input, name) => {
      if (name.startsWith('GET') && renamedIds.length > 0)
        return new Promise((resolve) => (release = () => resolve(named(input))))
      return named(input)
    })
    const { useQuery } = createQueries(send)
    const useMutation = createMutations(send, String)
    const screen = await renderHookWithQueries(() => ({
      one: useQuery(getOne, { id: '1' }),
      rename: useMutation(renameOne, { stale: [getOne], onDone: ({ id }) => renamedIds.push(id) }),
    }))
    await screen.act(({ rename }) => rename.mutate({ id: '1', name: 'New' }))
    expect(renamedIds).toEqual(['1'])
    expect(screen.current().rename.isPending).toBe(true)
    await actAndFlush(() => release?.())
    expect(screen.current().rename.isPending).toBe(false)
  })

  test('it may consist of several calls', async () => {
    const { send, of } = line(named)
    const useMutation = createMutations(send, String)
    const screen = await renderHookWithQueries(() => useMutation((id: string) => send(getOne, { id })))
    expect(await screen.act((it) => it.mutateAsync('7'))).toEqual(named({ id: '7' }))
    expect(of(getOne)).toEqual([{ id: '7' }])
  })
})

test('`setQueryReply` writes to the cache entry of the query', async () => {
  const { send, sent } = line(named)
  const { useQuery } = createQueries(send)
  const screen = await renderHookWithQueries(() => useQuery(getOne, { id: '1' }))
  await screen.act(() =>
    setQueryReply(screen.queries, getOne, { id: '1' }, (known) => known && { ...known, name: 'Other' }),
  )
  expect(screen.current().data?.name).toBe('Other')
  await screen.act(() => invalidateQueries(screen.queries, [callKey(getOne, { id: '2' })]))
  expect(sent).toHaveLength(1)
  await screen.act(() => invalidateQueries(screen.queries, [callKey(getOne, { id: '1' })]))
  expect(sent).toHaveLength(2)
})
