import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { init } from '@embedpdf/pdfium'

/** The lines of text of a PDF, as a reader selects and copies them. */
export async function readPdfLines(bytes: Buffer): Promise<string[]> {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  const pdfium = await init({ wasmBinary: new Uint8Array(wasm).buffer })
  pdfium.PDFiumExt_Init()
  const { malloc } = pdfium.pdfium.wasmExports
  // WebAssembly memory is replaced when it grows, so it is read each time. The package's types do not declare it.
  const heap = () => (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8
  const file = malloc(bytes.length)
  heap().set(bytes, file)
  const document = pdfium.FPDF_LoadMemDocument(file, bytes.length, '')
  const lines: string[] = []
  for (let index = 0; index < pdfium.FPDF_GetPageCount(document); index++) {
    const page = pdfium.FPDF_LoadPage(document, index)
    const text = pdfium.FPDFText_LoadPage(page)
    const count = pdfium.FPDFText_CountChars(text)
    const pointer = malloc((count + 1) * 2)
    // With the terminating NUL.
    const length = pdfium.FPDFText_GetText(text, 0, count, pointer) - 1
    lines.push(
      ...Buffer.from(heap().subarray(pointer, pointer + length * 2))
        .toString('utf16le')
        .split('\r\n'),
    )
    pdfium.FPDFText_ClosePage(text)
    pdfium.FPDF_ClosePage(page)
  }
  return lines
}
