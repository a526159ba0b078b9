import { getConsultation } from '@cuida/core/care/call/api.ts'
import { removeDocument } from '@cuida/core/care/documents/document-api.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { useQuery } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { useRemoveDocument } from './Documents.tsx'
import { documentName, refusalMessage } from './document-messages.ts'

const where = { id: 'c-1', documentId: 'd-1' }

test.each([
  ['is removed', 200, '', true],
  ['is already gone', 404, 'DOCUMENT_NOT_FOUND', true],
  ['can no longer be removed', 409, 'TOO_LATE', false],
  ['could not be removed', 500, 'UNEXPECTED', false],
])('a document that %s refetches the consultation', async (_, status, code, isGone) => {
  const server = mockServer()
  server.reply(removeDocument, status === 200 ? null : { code }, status)
  const removed = vi.fn()
  let fetchCount = 0
  const both = () => ({
    consultation: useQuery({ queryKey: callKey(getConsultation, { id: 'c-1' }), queryFn: () => ++fetchCount }),
    remove: useRemoveDocument(where, removed),
  })
  const screen = await renderHookWithQueries(both)
  await screen.act(({ remove }) => remove.mutate())
  expect([removed.mock.calls.length, screen.current().remove.isError, fetchCount]).toEqual([isGone ? 1 : 0, !isGone, 2])
})

test("a document has its sender's name or its type, and a refusal has a reason", () => {
  loadMessages('en', {
    'care.documents.aPdf': 'A paper',
    'care.documents.aPhoto': 'A photo',
    'care.documents.problem.TOO_LARGE': 'Too large',
    'care.documents.problem.other': 'Not taken',
  })
  const names = ['piel.jpg', ''].flatMap((name) =>
    (['application/pdf', 'image/jpeg'] as const).map((type) => documentName({ name, type } as never)),
  )
  expect(names).toEqual(['piel.jpg', 'piel.jpg', 'A paper', 'A photo'])
  expect([refusalMessage('TOO_LARGE'), refusalMessage('NEW')]).toEqual(['Too large', 'Not taken'])
})
