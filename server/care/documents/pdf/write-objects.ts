import { deflateSync } from 'node:zlib'
import { type Dictionary, Name, type PdfObject, Ref, Stream } from './objects.ts'

const HEAD = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
/** Letters of a name that mean something else, or that a reader of text would stumble over. */
const SPECIAL = /[^!$&'*+,\-.0-9:;=?@A-Z^_`a-z|~]/g

/** A file of these objects, numbered from 1; the first of them is its root. The same objects are the same bytes. */
export function writeObjects(objects: readonly PdfObject[]): Buffer {
  const pieces: Buffer[] = [HEAD]
  const places: number[] = []
  let size = HEAD.length
  const add = (piece: Buffer) => {
    pieces.push(piece)
    size += piece.length
  }
  for (const [index, object] of objects.entries()) {
    places.push(size)
    add(Buffer.from(`${index + 1} 0 obj\n`))
    for (const piece of object instanceof Stream ? streamOf(object) : [textOf(object)]) add(piece)
    add(Buffer.from('\nendobj\n'))
  }
  add(Buffer.from(tail(places, size)))
  return Buffer.concat(pieces)
}

function streamOf({ dictionary, bytes }: Stream): Buffer[] {
  const isPacked = dictionary.has('Filter')
  const kept = isPacked ? bytes : deflateSync(bytes)
  const facts: Dictionary = new Map([...dictionary, ['Length', kept.length]])
  if (!isPacked) facts.set('Filter', new Name('FlateDecode'))
  return [textOf(facts), Buffer.from('\nstream\n'), kept, Buffer.from('\nendstream')]
}

function tail(places: readonly number[], size: number): string {
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const count = places.length + 1
  return `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${size}\n%%EOF\n`
}

const textOf = (object: PdfObject): Buffer => Buffer.from(written(object), 'latin1')

function written(object: PdfObject): string {
  if (object instanceof Name) return nameOf(object.name)
  if (object instanceof Ref) return `${object.number} 0 R`
  if (Buffer.isBuffer(object)) return `<${object.toString('hex')}>`
  if (Array.isArray(object)) return `[${object.map(written).join(' ')}]`
  if (object instanceof Map)
    return `<<${[...object].map(([key, value]) => `${nameOf(key)} ${written(value)}`).join('')}>>`
  if (object instanceof Stream) throw new Error('a stream is an object of its own')
  return typeof object === 'number' ? numberOf(object) : String(object)
}

const nameOf = (name: string): string =>
  `/${name.replaceAll(SPECIAL, (letter) => `#${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)}`

/** PDF knows no exponents. */
const numberOf = (number: number): string => (Number.isInteger(number) ? BigInt(number).toString() : plain(number))
const plain = (number: number): string => number.toFixed(10).replace(/\.?0+$/, '')
