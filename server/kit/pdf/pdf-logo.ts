type Attributes = Record<string, string>

/** How high a logo stands on a paper, in points. */
export const LOGO_HEIGHT = 26

/**
 * Draws a partner's mark at the cursor: paths and circles, in groups, moved by `translate`, as logos are drawn. false,
 * and nothing drawn, when it holds anything else: the name then stands alone.
 */
export function drawLogo(doc: PDFKit.PDFDocument, svg: string, x: number): boolean {
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

const attributesOf = (text: string): Attributes =>
  Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([_, name = '', value = '']) => [name, value]))

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
