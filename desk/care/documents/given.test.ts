import { giveDocument } from '@cuida/core/care/documents/document-api.ts'
import { getDeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { readKey } from '@cuida/ui/client/reads/read-key.ts'
import { asks, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { loadWords } from '@cuida/ui/words/words.ts'
import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { documentName, useGive } from './documents.ts'

const file = new File(['12345'], 'volante.pdf', { type: 'application/pdf' })

test.each([
  ['arrives', 200, undefined],
  ['does not', 415, 'UNSUPPORTED_FILE'],
])('a file that %s: what failed is told, and the consultation asked for again', async (_, status, code) => {
  let asked = 0
  const screen = await renderHookWithQueries(() => ({
    shown: useQuery({ queryKey: readKey(getDeskConsultation, { id: 'c-1' }), queryFn: () => ++asked }),
    giving: useGive('c-1'),
  }))
  expect(screen.current().giving).toMatchObject({ progress: undefined, failure: undefined })
  const sent = await leaving(
    async () => {
      await actAndFlush(() => screen.current().giving.give(file))
      for (let tries = 0; tries < 50 && asked < 2; tries++)
        await actAndFlush(() => new Promise((done) => setTimeout(done, 10)))
    },
    { id: 'd-1', code },
    status,
  )
  expect(sent).toMatchObject([asks(giveDocument, { id: 'c-1' }, { file: { name: 'volante.pdf', size: 5 } })])
  expect([asked, screen.current().giving.progress]).toEqual([2, undefined])
  expect((screen.current().giving.failure as { code?: string } | undefined)?.code).toBe(code)
})

test('a document is called as its sender called it, else what it is', () => {
  loadWords('en', { 'desk.documents.aPdf': 'A paper', 'desk.documents.aPhoto': 'A photo' })
  const names = ['x.pdf', ''].flatMap((name) =>
    (['application/pdf', 'image/png'] as const).map((type) => documentName({ name, type } as never)),
  )
  expect(names).toEqual(['x.pdf', 'x.pdf', 'A paper', 'A photo'])
})
