import {
  type ApiKey,
  approveApiKey,
  declineApiKey,
  issueApiSecret,
  listApiKeys,
  requestApiKey,
  revokeApiKey,
} from '@cuida/core/access/api-key/api-key-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Sidebar } from '../Sidebar.tsx'
import { mockDeskServer, renderDeskScreen } from '../test-desk-screen.ts'
import { ApiKeysList, ApiKeysPage } from './api-key/ApiKeysPage.tsx'

const NOW = '2026-11-26T10:00:00Z'
beforeEach(() => freezeTime(NOW))
const REASON = 'They asked for it on the phone'

const apiKey = (more: Partial<ApiKey> = {}): ApiKey => ({
  id: 'k-1',
  name: 'Agenda Norte',
  scopes: ['appointments:read'],
  state: 'active',
  requestedBy: 'Juan',
  isOwn: false,
  requestedAt: NOW,
  decidedBy: 'Marta',
  expiresAt: '2027-02-24T10:00:00Z',
  lastUsedAt: null,
  secrets: [],
  ...more,
})
const waiting = (more: Partial<ApiKey> = {}) => apiKey({ state: 'waiting', decidedBy: null, ...more })

function serverWith(...items: ApiKey[]) {
  const server = mockDeskServer()
  server.reply(listApiKeys, { items })
  for (const call of [approveApiKey, declineApiKey, revokeApiKey]) server.reply(call, null)
  return server
}

describe('the page of an API key', () => {
  async function detail(more: ApiKey = apiKey()) {
    const server = serverWith(more)
    return { server, page: await renderDeskScreen(<ApiKeysPage selectedId="k-1" />, { at: '/api-keys/k-1' }) }
  }
  const ACTIONS = ['approve', 'decline', 'issue', 'withdraw.key', 'withdraw.request']

  test.each<[string, ApiKey, string[]]>([
    ['another manager’s request', waiting(), ['approve', 'decline']],
    ['the reader’s request', waiting({ isOwn: true }), ['withdraw.request']],
    ['an active key', apiKey(), ['issue', 'withdraw.key']],
    ['a declined request', apiKey({ state: 'declined' }), []],
    ['an expired key', apiKey({ state: 'expired' }), []],
    ['a revoked key', apiKey({ state: 'revoked' }), []],
  ])('%s has its actions and no others', async (_, key, actions) => {
    const { page } = await detail(key)
    expect(ACTIONS.filter((action) => page.buttons().includes(t(`desk.apiKeys.${action}`)))).toEqual(actions)
  })
  test('a second manager approves a request; a refusal shows', async () => {
    const { page, server } = await detail(waiting())
    server.refuse(approveApiKey, 'API_KEY_NOT_FOUND', 404)
    await page.click(t('desk.apiKeys.approve'))
    expect(page.hasMessage('desk.error.API_KEY_NOT_FOUND')).toBe(true)
    expect(server.requestsTo(approveApiKey).map(({ path }) => path)).toEqual(['/v1/desk/api-keys/k-1/approval'])
  })
  test.each([
    ['declining', waiting(), 'decline', declineApiKey],
    ['withdrawing a key', apiKey(), 'withdraw.key', revokeApiKey],
    ['withdrawing a request', waiting({ isOwn: true }), 'withdraw.request', revokeApiKey],
  ] as const)('%s needs a reason', async (_, key, action, call) => {
    const { page, server } = await detail(key)
    await page.click(t(`desk.apiKeys.${action}`))
    await page.click(t(`desk.apiKeys.${action}`))
    expect(server.requestsTo(call)).toEqual([])
    await page.fill(/./, REASON)
    await page.click(t(`desk.apiKeys.${action}`))
    expect(server.requestsTo(call)).toMatchObject([{ body: { reason: REASON } }])
  })
  test('an issued secret shows once', async () => {
    const { page, server } = await detail()
    server.reply(issueApiSecret, { clientId: 'k-1', clientSecret: 's3cr3t', tokenUrl: 'https://clinic.test/token' })
    await page.click(t('desk.apiKeys.issue'))
    expect(page.hasMessage('desk.apiKeys.overlap')).toBe(false)
    expect(server.requestsTo(issueApiSecret)).toEqual([])
    await page.click(t('desk.apiKeys.issue'))
    for (const text of ['s3cr3t', 'https://clinic.test/token', t('desk.apiKeys.once')])
      expect(page.text()).toContain(text)
    for (const part of ['clientId', 'clientSecret', 'tokenUrl'])
      expect(page.buttons()).toContain(t(`desk.apiKeys.copy.${part}`))
    await page.click(t('desk.apiKeys.saved'))
    expect(page.text()).not.toContain('s3cr3t')
    expect(server.requestsTo(issueApiSecret)).toHaveLength(1)
  })
  test('before a second secret the dialog says how long the first one works', async () => {
    const { page } = await detail(apiKey({ secrets: [{ createdAt: NOW, endsAt: null }] }))
    await page.click(t('desk.apiKeys.issue'))
    expect(page.hasMessage('desk.apiKeys.overlap')).toBe(true)
  })
  test('an unknown key shows a message', async () =>
    expect((await detail(apiKey({ id: 'k-2' }))).page.hasMessage('desk.apiKeys.gone')).toBe(true))
})

test('a request names the program, its scopes and its lifetime', async () => {
  const server = serverWith()
  server.reply(requestApiKey, { id: 'k-2' })
  const page = await renderDeskScreen(<ApiKeysPage selectedId="new" />, { at: '/api-keys/new' })
  await page.click(t('desk.apiKeys.send'))
  expect(page.hasMessage('desk.apiKeys.problem.name')).toBe(true)
  expect(page.hasMessage('desk.apiKeys.problem.scopes')).toBe(true)
  await page.fill(t('desk.apiKeys.name'), ' Agenda Norte ')
  await page.click(t('desk.apiKeys.scope.appointments:read'))
  await page.click(t('desk.apiKeys.dayCount', { count: 365 }))
  await page.click(t('desk.apiKeys.send'))
  expect(server.requestsTo(requestApiKey)).toMatchObject([
    { body: { name: 'Agenda Norte', scopes: ['appointments:read'], days: 365 } },
  ])
  expect(currentAddress()).toBe('/desk/api-keys/k-2')
})

test('the list marks the requests that wait for the reader, and the sidebar counts them', async () => {
  serverWith(waiting(), waiting({ id: 'k-2', isOwn: true }), apiKey({ id: 'k-3' }))
  const page = await renderDeskScreen(<ApiKeysList selectedId={undefined} />, { at: '/api-keys' })
  expect(page.text().split(t('desk.apiKeys.yourTurn'))).toHaveLength(2)
  expect(Object.values(page.links())).toEqual(['k-1', 'k-2', 'k-3'].map((id) => `/desk/api-keys/${id}`))
  await page.unmount()
  const sidebar = await renderDeskScreen(
    <Sidebar currentPage={undefined} onSignOut={vi.fn()} notificationSettings={null} />,
  )
  expect(sidebar.text()).toContain(t('desk.sidebar.waiting', { count: 1 }))
})

test('the empty list says what an API key is for', async () => {
  serverWith()
  const page = await renderDeskScreen(<ApiKeysList selectedId={undefined} />, { at: '/api-keys' })
  expect(page.hasMessage('desk.apiKeys.none')).toBe(true)
})
