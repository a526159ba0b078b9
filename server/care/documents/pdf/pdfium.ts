import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { FileProblem } from '../cleaning.ts'
import { isHuge } from './picture-size.ts'

/** Enough for a folder of reports; a consultation needs no book. */
const MAX_PAGES = 500
/** Longest side, in pixels, of the rendering that makes PDFium generate annotation appearances. */
const GLANCE = 64
const PASSWORD = 4
const SECURITY = 5
const FULL_XFA = 2
const ATTACHED_FILE = 17
const LINK = 2
const POPUP = 16
const FIELD = 20
/** Annotations that need no appearance, or get it in another way. */
const PRESSED = [LINK, POPUP, FIELD]
const IMAGE = 3
const FORM = 5
const WITH_ANNOTATIONS = 1

export interface OpenedPdf {
  /** The document as PDFium saves it: no compressed object streams, no password. */
  bytes: Buffer
  pages: number
  /** The original had a digital signature, which a copy loses. */
  isSigned: boolean
}

/**
 * Opens a PDF with Chrome's parser. Every file gets its own WebAssembly instance, so nothing of one patient's file is
 * left for the next.
 */
export async function openPdf(bytes: Buffer): Promise<OpenedPdf | FileProblem> {
  const pdfium = await init({ wasmBinary: program() })
  pdfium.PDFiumExt_Init()
  const at = put(pdfium, bytes)
  const document = pdfium.FPDF_LoadMemDocument(at, bytes.length, '')
  if (!document) {
    const why = pdfium.FPDF_GetLastError()
    return why === PASSWORD || why === SECURITY ? 'PDF_LOCKED' : 'FILE_UNREADABLE'
  }
  // Attachments and XFA forms, which only Adobe renders, would be lost silently, so the file is refused.
  if (pdfium.FPDFDoc_GetAttachmentCount(document) > 0) return 'PDF_ACTIVE'
  if (pdfium.FPDF_GetFormType(document) === FULL_XFA) return 'PDF_ACTIVE'
  const pages = pdfium.FPDF_GetPageCount(document)
  if (pages < 1 || pages > MAX_PAGES) return 'FILE_UNREADABLE'
  const isSigned = hasSignature(pdfium, document)
  for (let page = 0; page < pages; page++) {
    const problem = checkPage(pdfium, document, page)
    if (problem) return problem
  }
  if (pdfium.EPDF_IsEncrypted(document) && !pdfium.EPDF_RemoveEncryption(document)) return 'PDF_LOCKED'
  const saved = save(pdfium, document)
  return saved ? { bytes: saved, pages, isSigned } : 'FILE_UNREADABLE'
}

let wasm: ArrayBuffer | undefined
function program(): ArrayBuffer {
  const file = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))
  wasm ??= new Uint8Array(readFileSync(file)).buffer
  return wasm
}

/** Checks a page. Loading it parses all of its content, so a file that exhausts the memory does so here. */
function checkPage(pdfium: WrappedPdfiumModule, document: number, index: number): FileProblem | undefined {
  const page = pdfium.FPDF_LoadPage(document, index)
  if (!page) return 'FILE_UNREADABLE'
  try {
    if (showsHuge(pdfium, page)) return 'IMAGE_TOO_LARGE'
    const notes = Array.from({ length: pdfium.FPDFPage_GetAnnotCount(page) }, (_, note) => seeTo(pdfium, page, note))
    if (notes.includes('file')) return 'PDF_ACTIVE'
    // Rendering takes time, so only pages with annotations that lack an appearance are rendered; scanned pages have
    // none.
    if (notes.includes('bare')) glance(pdfium, page)
    return undefined
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

/** Whether a picture of the page is too large. This includes inline images, which are not objects of the file. */
function showsHuge(pdfium: WrappedPdfiumModule, page: number): boolean {
  const size = pdfium.pdfium.wasmExports.malloc(8)
  const all = (count: number, at: (index: number) => number): boolean =>
    Array.from({ length: count }, (_, index) => at(index)).some(isHugeOne)
  const isHugeOne = (object: number): boolean => {
    const kind = pdfium.FPDFPageObj_GetType(object)
    if (kind === FORM)
      return all(pdfium.FPDFFormObj_CountObjects(object), (index) => pdfium.FPDFFormObj_GetObject(object, index))
    if (kind !== IMAGE || !pdfium.FPDFImageObj_GetImagePixelSize(object, size, size + 4)) return false
    const view = new DataView(heapOf(pdfium).buffer, size, 8)
    return isHuge([view.getUint32(0, true), view.getUint32(4, true)])
  }
  return all(pdfium.FPDFPage_CountObjects(page), (index) => pdfium.FPDFPage_GetObject(page, index))
}

/**
 * Generates the missing appearance of a form field that a program filled in. `bare`: another annotation without an
 * appearance; `file`: an attachment.
 */
function seeTo(pdfium: WrappedPdfiumModule, page: number, index: number): 'file' | 'bare' | 'fine' {
  const note = pdfium.FPDFPage_GetAnnot(page, index)
  if (!note) return 'fine'
  const subtype = pdfium.FPDFAnnot_GetSubtype(note)
  const isBare = !pdfium.FPDFAnnot_HasKey(note, 'AP')
  if (isBare && subtype === FIELD) pdfium.EPDFAnnot_GenerateFormFieldAP(note)
  pdfium.FPDFPage_CloseAnnot(note)
  if (subtype === ATTACHED_FILE) return 'file'
  return isBare && !PRESSED.includes(subtype) ? 'bare' : 'fine'
}

/** Renders a page at minimal size, which makes PDFium generate the appearances of its annotations. */
function glance(pdfium: WrappedPdfiumModule, page: number): void {
  const width = pdfium.FPDF_GetPageWidthF(page)
  const height = pdfium.FPDF_GetPageHeightF(page)
  const scale = GLANCE / Math.max(width, height, 1)
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  const picture = pdfium.FPDFBitmap_Create(side(width), side(height), 0)
  pdfium.FPDF_RenderPageBitmap(picture, page, 0, 0, side(width), side(height), 0, WITH_ANNOTATIONS)
  pdfium.FPDFBitmap_Destroy(picture)
}

/** An empty signature field does not count. */
function hasSignature(pdfium: WrappedPdfiumModule, document: number): boolean {
  for (let index = pdfium.FPDF_GetSignatureCount(document) - 1; index >= 0; index--) {
    const signature = pdfium.FPDF_GetSignatureObject(document, index)
    if (pdfium.FPDFSignatureObj_GetContents(signature, 0, 0) > 0) return true
  }
  return false
}

function save(pdfium: WrappedPdfiumModule, document: number): Buffer | undefined {
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  if (!pdfium.PDFiumExt_SaveAsCopy(document, writer)) return undefined
  const size = pdfium.PDFiumExt_GetFileWriterSize(writer)
  const at = pdfium.pdfium.wasmExports.malloc(size)
  pdfium.PDFiumExt_GetFileWriterData(writer, at, size)
  return Buffer.from(heapOf(pdfium).slice(at, at + size).buffer)
}

function put(pdfium: WrappedPdfiumModule, bytes: Buffer): number {
  const at = pdfium.pdfium.wasmExports.malloc(bytes.length)
  heapOf(pdfium).set(bytes, at)
  return at
}

/** The heap buffer is replaced when memory grows, so it is read each time. The package's types do not declare it. */
const heapOf = ({ pdfium }: WrappedPdfiumModule): Uint8Array => (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8
