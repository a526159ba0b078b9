import type { Weight } from '../../../kit/pdf/fonts.ts'
import { type AddElement, createPdf, drawRule, MUTED_COLOUR, PAGE_MARGIN, text } from '../../../kit/pdf/pdf.ts'
import type { Receipt, ReceiptLine } from './receipt.ts'

interface Look {
  locale: string
  partnerName: string
  brand: string
}

/** A tagged PDF of one page, for printing and for screen readers. */
export function receiptPdf(receipt: Receipt, { locale, partnerName, brand }: Look): Promise<Buffer> {
  return createPdf({ title: receipt.title, author: partnerName, locale }, (doc, addElement) => {
    head(doc, addElement, receipt, partnerName, brand)
    for (const line of receipt.lines) addElement('P', () => row(doc, line, 'regular'))
    drawRule(doc)
    addElement('P', () => row(doc, receipt.total, 'bold'))
    for (const line of receipt.refunds) addElement('P', () => row(doc, line, 'regular'))
    doc.moveDown(2)
    addElement('P', () => text(doc, receipt.note, { size: 9, colour: MUTED_COLOUR }))
  })
}

function head(
  doc: PDFKit.PDFDocument,
  addElement: AddElement,
  receipt: Receipt,
  partnerName: string,
  brand: string,
): void {
  addElement('P', () => text(doc, partnerName, { weight: 'bold', size: 13, colour: brand }))
  for (const line of receipt.issuer) addElement('P', () => text(doc, line, { size: 9, colour: MUTED_COLOUR }))
  doc.moveDown(2)
  addElement('H1', () => text(doc, receipt.title, { weight: 'bold', size: 22 }))
  doc.moveDown(0.5)
  for (const fact of receipt.facts) addElement('P', () => text(doc, fact, { size: 10.5 }))
  doc.moveDown()
  drawRule(doc)
}

/** Draws the term on the left and the amount on the right; the next row starts below the taller one. */
function row(doc: PDFKit.PDFDocument, { term, amount }: ReceiptLine, weight: Weight): void {
  const width = doc.page.width - 2 * PAGE_MARGIN
  const top = doc.y
  text(doc, term, { weight, size: 11.5, width: width - 120 })
  const bottom = doc.y
  doc.y = top
  text(doc, amount, { weight, size: 11.5, align: 'end' })
  doc.y = Math.max(bottom, doc.y) + 6
}
