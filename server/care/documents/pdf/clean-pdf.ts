import { deflateSync } from 'node:zlib'
import type { CleaningResult } from '../cleaning.ts'
import { drawAnnotations } from './draw-annotations.ts'
import { type Dictionary, Name, type PdfObject, type PdfObjects, Ref, Stream, Unreadable } from './objects.ts'
import { layersPart, page } from './page-parts.ts'
import { Copier } from './pdf-copier.ts'
import { openPdf } from './pdfium.ts'
import { TooLarge } from './picture-size.ts'
import { readObjects } from './read-objects.ts'

const HEAD = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')

/** Characters of a name that are escaped: PDF delimiters, and those that confuse text scanners. */
const SPECIAL = /[^!$&'*+,\-.0-9:;=?@A-Z^_`a-z|~]/g

/**
 * Serialises the objects as a PDF, numbered from 1; the first is the root. Deterministic: the same objects give the
 * same bytes.
 */
export function writeObjects(objects: readonly PdfObject[]): Buffer {
  const pieces: Buffer[] = [HEAD]
  const offsets: number[] = []
  let size = HEAD.length
  const add = (piece: Buffer) => {
    pieces.push(piece)
    size += piece.length
  }
  for (const [index, object] of objects.entries()) {
    offsets.push(size)
    add(Buffer.from(`${index + 1} 0 obj\n`))
    for (const piece of object instanceof Stream ? streamOf(object) : [textOf(object)]) add(piece)
    add(Buffer.from('\nendobj\n'))
  }
  add(Buffer.from(tail(offsets, size)))
  return Buffer.concat(pieces)
}

function streamOf({ dictionary, bytes }: Stream): Buffer[] {
  const isPacked = dictionary.has('Filter')
  const content = isPacked ? bytes : deflateSync(bytes)
  const entries: Dictionary = new Map([...dictionary, ['Length', content.length]])
  if (!isPacked) entries.set('Filter', new Name('FlateDecode'))
  return [textOf(entries), Buffer.from('\nstream\n'), content, Buffer.from('\nendstream')]
}

function tail(offsets: readonly number[], size: number): string {
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = offsets.length + 1
  return `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${size}\n%%EOF\n`
}

const textOf = (object: PdfObject): Buffer => Buffer.from(serialize(object), 'latin1')

function serialize(object: PdfObject): string {
  if (object instanceof Name) return nameOf(object.name)
  if (object instanceof Ref) return `${object.number} 0 R`
  if (Buffer.isBuffer(object)) return `<${object.toString('hex')}>`
  if (Array.isArray(object)) return `[${object.map(serialize).join(' ')}]`
  if (object instanceof Map)
    return `<<${[...object].map(([key, value]) => `${nameOf(key)} ${serialize(value)}`).join('')}>>`
  if (object instanceof Stream) throw new Error('a PDF stream must be an indirect object')
  return typeof object === 'number' ? numberOf(object) : String(object)
}

const nameOf = (name: string): string =>
  `/${name.replaceAll(SPECIAL, (letter) => `#${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)}`

/** PDF has no exponent notation. */
const numberOf = (number: number): string => (Number.isInteger(number) ? BigInt(number).toString() : plain(number))
const plain = (number: number): string => number.toFixed(10).replace(/\.?0+$/, '')

/** Attributes that a page inherits from its parent node. */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate']

const mapOf = (entries: Record<string, PdfObject>): Dictionary => new Map(Object.entries(entries))

const inherited = (above: Dictionary, branch: Dictionary): Dictionary =>
  new Map([...above, ...INHERITED.flatMap((key) => (branch.has(key) ? [[key, branch.get(key) ?? null] as const] : []))])

/** Writes a new PDF with nothing but the visible pages: no actions, links, attachments or metadata. */
export async function cleanPdf(bytes: Buffer): Promise<CleaningResult> {
  try {
    const opened = await openPdf(bytes)
    if (typeof opened === 'string') return { problem: opened }
    const cleanBytes = writeObjects(onlyPages(readObjects(opened.bytes), opened.pages))
    return { type: 'application/pdf', bytes: cleanBytes, isSigned: opened.isSigned }
  } catch (error) {
    if (error instanceof TooLarge) return { problem: 'IMAGE_TOO_LARGE' }
    // PDFium aborts when it runs out of memory or fails an assertion.
    if (error instanceof Unreadable || error instanceof RangeError || isAbort(error))
      return { problem: 'FILE_UNREADABLE' }
    throw error
  }
}

/** `WebAssembly.RuntimeError`, which Node's types do not declare. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'RuntimeError'

/** The objects of the new file: the visible pages of the old one in a flat page tree, and nothing else. */
function onlyPages(old: PdfObjects, count: number): PdfObject[] {
  const copier = new Copier(old)
  const catalog = copier.resolve(old.root)
  if (!(catalog instanceof Map)) throw new Unreadable('no root')
  const root = copier.reserve()
  const tree = copier.reserve()
  const kids = leavesOf(copier, catalog.get('Pages')).map((leaf) => {
    const pageRef = copier.reserve()
    const pageDictionary = copier.copy(leaf, page) as Dictionary
    drawAnnotations(copier, leaf, pageDictionary)
    copier.put(pageRef, new Map([...pageDictionary, ['Type', new Name('Page')], ['Parent', tree]]))
    return pageRef
  })
  if (kids.length !== count) throw new Unreadable('another number of pages')
  copier.put(tree, mapOf({ Type: new Name('Pages'), Kids: kids, Count: kids.length }))
  const catalogEntries = mapOf({ Type: new Name('Catalog'), Pages: tree })
  const layerSettings = catalog.get('OCProperties')
  const language = copier.resolve(catalog.get('Lang'))
  if (layerSettings) catalogEntries.set('OCProperties', copier.copy(layerSettings, layersPart))
  if (Buffer.isBuffer(language)) catalogEntries.set('Lang', language)
  copier.put(root, catalogEntries)
  copier.finish()
  return copier.objects
}

/** The pages in order, each with its inherited attributes. Every node is visited once, so a cycle ends. */
function leavesOf(copier: Copier, top: PdfObject | undefined): Dictionary[] {
  const leaves: Dictionary[] = []
  const visitedNumbers = new Set<number>()
  const due: { node: PdfObject; above: Dictionary }[] = [{ node: top ?? null, above: new Map() }]
  for (let next = due.pop(); next; next = due.pop()) {
    const { node, above } = next
    if (node instanceof Ref && visitedNumbers.has(node.number)) continue
    if (node instanceof Ref) visitedNumbers.add(node.number)
    const found = copier.resolve(node)
    if (!(found instanceof Map)) continue
    const kids = copier.resolve(found.get('Kids'))
    if (!Array.isArray(kids)) leaves.push(new Map([...above, ...found]))
    else due.push(...kids.map((kid) => ({ node: kid, above: inherited(above, found) })).reverse())
  }
  return leaves
}
