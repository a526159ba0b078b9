import { MARGIN, paper, QUIET, rule, type Say, text } from '../../kit/pdf/pdf.ts'
import { drawLogo } from '../../kit/pdf/pdf-logo.ts'
import type { Paper } from './paper.ts'

interface Look {
  locale: string
  partnerName: string
  brand: string
  /** The partner's mark as SVG; without one the name stands alone. */
  logo: string | undefined
}

/** A paper to keep and to hand on, whose parts can be read aloud in order. */
export function paperPdf(content: Paper, look: Look): Promise<Buffer> {
  const { locale, partnerName } = look
  return paper({ title: content.title, author: partnerName, locale }, (doc, say) => {
    head(doc, say, content, look)
    for (const { heading, lines } of content.parts) {
      if (heading) say('H2', () => text(doc, heading, { weight: 'bold', size: 12.5 }))
      for (const line of lines) say('P', () => text(doc, line, { size: 11.5 }))
      doc.moveDown(0.8)
    }
    foot(doc, say, content)
  })
}

function head(doc: PDFKit.PDFDocument, say: Say, content: Paper, { partnerName, brand, logo }: Look): void {
  say('P', () => {
    if (!(logo && drawLogo(doc, logo, MARGIN))) text(doc, partnerName, { weight: 'bold', size: 15, colour: brand })
  })
  doc.moveDown(0.6)
  for (const line of content.issuer) say('P', () => text(doc, line, { size: 9, colour: QUIET }))
  doc.moveDown(1.6)
  say('H1', () => text(doc, content.title, { weight: 'bold', size: 22 }))
  doc.moveDown(0.5)
  for (const fact of content.facts) say('P', () => text(doc, fact, { size: 10.5 }))
  doc.moveDown()
  rule(doc)
  doc.moveDown(0.5)
}

function foot(doc: PDFKit.PDFDocument, say: Say, { signature, check, code }: Paper): void {
  doc.moveDown()
  for (const [index, line] of signature.filter(Boolean).entries())
    say('P', () => text(doc, line, index === 0 ? { weight: 'bold', size: 11.5 } : { size: 10 }))
  doc.moveDown(1.5)
  rule(doc)
  say('P', () => text(doc, check, { size: 9, colour: QUIET }))
  say('P', () => text(doc, code, { weight: 'bold', size: 14 }))
}
