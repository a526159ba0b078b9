// The object types of a PDF (ISO 32000-2, 7.3). A string is a Buffer, a dictionary a Map.

export class Name {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
export class Ref {
  readonly number: number
  constructor(number: number) {
    this.number = number
  }
}
export class Stream {
  readonly dictionary: Dictionary
  readonly bytes: Buffer
  constructor(dictionary: Dictionary, bytes: Buffer) {
    this.dictionary = dictionary
    this.bytes = bytes
  }
}
export type Dictionary = Map<string, PdfObject>
export type PdfObject = null | boolean | number | Name | Ref | Buffer | Dictionary | Stream | PdfObject[]

/** The objects of a file by number, and its root. */
export interface PdfObjects {
  objects: Map<number, PdfObject>
  root: PdfObject
}

/** The file is malformed and is refused. */
export class Unreadable extends Error {}
