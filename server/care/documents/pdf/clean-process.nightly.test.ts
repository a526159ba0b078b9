import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createDocumentSanitizer } from '../document-sanitizer.ts'
import {
  buildOnePagePdf,
  buildPdf,
  buildPdfBomb,
  buildStream,
  findForbidden,
  listFixtures,
  readFixture,
} from './test-pdfs.ts'

// These files can kill the process that opens them, so the test uses the child process.
const documentSanitizer = createDocumentSanitizer({ mostMs: 60_000 })
afterAll(() => documentSanitizer.close())

test.each([
  ['a page that unpacks to 2 GB', () => buildPdfBomb(2_000)],
  [
    'a PDF of deeply nested arrays',
    () => buildOnePagePdf(`<</Type/Page/MediaBox ${'['.repeat(60_000)}${']'.repeat(60_000)}>>`),
  ],
  [
    'a PDF of recursive form objects',
    () =>
      buildOnePagePdf(
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</XObject<</A 5 0 R>>>>/Contents 4 0 R>>',
        buildStream('/A Do'),
        buildStream('/A Do /A Do', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A 5 0 R>>>>'),
      ),
  ],
  [
    'a PDF of 100,000 objects',
    () => buildPdf([...Array.from({ length: 100_000 }, () => 'null')].with(0, '<</Type/Catalog/Pages 2 0 R>>')),
  ],
])('%s does not prevent the next file from being cleaned', async (_, bytes) => {
  const result = await documentSanitizer.clean('pdf', bytes())
  if (!('problem' in result)) expect(findForbidden(result.bytes)).toEqual([])
  expect(await documentSanitizer.clean('pdf', readFixture('honest-quiet.pdf'))).toHaveProperty('bytes')
})

test('mutated fixtures are refused or cleaned of every action, and the process survives', async () => {
  const sources = listFixtures(/^(hostile|attach)/).map(readFixture)
  const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), value: fc.nat(255), length: fc.nat(6) })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sources),
      fc.array(change, { minLength: 1, maxLength: 12 }),
      async (source, changes) => {
        const bytes = Buffer.from(source)
        for (const { at, value, length } of changes) {
          const from = Math.floor(at * (bytes.length - 1))
          bytes.fill(value, from, Math.min(from + length, bytes.length))
        }
        const result = await documentSanitizer.clean('pdf', bytes)
        if ('problem' in result) return
        expect(findForbidden(result.bytes)).toEqual([])
        expect(result.bytes.length).toBeLessThan(1_000_000)
      },
    ),
    { numRuns: 150 },
  )
})
