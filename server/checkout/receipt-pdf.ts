import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import type { Receipt, ReceiptLine } from './receipt.ts'

const MARGIN = 56
const INK = '#1B2624'
const QUIET = '#4A5754'
const RULE = '#DDD6CB'

interface Look {
  locale: string
  partnerName: string
  brand: string
}

/** One page that can be kept, printed and read aloud: its parts are tagged, and its language is named. */
export async function receiptPdf(receipt: Receipt, { locale, partnerName, brand }: Look): Promise<Buffer> {
  const doc = new PDFDocument({
    ...{ size: 'A4', margin: MARGIN, pdfVersion: '1.7', tagged: true, lang: locale, displayTitle: true },
    info: { Title: `${receipt.title} · ${partnerName}`, Author: partnerName },
  })
  const pieces: Buffer[] = []
  doc.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = once(doc, 'end')
  const body = doc.struct('Document')
  doc.addStructure(body)
  const say = (tag: 'H1' | 'P', draw: () => void) => body.add(doc.struct(tag, {}, draw))
  head(doc, say, receipt, partnerName, brand)
  for (const line of receipt.lines) say('P', () => row(doc, line, 'Helvetica'))
  rule(doc)
  say('P', () => row(doc, receipt.total, 'Helvetica-Bold'))
  for (const line of receipt.refunds) say('P', () => row(doc, line, 'Helvetica'))
  doc.moveDown(2)
  say('P', () => text(doc, receipt.note, { size: 9, colour: QUIET }))
  body.end()
  doc.end()
  await ended
  return Buffer.concat(pieces)
}

type Say = (tag: 'H1' | 'P', draw: () => void) => void

function head(doc: PDFKit.PDFDocument, say: Say, receipt: Receipt, partnerName: string, brand: string): void {
  say('P', () => text(doc, partnerName, { font: 'Helvetica-Bold', size: 13, colour: brand }))
  for (const line of receipt.issuer) say('P', () => text(doc, line, { size: 9, colour: QUIET }))
  doc.moveDown(2)
  say('H1', () => text(doc, receipt.title, { font: 'Helvetica-Bold', size: 22 }))
  doc.moveDown(0.5)
  for (const fact of receipt.facts) say('P', () => text(doc, fact, { size: 10.5 }))
  doc.moveDown()
  rule(doc)
}

function text(
  doc: PDFKit.PDFDocument,
  words: string,
  { font = 'Helvetica', size, colour = INK }: { font?: string; size: number; colour?: string },
): void {
  doc.font(font).fontSize(size).fillColor(colour).text(writable(words), MARGIN, undefined, { lineGap: 3 })
}

/** The term to the left, the money to the right; the next line begins below the longer of the two. */
function row(doc: PDFKit.PDFDocument, { term, amount }: ReceiptLine, font: string): void {
  const width = doc.page.width - 2 * MARGIN
  const top = doc.y
  doc.font(font).fontSize(11.5).fillColor(INK)
  doc.text(writable(term), MARGIN, top, { width: width - 120 })
  const bottom = doc.y
  doc.text(writable(amount), MARGIN, top, { width, align: 'right' })
  doc.y = Math.max(bottom, doc.y) + 6
}

function rule(doc: PDFKit.PDFDocument): void {
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(doc.page.width - MARGIN, doc.y)
    .lineWidth(0.75)
    .strokeColor(RULE)
    .stroke()
  doc.y += 10
}

/**
 * The fonts that every reader of PDF has know the letters of western Europe. Intl writes narrow spaces and a minus that
 * are not among them; letters that are not are shown without their marks, so that a name stays readable.
 */
function writable(words: string): string {
  const plain = words.replaceAll(/[\u00a0\u2007\u2009\u202f]/g, ' ').replaceAll('\u2212', '-')
  return [...plain].map((letter) => (WESTERN.test(letter) ? letter : bare(letter))).join('')
}
const WESTERN = /[\u0020-\u007e\u00a1-\u00ff€•–—‘’“”…ŠšŽžŒœŸ]/
const bare = (letter: string): string => {
  const base = letter.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return WESTERN.test(base) ? base : '?'
}
