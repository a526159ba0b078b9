import { giveDocument } from '@cuida/core/care/documents/document-api.ts'
import { getDeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { useQuery } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createDocumentSender, documentName, useSendDocument } from './documents.ts'

const file = new File(['12345'], 'volante.pdf', { type: 'application/pdf' })

test.each([
  ['arrives', 200, undefined],
  ['is refused', 415, 'UNSUPPORTED_FILE'],
])('a file that %s: the failure shows and the consultation is refetched', async (_, status, code) => {
  let fetchCount = 0
  const screen = await renderHookWithQueries(() => ({
    shown: useQuery({ queryKey: callKey(getDeskConsultation, { id: 'c-1' }), queryFn: () => ++fetchCount }),
    giving: useSendDocument('c-1'),
  }))
  expect(screen.current().giving).toMatchObject({ progress: undefined, failure: undefined })
  const server = mockServer()
  server.reply(giveDocument, { id: 'd-1', code }, status)
  await actAndFlush(() => screen.current().giving.give(file))
  await vi.waitFor(() => expect(fetchCount).toBe(2))
  expect(server.requests).toMatchObject([
    { path: '/v1/desk/consultations/c-1/documents', file: { name: 'volante.pdf', size: 5 } },
  ])
  expect([fetchCount, screen.current().giving.progress]).toEqual([2, undefined])
  expect((screen.current().giving.failure as { code?: string } | undefined)?.code).toBe(code)
})

test('a document has its sender’s name for it, else its type', () => {
  loadMessages('en', { 'desk.documents.aPdf': 'A paper', 'desk.documents.aPhoto': 'A photo' })
  const names = ['x.pdf', ''].flatMap((name) =>
    (['application/pdf', 'image/png'] as const).map((type) => documentName({ name, type } as never)),
  )
  expect(names).toEqual(['x.pdf', 'x.pdf', 'A paper', 'A photo'])
})

test('a document keeps its idempotency key until it is stored', async () => {
  const server = mockServer()
  const give = createDocumentSender()
  const send = async (status: number) => {
    server.reply(giveDocument, {}, status)
    await give('c-1', file, () => {}).catch(() => {})
  }
  await send(503)
  await send(200)
  await send(200)
  const [first, repeated, next] = server.requests.map(({ idempotencyKey }) => idempotencyKey)
  expect(first).toBeDefined()
  expect(repeated).toBe(first)
  expect(next).not.toBe(first)
})
