import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import type { LoadedFont, Weight } from './fonts.ts'
import { layOutText } from './lay-out-text.ts'

// Drawing of PDF documents that can be archived, printed and read by a screen reader.

export const PAGE_MARGIN = 56
const INK = '#1B2624'
export const MUTED_COLOUR = '#4A5754'
const RULE = '#DDD6CB'

export type Tag = 'H1' | 'H2' | 'P'
export type AddElement = (tag: Tag, draw: () => void) => void

/** Creates a tagged PDF with a declared language; `draw` fills it. */
export async function createPdf(
  { title, author, locale }: { title: string; author: string; locale: string },
  draw: (doc: PDFKit.PDFDocument, addElement: AddElement) => void,
): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: PAGE_MARGIN,
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

interface TextStyle {
  weight?: Weight
  size: number
  colour?: string
  /** Text box in points; between the margins by default. */
  x?: number
  width?: number
  align?: 'start' | 'end'
}

/** Draws a text in any supported script at the cursor and moves the cursor below it. */
export function text(doc: PDFKit.PDFDocument, content: string, style: TextStyle): void {
  const {
    weight = 'regular',
    size,
    colour = INK,
    x = PAGE_MARGIN,
    width = doc.page.width - 2 * PAGE_MARGIN,
    align,
  } = style
  doc.fontSize(size)
  const measure = (font: LoadedFont, run: string) => useFont(doc, font).widthOfString(run, shaped())
  for (const line of layOutText(content, weight, width, measure)) {
    if (doc.y + size * LINE_HEIGHT > doc.page.maxY()) doc.continueOnNewPage()
    // pdfkit resets the fill colour on a new page.
    doc.fillColor(colour)
    const isAtRight = line.isRightToLeft !== (align === 'end')
    let left = isAtRight ? x + width - line.width : x
    const top = doc.y
    for (const run of line.runs) {
      const options = { ...shaped(), lineBreak: false, baseline: 'alphabetic' } as const
      // No-break spaces are not needed after line breaking, and copied text is searched with plain spaces.
      const drawn = run.text.replaceAll('\u00a0', ' ')
      useFont(doc, run.font).text(drawn, left, top + size * ASCENT, options)
      left += run.width
    }
    doc.x = PAGE_MARGIN
    doc.y = top + size * LINE_HEIGHT + LINE_GAP
  }
}

/**
 * As parts of the font size: from the top of a line to its baseline, and to the top of the next line. The same for
 * the fonts of all scripts.
 */
const ASCENT = 0.95
const LINE_HEIGHT = 1.2
const LINE_GAP = 3
/**
 * With named features, pdfkit shapes a run as a whole; word by word it would set Arabic words from left to right.
 * `ccmp` would decompose letters, and the dot of "ị" would be copied from the end of the line. A new object for each
 * run: fontkit adds the features of the run's script to it, such as mirrored signs of Hebrew.
 */
const shaped = () => ({ features: { kern: true, ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[] })

function useFont(doc: PDFKit.PDFDocument, { name, forDocument }: LoadedFont): PDFKit.PDFDocument {
  const names = fontNames.get(doc) ?? new Set()
  fontNames.set(doc, names)
  // pdfkit accepts a fontkit font; its types do not declare it.
  if (!names.has(name)) doc.registerFont(name, forDocument() as unknown as PDFKit.Mixins.PDFFontSource)
  names.add(name)
  return doc.font(name)
}
const fontNames = new WeakMap<PDFKit.PDFDocument, Set<string>>()

export function drawRule(doc: PDFKit.PDFDocument): void {
  doc
    .moveTo(PAGE_MARGIN, doc.y)
    .lineTo(doc.page.width - PAGE_MARGIN, doc.y)
    .lineWidth(0.75)
    .strokeColor(RULE)
    .stroke()
  doc.y += 10
}
