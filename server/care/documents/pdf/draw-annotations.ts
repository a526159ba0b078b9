import { type Dictionary, Name, type PdfObject, type Ref, Stream } from './objects.ts'
import { appearancePart, contentsPart, drawingsPart, resourcesPart } from './page-parts.ts'
import type { Copier } from './pdf-copier.ts'

// Annotations (filled form fields, comments) have their own appearance streams. We draw these into the page content
// (ISO 32000-2, 12.5.5) and drop the annotations.

const HIDDEN = 1 << 1
const NO_VIEW = 1 << 5
/** Annotations without visible content: a link only reacts to clicks, a popup is closed until it is opened. */
const UNSEEN = ['Link', 'Popup']

/** `leaf` is the page as it was, `page` the new one. */
export function drawAnnotations(copier: Copier, leaf: Dictionary, page: Dictionary): void {
  const notes = copier.resolve(leaf.get('Annots'))
  if (!Array.isArray(notes)) return
  const drawn = notes.map((note) => drawingOf(copier, copier.resolve(note))).filter((one) => one !== undefined)
  if (drawn.length === 0) return
  const old = dictionaryOf(copier.resolve(leaf.get('Resources')))
  // A copy for this page: resources can be shared, and annotations of this page must not appear on another.
  const xObjects = copier.copy(dictionaryOf(copier.resolve(old.get('XObject'))), drawingsPart) as Dictionary
  const strokes = drawn.map(({ form, matrix }) => {
    const name = freeName(xObjects)
    xObjects.set(name, form)
    return `q ${matrix} cm /${name} Do Q\n`
  })
  page.set('Resources', (copier.copy(old, resourcesPart) as Dictionary).set('XObject', xObjects))
  const before = copier.copy(listOf(copier, leaf.get('Contents')), contentsPart) as PdfObject[]
  page.set('Contents', [added(copier, 'q\n'), ...before, added(copier, `\nQ\n${strokes.join('')}`)])
}

const dictionaryOf = (object: PdfObject): Dictionary => (object instanceof Map ? object : new Map())

function listOf(copier: Copier, object: PdfObject | undefined): PdfObject[] {
  const found = copier.resolve(object)
  return Array.isArray(found) ? found : object === undefined ? [] : [object]
}

function freeName(xObjects: Dictionary): string {
  let count = xObjects.size
  while (xObjects.has(`Note${count}`)) count++
  return `Note${count}`
}

function added(copier: Copier, text: string): Ref {
  const ref = copier.reserve()
  copier.put(ref, new Stream(new Map(), Buffer.from(text, 'latin1')))
  return ref
}

/** The annotation's appearance and its position on the page; undefined when it is invisible. */
function drawingOf(copier: Copier, note: PdfObject): { form: PdfObject; matrix: string } | undefined {
  if (!(note instanceof Map)) return undefined
  const name = (key: string) => nameOf(copier.resolve(note.get(key)))
  const flags = Number(copier.resolve(note.get('F')) ?? 0)
  if (flags & (HIDDEN | NO_VIEW) || UNSEEN.includes(name('Subtype') ?? '')) return undefined
  const appearances = dictionaryOf(copier.resolve(note.get('AP'))).get('N')
  const states = copier.resolve(appearances)
  const ref = states instanceof Map ? states.get(name('AS') ?? 'Off') : appearances
  const stream = copier.resolve(ref)
  if (!(stream instanceof Stream) || ref === undefined) return undefined
  const numbers = (object: PdfObject | undefined, count: number) => numbersOf(copier, object, count)
  const rect = numbers(note.get('Rect'), 4)
  const box = numbers(stream.dictionary.get('BBox'), 4)
  const matrix =
    !rect || !box ? undefined : placed(rect, box, numbers(stream.dictionary.get('Matrix'), 6) ?? [1, 0, 0, 1, 0, 0])
  return matrix === undefined ? undefined : { form: copier.copy(ref, appearancePart), matrix }
}

const nameOf = (object: PdfObject): string | undefined => (object instanceof Name ? object.name : undefined)

function numbersOf(copier: Copier, object: PdfObject | undefined, count: number): number[] | undefined {
  const found = copier.resolve(object)
  if (!Array.isArray(found) || found.length !== count) return undefined
  const numbers = found.map((item) => copier.resolve(item))
  return numbers.every((number) => typeof number === 'number') ? numbers : undefined
}

/** The matrix that maps the appearance's transformed bounding box onto the annotation's rectangle. */
function placed(
  rect: number[],
  box: number[],
  [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: number[],
): string | undefined {
  const [[left, right], [bottom, top]] = spans(rect)
  const [[x0, x1], [y0, y1]] = spans(box)
  const corners = [x0, x1].flatMap((x) => [y0, y1].map((y) => [a * x + c * y + e, b * x + d * y + f] as const))
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([_, y]) => y)
  const from = Math.min(...xs)
  const below = Math.min(...ys)
  const wide = (right - left) / (Math.max(...xs) - from)
  const high = (top - bottom) / (Math.max(...ys) - below)
  if (![wide, high].every(Number.isFinite)) return undefined
  return [wide, 0, 0, high, left - from * wide, bottom - below * high].map((number) => number.toFixed(5)).join(' ')
}

type Span = [number, number]
function spans([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: number[]): [Span, Span] {
  return [
    [Math.min(x0, x1), Math.max(x0, x1)],
    [Math.min(y0, y1), Math.max(y0, y1)],
  ]
}
