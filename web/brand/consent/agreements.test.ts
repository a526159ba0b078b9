import { agreeToDocument, getAgreedText, getAgreements } from '@cuida/core/brand/consent/consent-api.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../kit/api.ts'
import { usePolicy } from '../PolicyScreen.tsx'
import { useAgree, useAgreedText, useAgreements } from './AgreementsScreen.tsx'

beforeEach(() => loadMessages('en', {}))
const due = { slug: 'terms', textId: 'text-1' } as never

test("agreements are fetched when signed in, in the reader's language", async () => {
  const server = mockServer()
  server.reply(getAgreements, { due: [due], items: [] })
  const screen = await renderHookWithQueries(useAgreements)
  expect(server.requests).toEqual([])
  await actAndFlush(() => signInTestUser(session))
  await screen.rerender()
  expect(screen.current().data).toMatchObject({ due: [due] })
  await actAndFlush(() => loadMessages('es', {}))
  await screen.rerender()
  expect(server.requestsTo(getAgreements)).toHaveLength(2)
})

test('every screen fetches the agreements again', async () => {
  const server = mockServer()
  signInTestUser(session)
  server.reply(getAgreements, { due: [], items: [] })
  const first = await renderHookWithQueries(useAgreements)
  await renderHookWithQueries(useAgreements, { queries: first.queries })
  expect(server.requestsTo(getAgreements)).toHaveLength(2)
})

test('an agreed text is returned word for word under its own id', async () => {
  const server = mockServer()
  server.reply(getAgreedText, ({ path }) => ({ text: path.split('/').at(-1) }))
  const both = () => [useAgreedText('one'), useAgreedText('two')]
  const screen = await renderHookWithQueries(both)
  await renderHookWithQueries(both, { queries: screen.queries })
  expect(screen.current().map(({ data }) => (data as { text?: string } | undefined)?.text)).toEqual(['one', 'two'])
  expect(server.requestsTo(getAgreedText)).toHaveLength(2)
})

test.each([200, 409])('agreeing (%i) refetches the due documents', async (status) => {
  const server = mockServer()
  signInTestUser(session)
  server.reply(getAgreements, { due: [due], items: [] })
  server.reply(agreeToDocument, { code: 'TEXT_CHANGED' }, status)
  const screen = await renderHookWithQueries(() => ({ shown: useAgreements(), agree: useAgree() }))
  await screen.act(({ agree }) => agree.mutate(due))
  expect(server.requestsTo(getAgreements)).toHaveLength(2)
})

test('a policy is fetched by name and language; a missing one is an error', async () => {
  const requestedUrls: URL[] = []
  const line = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    requestedUrls.push(new URL(String(address), 'https://x'))
    const isThere = String(address).includes('=privacy-policy&')
    const attributes = { urlSlug: 'privacy-policy', title: 'Privacy', updatedOn: '2026-01-01', section: [] }
    return Response.json({ data: isThere ? [{ attributes }] : [] })
  })
  const screen = await renderHookWithQueries(() => [usePolicy('privacy-policy'), usePolicy('cancellation-policy')])
  expect(screen.current().map(({ data, isError }) => [data?.title, isError])).toEqual([
    ['Privacy', false],
    [undefined, true],
  ])
  expect(requestedUrls.map(({ pathname }) => pathname)).toEqual(['/api/policy-documents', '/api/policy-documents'])
  expect(requestedUrls.map(({ searchParams: of }) => [of.get('filters[urlSlug][$eq]'), of.get('locale')])).toEqual([
    ['privacy-policy', 'en'],
    ['cancellation-policy', 'en'],
  ])
  await actAndFlush(() => loadMessages('es', {}))
  await screen.rerender()
  expect(requestedUrls.slice(2).map(({ searchParams }) => searchParams.get('locale'))).toEqual(['es', 'es'])
  line.mockRestore()
})
