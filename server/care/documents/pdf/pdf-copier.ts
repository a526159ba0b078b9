import { type Dictionary, Name, type PdfObject, type PdfObjects, Ref, Stream, Unreadable } from './objects.ts'
import { ALLOWED_FILTERS, type Keys, type Part, type PartOfKeys, type PartOfNames, packing } from './page-parts.ts'
import { checkPictureSize } from './picture-size.ts'

/** Copies the objects of a PDF that a `Part` allows, and nothing else. */
export class Copier {
  readonly objects: PdfObject[] = []
  readonly #old: PdfObjects
  /** By part, then by old object number: a shared object is copied once, and a cycle ends. */
  readonly #known = new Map<Part, Map<number, Ref>>()
  /** Cached, because `keys()` returns new parts on every call, which `#known` would not recognise. */
  readonly #keys = new Map<Part, Keys>()
  readonly #due: (() => void)[] = []

  constructor(old: PdfObjects) {
    this.#old = old
  }

  /** Reserves a number for an object that `put` supplies later. */
  reserve(): Ref {
    this.objects.push(null)
    return new Ref(this.objects.length)
  }
  put({ number }: Ref, object: PdfObject): void {
    this.objects[number - 1] = object
  }

  /** Follows references to the object; null when they lead nowhere. */
  resolve(object: PdfObject | undefined): Exclude<PdfObject, Ref> {
    let found = object ?? null
    for (let steps = 0; found instanceof Ref; steps++) {
      if (steps > 16) return null
      found = this.#old.objects.get(found.number) ?? null
    }
    return found
  }

  /** With part null, dictionaries and streams become null. */
  copy(object: PdfObject, part: Part | null): PdfObject {
    if (object instanceof Ref) return this.#pointed(object, part)
    if (Array.isArray(object)) return object.map((item) => this.copy(item, part))
    if (!(object instanceof Map || object instanceof Stream)) return object
    if (!part) return null
    // A stream must be an indirect object; no writer produces a direct one.
    return object instanceof Map ? this.#dictionary(object, part) : null
  }

  /** Copies the objects that have only been referenced so far. */
  finish(): void {
    for (let next = this.#due.pop(); next; next = this.#due.pop()) next()
  }

  #pointed(ref: Ref, part: Part | null): PdfObject {
    const target = this.resolve(ref)
    if (!(target instanceof Map || target instanceof Stream || Array.isArray(target))) return target
    const numbers = this.#known.get(part ?? PLAIN) ?? new Map<number, Ref>()
    this.#known.set(part ?? PLAIN, numbers)
    const known = numbers.get(ref.number)
    if (known) return known
    const newRef = this.reserve()
    numbers.set(ref.number, newRef)
    this.#due.push(() =>
      this.put(newRef, part && target instanceof Stream ? this.#stream(target, part) : this.copy(target, part)),
    )
    return newRef
  }

  #dictionary(old: Dictionary, part: Part): PdfObject {
    const result: Dictionary = new Map()
    if (isMap(part)) {
      for (const [key, value] of old) result.set(key, this.copy(value, part.each))
      return result
    }
    if (!this.#fits(old, part.only ?? {})) return null
    for (const [key, inner] of Object.entries(this.#keysOf(part))) {
      const value = old.get(key)
      if (value !== undefined) result.set(key, this.copy(value, inner))
    }
    for (const [key, name] of Object.entries(part.as ?? {})) result.set(key, new Name(name))
    return result
  }

  #stream({ dictionary, bytes }: Stream, part: Part): PdfObject {
    if (isMap(part)) return null
    const entries = this.#dictionary(dictionary, part)
    if (!(entries instanceof Map)) return null
    const filter = this.copy(this.resolve(dictionary.get('Filter')), null)
    const packedBy = [filter].flat().filter((by) => by !== null)
    const kind = entries.get('Subtype')
    if (kind instanceof Name && kind.name === 'Image') checkPictureSize(entries, packedBy, bytes)
    if (filter === null) return new Stream(entries, bytes)
    const isKnown = (by: PdfObject) => by instanceof Name && ALLOWED_FILTERS.has(by.name)
    if (!packedBy.every(isKnown)) throw new Unreadable('packed in a way that is not known')
    entries.set('Filter', filter)
    const parameters = dictionary.get('DecodeParms')
    if (parameters !== undefined) entries.set('DecodeParms', this.copy(parameters, packing))
    return new Stream(entries, bytes)
  }

  #keysOf(part: PartOfKeys): Keys {
    const keys = this.#keys.get(part) ?? part.keys()
    this.#keys.set(part, keys)
    return keys
  }

  #fits(old: Dictionary, only: Readonly<Record<string, readonly string[]>>): boolean {
    return Object.entries(only).every(([key, names]) => {
      const value = this.resolve(old.get(key))
      return value instanceof Name && names.includes(value.name)
    })
  }
}

const isMap = (part: Part): part is PartOfNames => 'each' in part

/** Stands for a null part as a key of `#known`. */
const PLAIN: Part = { keys: () => ({}) }
