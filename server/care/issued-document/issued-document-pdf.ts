import { type AddElement, createPdf, drawRule, MUTED_COLOUR, PAGE_MARGIN, text } from '../../kit/pdf/pdf.ts'
import type { IssuedDocumentContent } from './issued-document-content.ts'

/** In points. */
const LOGO_HEIGHT = 26

const attributesOf = (text: string): Attributes =>
  Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([_, name = '', value = '']) => [name, value]))

interface Look {
  locale: string
  partnerName: string
  brand: string
  /** The partner's logo as SVG; without one the name is printed alone. */
  logo: string | undefined
}

/** Draws a certificate as a tagged PDF, which screen readers read in order. */
export function drawIssuedDocument(content: IssuedDocumentContent, branding: Look): Promise<Buffer> {
  const { locale, partnerName } = branding
  return createPdf({ title: content.title, author: partnerName, locale }, (doc, addElement) => {
    head(doc, addElement, content, branding)
    for (const { heading, lines } of content.parts) {
      if (heading) addElement('H2', () => text(doc, heading, { weight: 'bold', size: 12.5 }))
      for (const line of lines) addElement('P', () => text(doc, line, { size: 11.5 }))
      doc.moveDown(0.8)
    }
    foot(doc, addElement, content)
  })
}

function head(
  doc: PDFKit.PDFDocument,
  addElement: AddElement,
  content: IssuedDocumentContent,
  { partnerName, brand, logo }: Look,
): void {
  addElement('P', () => {
    if (!(logo && drawLogo(doc, logo, PAGE_MARGIN))) text(doc, partnerName, { weight: 'bold', size: 15, colour: brand })
  })
  doc.moveDown(0.6)
  for (const line of content.issuer) addElement('P', () => text(doc, line, { size: 9, colour: MUTED_COLOUR }))
  doc.moveDown(1.6)
  addElement('H1', () => text(doc, content.title, { weight: 'bold', size: 22 }))
  doc.moveDown(0.5)
  for (const fact of content.facts) addElement('P', () => text(doc, fact, { size: 10.5 }))
  doc.moveDown()
  drawRule(doc)
  doc.moveDown(0.5)
}

function foot(
  doc: PDFKit.PDFDocument,
  addElement: AddElement,
  { signature, check, code }: IssuedDocumentContent,
): void {
  doc.moveDown()
  for (const [index, line] of signature.filter(Boolean).entries())
    addElement('P', () => text(doc, line, index === 0 ? { weight: 'bold', size: 11.5 } : { size: 10 }))
  doc.moveDown(1.5)
  drawRule(doc)
  addElement('P', () => text(doc, check, { size: 9, colour: MUTED_COLOUR }))
  addElement('P', () => text(doc, code, { weight: 'bold', size: 14 }))
}

type Attributes = Record<string, string>

/**
 * Draws a logo at the cursor. Supports paths and circles in groups with `translate`. Returns false, and draws
 * nothing, for any other SVG.
 */
function drawLogo(doc: PDFKit.PDFDocument, svg: string, x: number): boolean {
  const [_, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  const tags = [...svg.matchAll(/<(\/?)([a-z]+)([^>]*?)\/?>/gi)]
  if (!width || !height || tags.some(([_whole, _end, name]) => !['svg', 'g', 'path', 'circle'].includes(name ?? '')))
    return false
  const scale = LOGO_HEIGHT / Number(height)
  doc.save().translate(x, doc.y).scale(scale)
  const groups: Attributes[] = []
  for (const [_whole, end, name, rest = ''] of tags) {
    if (name === 'g') end ? groups.pop() : groups.push(attributesOf(rest))
    if (name === 'path' || name === 'circle') drawShape(doc, name, Object.assign({}, ...groups, attributesOf(rest)))
  }
  doc.restore()
  doc.y += LOGO_HEIGHT
  return true
}

function drawShape(doc: PDFKit.PDFDocument, name: 'path' | 'circle', shape: Attributes): void {
  const { fill = '#000', stroke = 'none', transform, d = '', cx = '0', cy = '0', r = '0' } = shape
  const [_whole, x = '0', y = '0'] = /translate\(([\d.-]+)[ ,]*([\d.-]+)?\)/.exec(transform ?? '') ?? []
  doc.save().translate(Number(x), Number(y))
  if (name === 'circle') doc.circle(Number(cx), Number(cy), Number(r))
  else doc.path(d)
  if (stroke !== 'none') {
    doc.lineWidth(Number(shape['stroke-width'] ?? 1))
    doc.lineCap(shape['stroke-linecap'] === 'round' ? 'round' : 'butt')
    doc.lineJoin(shape['stroke-linejoin'] === 'round' ? 'round' : 'miter')
    doc.stroke(stroke)
  } else if (fill !== 'none') doc.fill(fill)
  doc.restore()
}
