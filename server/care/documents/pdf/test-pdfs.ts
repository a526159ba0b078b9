import { readdirSync, readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { init } from '@embedpdf/pdfium'
import { cleanPdf } from './clean-pdf.ts'

// Active and harmless PDFs. Those in `fixtures` were generated once by `test-make-fixtures.ts` with qpdf and
// Chromium, so that the tests need neither.

const FOLDER = new URL('./fixtures/', import.meta.url)
export const readFixture = (name: string): Buffer => readFileSync(new URL(name, FOLDER))
export const listFixtures = (like: RegExp): string[] => readdirSync(FOLDER).filter((name) => like.test(name))

/** A PDF of these objects, numbered from 1, the catalog first. */
export function buildPdf(objects: readonly string[], { trailer = '' } = {}): Buffer {
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\n`
  return Buffer.from(`${text}${table}startxref\n${text.length}\n%%EOF\n`, 'latin1')
}

export const buildOnePagePdf = (page: string, ...more: string[]): Buffer =>
  buildPdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', page, ...more])

export const buildStream = (text: string, dictionary = ''): string =>
  `<<${dictionary}/Length ${text.length}>>\nstream\n${text}\nendstream`

/** A content stream that shows this text in Helvetica. */
export const buildTextStream = (text: string): string => buildStream(`BT /F1 18 Tf 20 100 Td (${text}) Tj ET`)
export const HELVETICA_FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'

/** A page whose content unpacks to this many megabytes. */
export function buildPdfBomb(megabytes = 1_000): Buffer {
  const packed = deflateSync(Buffer.alloc(50_000_000, ' '))
  // Compressed twice it is small: the first decompression already gives a bomb.
  const twice = deflateSync(Buffer.concat(Array.from({ length: megabytes / 50 }, () => packed)))
  const filters = '/Filter[/FlateDecode/FlateDecode]'
  return buildPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>',
    buildStream(twice.toString('latin1'), filters),
  ])
}

/** Cleans in this process, because a child process carries no planted mutants (decision 0161). */
export async function cleanTestPdf(bytes: Buffer): Promise<Buffer> {
  const result = await cleanPdf(bytes)
  if ('problem' in result) throw new Error(result.problem)
  return result.bytes
}
export async function findPdfProblem(bytes: Buffer) {
  const result = await cleanPdf(bytes)
  return 'problem' in result ? result.problem : undefined
}

/** Keys of actions, links, attachments and metadata, none of which may be in a cleaned file. */
const FORBIDDEN = new RegExp(
  `/(?:${[
    ...[
      'A',
      'AA',
      'AF',
      'Action',
      'AcroForm',
      'Annots',
      'Collection',
      'EF',
      'EmbeddedFile',
      'EmbeddedFiles',
      'Encrypt',
    ],
    ...['Filespec', 'GoTo', 'GoToE', 'GoToR', 'Hide', 'ImportData', 'Info', 'JS', 'JavaScript', 'Launch', 'Metadata'],
    ...[
      'Movie',
      'Named',
      'Names',
      'ObjStm',
      'OpenAction',
      'Outlines',
      'PieceInfo',
      'Rendition',
      'ResetForm',
      'RichMedia',
    ],
    ...['SetOCGState', 'Sound', 'StructTreeRoot', 'SubmitForm', 'Thread', 'Trans', 'URI', 'URL', 'XFA'],
  ].join('|')})(?![A-Za-z0-9])|app\\.alert|attacker\\.example`,
  'g',
)
/** Skips compressed streams, which contain only drawing operators. */
export const findForbidden = (bytes: Buffer | string): string[] =>
  bytes
    .toString('latin1')
    .replaceAll(/stream\n[\s\S]*?\nendstream/g, '')
    .match(FORBIDDEN) ?? []

/** Renders the pages with annotations and form fields: a byte per channel and pixel, 200 pixels high. */
export async function renderPages(bytes: Buffer): Promise<Uint8Array[]> {
  const file = readFileSync(new URL(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  const pdfium = await init({ wasmBinary: new Uint8Array(file).buffer })
  const { wasmExports, HEAPU8 } = pdfium.pdfium as typeof pdfium.pdfium & { HEAPU8: Uint8Array }
  pdfium.PDFiumExt_Init()
  const at = wasmExports.malloc(bytes.length)
  HEAPU8.set(bytes, at)
  const document = pdfium.FPDF_LoadMemDocument(at, bytes.length, '')
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(document, pdfium.PDFiumExt_OpenFormFillInfo())
  pdfium.FPDF_SetFormFieldHighlightAlpha(form, 0)
  return Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) => {
    const page = pdfium.FPDF_LoadPage(document, index)
    const height = 200
    const width = Math.round((pdfium.FPDF_GetPageWidthF(page) / pdfium.FPDF_GetPageHeightF(page)) * height)
    const picture = pdfium.FPDFBitmap_Create(width, height, 0)
    pdfium.FPDFBitmap_FillRect(picture, 0, 0, width, height, 0xffffffff)
    pdfium.FPDF_RenderPageBitmap(picture, page, 0, 0, width, height, 0, 1)
    pdfium.FPDF_FFLDraw(form, picture, page, 0, 0, width, height, 0, 1)
    const pixels = pdfium.FPDFBitmap_GetBuffer(picture)
    // The heap buffer is replaced when memory grows.
    return (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8.slice(pixels, pixels + width * height * 4)
  })
}
