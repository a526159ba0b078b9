import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { afterAll, describe, expect, test } from 'vitest'
import { createPdf, text } from '../../../kit/pdf/pdf.ts'
import { cleanPdf } from './clean-pdf.ts'
import {
  buildOnePagePdf,
  buildPdf,
  buildTextStream,
  cleanTestPdf,
  findForbidden,
  findPdfProblem,
  HELVETICA_FONT,
  listFixtures,
  readFixture,
  renderPages,
} from './test-pdfs.ts'

const OF_FIELDS = /filled-in|ticked/
const folder = mkdtempSync(join(tmpdir(), 'cuida-pdf-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** How many per mille of the colour values differ. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [before, after] = await Promise.all([renderPages(one), renderPages(other)])
  expect(after.map(({ length }) => length)).toEqual(before.map(({ length }) => length))
  expect(before.length).toBeGreaterThan(0)
  const pixels = before.flatMap((page, index) =>
    [...page].map((value, at) => Math.abs(value - (after[index]?.[at] ?? 0))),
  )
  return (pixels.filter((by) => by > 30).length / pixels.length) * 1_000
}

const has = (program: string, ...how: string[]) => {
  try {
    execFileSync(program, how, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const write = (name: string, bytes: Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

describe('an active PDF loses its actions and keeps its content', () => {
  const hostile = listFixtures(/^hostile/)
  test('every fixture exists', () => expect(hostile.length).toBeGreaterThan(20))

  /** The fast run cleans one of each of the three ways to run something; each takes a second. */
  const inGate = ['hostile-script.pdf', 'hostile-form.pdf', 'hostile-next-of-another-packed.pdf']
  for (const name of hostile)
    test(name, { tags: inGate.includes(name) ? [] : ['nightly'] }, async () => {
      const original = readFixture(name)
      const cleanedPdf = await cleanTestPdf(original)
      expect(findForbidden(cleanedPdf)).toEqual([])
      expect(cleanedPdf.includes('Kanarienvogel')).toBe(false)
      expect(await difference(original, cleanedPdf)).toBeLessThan(1)
      // Cleaning the result again gives an identical file, so the first pass left nothing.
      expect(findForbidden(await cleanTestPdf(cleanedPdf))).toEqual([])
    })

  test.runIf(has('qpdf', '--version'))('another reader finds the cleaned files valid and free of actions', async () => {
    for (const name of hostile) {
      const path = write(name, await cleanTestPdf(readFixture(name)))
      execFileSync('qpdf', ['--check', path])
      expect(findForbidden(execFileSync('qpdf', ['--qdf', '--object-streams=disable', path, '-'])), name).toEqual([])
    }
  })

  test('cleaning is deterministic', async () => {
    const one = await cleanTestPdf(readFixture('hostile-lines.pdf'))
    const two = await cleanTestPdf(readFixture('hostile-lines.pdf'))
    expect(one.equals(two)).toBe(true)
  })

  test('data before and behind the PDF is dropped', async () => {
    const cleanedPdf = await cleanTestPdf(readFixture('hostile-page-too.pdf'))
    expect(cleanedPdf.includes('<script>') || cleanedPdf.includes('PK\x05')).toBe(false)
    expect(cleanedPdf.subarray(0, 8).toString()).toBe('%PDF-1.7')
    expect(cleanedPdf.subarray(-6).toString()).toBe('%%EOF\n')
  })

  test('title, author and producer are dropped', async () => {
    const doc = new PDFDocument({ info: { Title: 'Kanarienvogel', Author: 'Kanarienvogel' }, compress: false })
    doc.text('Glucose')
    expect((await cleanTestPdf(await bytesOf(doc))).includes('Kanarienvogel')).toBe(false)
  })
})

describe('a harmless PDF looks the same after cleaning', () => {
  test.each(listFixtures(/^honest/))('%s looks the same', { tags: ['nightly'] }, async (name) => {
    const original = readFixture(name)
    const cleanedPdf = await cleanTestPdf(original)
    // Readers place the text of a field without an appearance up to a pixel apart.
    expect(await difference(original, cleanedPdf)).toBeLessThan(OF_FIELDS.test(name) ? 6 : 1)
    expect(findForbidden(cleanedPdf)).toEqual([])
  })

  test('a certificate of ours looks the same', async () => {
    const original = await createPdf({ title: 'Certificado', author: 'Vida Ligera', locale: 'es' }, (doc, addTag) => {
      addTag('H1', () => text(doc, 'Certificado de asistencia', { size: 20 }))
      addTag('P', () => text(doc, 'Ana García, 21 de noviembre de 2026', { size: 11 }))
    })
    expect(await difference(original, await cleanTestPdf(original))).toBeLessThan(1)
  })

  test.runIf(has('pdftoppm', '-v'))('another reader renders the cleaned files the same', async () => {
    const picturesAt = (path: string) => {
      const where = mkdtempSync(join(folder, 'pages-'))
      execFileSync('pdftoppm', ['-r', '50', '-gray', path, join(where, 'page')], { stdio: 'ignore' })
      return readdirSync(where)
        .sort()
        .map((name) => readFileSync(join(where, name)))
    }
    for (const name of listFixtures(/^honest/).filter((name) => !OF_FIELDS.test(name))) {
      const before = readFixture(name)
      const after = await cleanTestPdf(readFixture(name))
      const one = picturesAt(write(`a-${name}`, before))
      const two = picturesAt(write(`b-${name}`, after))
      expect(two.length, name).toBe(one.length)
      const changed = one.flatMap((page, index) =>
        [...page].filter((value, at) => Math.abs(value - (two[index]?.[at] ?? 0)) > 30),
      )
      expect(changed.length / Buffer.concat(one).length, name).toBeLessThan(0.002)
    }
  })

  test.each([
    ['honest-quiet.pdf', '(Glucose 5.2 mmol/l)'],
    // Filled in by a program that left the field without an appearance.
    ['honest-filled-in.pdf', '(Penicillin)'],
    ['honest-ticked.pdf', '(Penicillin)'],
  ])('the text of %s stays searchable', async (name, phrase) => {
    const cleanedPdf = (await cleanTestPdf(readFixture(name))).toString('latin1')
    const strokes = [...cleanedPdf.matchAll(/FlateDecode[^>]*>>\nstream\n([\s\S]*?)\nendstream/g)]
    expect(
      strokes.map(([_whole, packed = '']) => inflateSync(Buffer.from(packed, 'latin1')).toString()).join(),
    ).toContain(phrase)
  })
})

describe('a refused PDF with its reason', () => {
  const manyPages = (count: number) =>
    buildPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[${Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ')}]/Count ${count}>>`,
      ...Array.from({ length: count }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'),
    ])
  test.each<[string, () => Buffer, string]>([
    ['a PDF with a password', () => readFixture('password.pdf'), 'PDF_LOCKED'],
    ['a PDF with an attachment', () => readFixture('attachment.pdf'), 'PDF_ACTIVE'],
    ['a PDF with an attachment in compressed objects', () => readFixture('attachment-packed.pdf'), 'PDF_ACTIVE'],
    ['a PDF with a file attachment annotation', () => readFixture('attachment-pinned.pdf'), 'PDF_ACTIVE'],
    ['a PDF of only a header', () => Buffer.from('%PDF-1.7\n%%EOF'), 'FILE_UNREADABLE'],
    [
      'noise with a PDF header',
      () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9_000, 'x1 0 obj')]),
      'FILE_UNREADABLE',
    ],
    ['a PDF beyond the page limit', () => manyPages(501), 'FILE_UNREADABLE'],
    ['a cyclic page tree', () => buildOnePagePdf('<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>'), 'FILE_UNREADABLE'],
    [
      'a page count without its pages',
      () => buildPdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 1000000000>>']),
      'FILE_UNREADABLE',
    ],
  ])('%s is refused', async (_, bytes, problem) => expect(await findPdfProblem(bytes())).toBe(problem))

  test('500 pages are accepted', async () => expect(await findPdfProblem(manyPages(500))).toBeUndefined())
})

test('a signed PDF is reported as signed; an empty signature field is not', async () => {
  const signed = (value: string) =>
    buildPdf([
      '<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[6 0 R]>>>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Annots[6 0 R]/Resources<</Font<</F1 5 0 R>>>>>>',
      buildTextStream('Certificate'),
      HELVETICA_FONT,
      `<</Type/Annot/Subtype/Widget/FT/Sig/T(s)${value}/Rect[0 0 0 0]/F 4/P 3 0 R>>`,
    ])
  const value =
    '/V<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 10 20 10]/Contents<30820122>>>'
  expect(await cleanPdf(signed(value))).toMatchObject({ isSigned: true })
  expect(await cleanPdf(signed(''))).toMatchObject({ isSigned: false })
})

async function bytesOf(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const pieces: Buffer[] = []
  doc.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = new Promise((resolve) => doc.on('end', resolve))
  doc.end()
  await ended
  return Buffer.concat(pieces)
}
