import { type Dictionary, Name, type PdfObject, type PdfObjects, Ref, Stream, Unreadable } from './objects.ts'

// Parses only what PDFium saved: each object once, uncompressed, in sequence, with direct stream lengths, then a
// table and a trailer. A patient's own file is never parsed here (pdfium.ts does that). Any deviation is refused,
// never guessed.

const MAX_DEEP = 100
const HEAD = /%PDF-\d\.\d\s+%[^\r\n]*\s+/y
const OBJECT = /\s*(\d+) \d+ obj\s/y
const END_OF_OBJECT = /\s*endobj\s/y
const TABLE = /\s*xref\s[\dnf\s]*trailer\s/y
const STREAM = /\s*stream\r?\n/y
const END_OF_STREAM = /\s*endstream/y
/** The next token: a name, a reference, a number, a keyword or a bracket. */
const TOKEN =
  /\s*(?:\/([^\s()<>[\]{}/%]*)|(\d+) \d+ R(?![A-Za-z])|([+-]?(?:\d+\.?\d*|\.\d+))|(true|false|null)|(<<|>>|[<([\]]))/y
const HEX = /[0-9A-Fa-f\s]*>/y

export function readObjects(bytes: Buffer): PdfObjects {
  const reader = new Reader(bytes)
  const objects = new Map<number, PdfObject>()
  reader.must(HEAD)
  for (let head = reader.may(OBJECT); head; head = reader.may(OBJECT)) {
    objects.set(Number(head[1]), reader.objectOrStream())
    reader.must(END_OF_OBJECT)
  }
  reader.must(TABLE)
  const trailer = reader.object()
  if (!(trailer instanceof Map) || trailer.has('Encrypt')) throw new Unreadable('trailer')
  return { objects, root: trailer.get('Root') ?? null }
}

class Reader {
  readonly #bytes: Buffer
  readonly #text: string
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#text = bytes.toString('latin1')
  }

  may(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at = pattern.lastIndex
    return found
  }
  must(pattern: RegExp): RegExpExecArray {
    const found = this.may(pattern)
    if (!found) throw new Unreadable(`no ${pattern.source} at ${this.#at}`)
    return found
  }

  objectOrStream(): PdfObject {
    const object = this.object()
    if (!(object instanceof Map) || !this.may(STREAM)) return object
    const length = object.get('Length')
    if (typeof length !== 'number') throw new Unreadable('a stream without a length')
    const bytes = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += length
    this.must(END_OF_STREAM)
    return new Stream(object, bytes)
  }

  object(depth = 0): PdfObject {
    const object = this.#next(depth)
    if (object === undefined) throw new Unreadable('an end without a start')
    return object
  }

  /** undefined: the end of the enclosing array or dictionary. */
  #next(depth: number): PdfObject | undefined {
    if (depth > MAX_DEEP) throw new Unreadable('too deep')
    const [_whole, name, ref, number, keyword, bracket] = this.must(TOKEN)
    if (name !== undefined) return new Name(plainName(name))
    if (ref !== undefined) return new Ref(Number(ref))
    if (number !== undefined) return Number(number)
    if (keyword !== undefined) return keyword === 'null' ? null : keyword === 'true'
    if (bracket === '(') return this.#string()
    if (bracket === '<') return this.#hex()
    if (bracket === '[') return this.#array(depth + 1)
    return bracket === '<<' ? this.#dictionary(depth + 1) : undefined
  }

  #array(depth: number): PdfObject[] {
    const items: PdfObject[] = []
    for (;;) {
      const item = this.#next(depth)
      if (item === undefined) return items
      items.push(item)
    }
  }

  #dictionary(depth: number): Dictionary {
    const dictionary: Dictionary = new Map()
    for (;;) {
      const key = this.#next(depth)
      if (key === undefined) return dictionary
      if (!(key instanceof Name)) throw new Unreadable('a key that is no name')
      dictionary.set(key.name, this.object(depth))
    }
  }

  #hex(): Buffer {
    const digits = (this.must(HEX)[0] ?? '').replaceAll(/[\s>]/g, '')
    return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')
  }

  #string(): Buffer {
    const letters: number[] = []
    for (let open = 1; ; ) {
      const letter = this.#bytes[this.#at++]
      if (letter === undefined) throw new Unreadable('a string without an end')
      if (letter === BACKSLASH) {
        letters.push(...this.#escaped())
        continue
      }
      if (letter === OPEN) open++
      if (letter === CLOSE && --open === 0) return Buffer.from(letters)
      letters.push(letter)
    }
  }

  #escaped(): number[] {
    const [_whole, octal, letter = ''] = this.must(ESCAPED)
    if (octal !== undefined) return [Number.parseInt(octal, 8) & 0xff]
    if (/^[\r\n]/.test(letter)) return []
    return [(ESCAPES[letter] ?? letter).charCodeAt(0)]
  }
}

const OPEN = 0x28
const CLOSE = 0x29
const BACKSLASH = 0x5c
const ESCAPED = /([0-7]{1,3})|(\r\n|[\s\S])/y
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

const plainName = (name: string): string =>
  name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
