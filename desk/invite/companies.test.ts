import { createCompany, listCompanies, listLinkSets, revokeLinkSet } from '@cuida/core/invite/desk-company-api.ts'
import { listErrorReports, resolveErrorReport } from '@cuida/core/kit/desk-error-report-api.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { useErrorReports, useResolveErrorReport } from '../kit/errors/ErrorsPage.tsx'
import { useCompanies, useCreateCompany, useLinkSets, useRevokeLinkSet } from './queries.ts'

beforeEach(() => {
  freezeTime()
  loadMessages('en', {})
})

const LISTS = [
  ['companies', useCompanies, listCompanies],
  ['links of a company', () => useLinkSets('c-1'), listLinkSets],
  ['what broke', useErrorReports, listErrorReports],
] as const

describe.each(LISTS)('the list of %s', (_, hook, call) => {
  test('all pages load, and are polled every 30 seconds', async () => {
    const server = mockServer()
    server.reply(call, ({ query }) => ({ items: [], next: query.has('after') ? null : 'p' }))
    const list = await renderHookWithQueries(hook as typeof useErrorReports)
    await list.act((it) => it.fetchNextPage())
    expect(list.current().hasNextPage).toBe(false)
    expect(server.requestsTo(call).map(({ query }) => Object.fromEntries(query))).toEqual([
      { pageSize: '50' },
      { pageSize: '50', after: 'p' },
    ])
    await advanceTime(30_000)
    expect(server.requestsTo(call)).toHaveLength(4)
  })
})

test('links are fetched per company, and companies in the desk’s language', async () => {
  const server = mockServer()
  server.reply(listCompanies, { items: [], page: 1, total: 0 })
  server.reply(listLinkSets, ({ path }) => ({ items: [{ id: path }], page: 1, total: 1 }))
  const screen = await renderHookWithQueries(() => ({
    all: useCompanies(),
    links: [useLinkSets('one'), useLinkSets('two')],
  }))
  expect(new Set(screen.current().links.map(({ data }) => JSON.stringify(data))).size).toBe(2)
  await actAndFlush(() => loadMessages('es', {}))
  expect(server.requestsTo(listCompanies)).toHaveLength(2)
  expect(server.requestsTo(listLinkSets)).toHaveLength(2)
})

test.each([200, 409])(
  'companies and links are refetched after an action, successful or refused (%i)',
  async (status) => {
    const server = mockServer()
    server.reply(listCompanies, { items: [], page: 1, total: 0 })
    server.reply(listLinkSets, { items: [], page: 1, total: 0 })
    for (const call of [createCompany, revokeLinkSet]) server.reply(call, { code: 'CHANGED_MEANWHILE' }, status)
    const screen = await renderHookWithQueries(() => ({
      shown: [useCompanies(), useLinkSets('c-1')],
      mutations: [useCreateCompany(), useRevokeLinkSet('c-1')],
    }))
    for (const at of [0, 1]) {
      await screen.act(({ mutations }) => mutations[at]?.mutate({} as never))
      expect([server.requestsTo(listCompanies).length, server.requestsTo(listLinkSets).length]).toEqual([
        2 + at,
        2 + at,
      ])
    }
  },
)

test.each([200, 409])('only error reports are refetched after one is resolved (%i)', async (status) => {
  const server = mockServer()
  server.reply(listCompanies, { items: [], page: 1, total: 0 })
  server.reply(listErrorReports, { items: [], page: 1, total: 0 })
  server.reply(resolveErrorReport, { code: 'NOT_THERE' }, status)
  const screen = await renderHookWithQueries(() => ({
    shown: [useErrorReports(), useCompanies()],
    done: useResolveErrorReport(),
  }))
  await screen.act(({ done }) => done.mutate('0123'))
  expect([server.requestsTo(listErrorReports).length, server.requestsTo(listCompanies).length]).toEqual([2, 1])
})
