import { verifyIssuedDocument } from '@cuida/core/care/issued-document/issued-document-api.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { expect, test } from 'vitest'
import { checkCode } from './VerifyScreen.tsx'

test('a code is genuine, unknown, or could not be checked', async () => {
  const server = mockServer()
  server.reply(verifyIssuedDocument, { clinic: 'Cuida' })
  expect(await checkCode('ABCD-EFGH')).toEqual({ clinic: 'Cuida' })
  server.refuse(verifyIssuedDocument, 'DOCUMENT_UNKNOWN', 404)
  expect(await checkCode('ABCD-EFGH')).toBe('unknown')
  for (const [code, status] of [
    ['RATE_LIMITED', 429],
    ['NOT_FOUND', 404],
  ] as const) {
    server.refuse(verifyIssuedDocument, code, status)
    await expect(checkCode('ABCD-EFGH')).rejects.toMatchObject({ code })
  }
})
