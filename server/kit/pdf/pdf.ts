import { once } from 'node:events'
import PDFDocument from 'pdfkit'

// What our papers are drawn with: they can be kept, printed and read aloud.

export const MARGIN = 56
const INK = '#1B2624'
export const QUIET = '#4A5754'
const RULE = '#DDD6CB'

export type Tag = 'H1' | 'H2' | 'P'
export type Say = (tag: Tag, draw: () => void) => void

interface Titled {
  title: string
  author: string
  locale: string
}

/** A paper whose parts are tagged and whose language is named; `draw` fills it. */
export async function paper(
  { title, author, locale }: Titled,
  draw: (doc: PDFKit.PDFDocument, say: Say) => void,
): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    pdfVersion: '1.7',
    tagged: true,
    lang: locale,
    displayTitle: true,
    info: { Title: `${title} · ${author}`, Author: author },
  })
  const pieces: Buffer[] = []
  doc.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = once(doc, 'end')
  const body = doc.struct('Document')
  doc.addStructure(body)
  draw(doc, (tag, piece) => body.add(doc.struct(tag, {}, piece)))
  body.end()
  doc.end()
  await ended
  return Buffer.concat(pieces)
}

export function text(
  doc: PDFKit.PDFDocument,
  words: string,
  { font = 'Helvetica', size, colour = INK }: { font?: string; size: number; colour?: string },
): void {
  doc.font(font).fontSize(size).fillColor(colour).text(writable(words), MARGIN, undefined, { lineGap: 3 })
}

export function rule(doc: PDFKit.PDFDocument): void {
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
export function writable(words: string): string {
  const plain = words.replaceAll(/[\u00a0\u2007\u2009\u202f]/g, ' ').replaceAll('\u2212', '-')
  return [...plain].map((letter) => (WESTERN.test(letter) ? letter : bare(letter))).join('')
}
const WESTERN = /[\u0020-\u007e\u00a1-\u00ff€•–—‘’“”…ŠšŽžŒœŸ]/
const bare = (letter: string): string => {
  const base = letter.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return WESTERN.test(base) ? base : '?'
}
