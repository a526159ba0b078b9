import { createCompany, listCompanies, listLinkSets, takeBackSet } from '@cuida/core/invite/desk-company-api.ts'
import { doneWithFault, listFaults } from '@cuida/core/kit/desk-fault-api.ts'
import { living, passing, playServer, settled, stopClock } from '@cuida/ui/client/session/test-living.ts'
import { loadWords } from '@cuida/ui/words/words.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { useDoneWithFault, useFaults } from '../kit/faults/queries.ts'
import { useCompanies, useCreateCompany, useLinkSets, useTakeBackSet } from './queries.ts'

beforeEach(() => {
  stopClock()
  loadWords('en', {})
})

const LISTS = [
  ['companies', useCompanies, listCompanies],
  ['links of a company', () => useLinkSets('c-1'), listLinkSets],
  ['what broke', useFaults, listFaults],
] as const

describe.each(LISTS)('the list of %s', (_, hook, call) => {
  const answer = (server: ReturnType<typeof playServer>, total: number) =>
    server.answer(call, ({ query }) => ({ items: [], page: Number(query.get('page')), total }))
  test.each([
    [50, false],
    [51, true],
  ])('with %i has a second page: %s', async (total, hasNextPage) => {
    const server = playServer()
    answer(server, total)
    expect((await living(hook as typeof useFaults)).now().hasNextPage).toBe(hasNextPage)
  })
  test('goes on to its end, and is asked for again every half minute', async () => {
    const server = playServer()
    answer(server, 100)
    const list = await living(hook as typeof useFaults)
    await list.do((it) => it.fetchNextPage())
    expect(list.now().hasNextPage).toBe(false)
    expect(server.heard(call).map(({ query }) => Object.fromEntries(query))).toEqual([
      { page: '1', pageSize: '50' },
      { page: '2', pageSize: '50' },
    ])
    await passing(30_000)
    expect(server.heard(call)).toHaveLength(4)
  })
})

test('links are of one company; companies are told in the language of the desk', async () => {
  const server = playServer()
  server.answer(listCompanies, { items: [], page: 1, total: 0 })
  server.answer(listLinkSets, ({ path }) => ({ items: [{ id: path }], page: 1, total: 1 }))
  const screen = await living(() => ({ all: useCompanies(), links: [useLinkSets('one'), useLinkSets('two')] }))
  expect(new Set(screen.now().links.map(({ data }) => JSON.stringify(data))).size).toBe(2)
  await settled(() => loadWords('es', {}))
  expect(server.heard(listCompanies)).toHaveLength(2)
  expect(server.heard(listLinkSets)).toHaveLength(2)
})

test.each([200, 409])(
  'companies and their links are asked for again after a deed, done or refused (%i)',
  async (status) => {
    const server = playServer()
    server.answer(listCompanies, { items: [], page: 1, total: 0 })
    server.answer(listLinkSets, { items: [], page: 1, total: 0 })
    for (const call of [createCompany, takeBackSet]) server.answer(call, { code: 'CHANGED_MEANWHILE' }, status)
    const screen = await living(() => ({
      shown: [useCompanies(), useLinkSets('c-1')],
      deeds: [useCreateCompany(), useTakeBackSet('c-1')],
    }))
    for (const at of [0, 1]) {
      await screen.do(({ deeds }) => deeds[at]?.mutate({} as never))
      expect([server.heard(listCompanies).length, server.heard(listLinkSets).length]).toEqual([2 + at, 2 + at])
    }
  },
)

test.each([200, 409])(
  'what broke is asked for again once somebody has seen to it, and nothing else (%i)',
  async (status) => {
    const server = playServer()
    server.answer(listCompanies, { items: [], page: 1, total: 0 })
    server.answer(listFaults, { items: [], page: 1, total: 0 })
    server.answer(doneWithFault, { code: 'NOT_THERE' }, status)
    const screen = await living(() => ({ shown: [useFaults(), useCompanies()], done: useDoneWithFault() }))
    await screen.do(({ done }) => done.mutate('0123'))
    expect([server.heard(listFaults).length, server.heard(listCompanies).length]).toEqual([2, 1])
  },
)
