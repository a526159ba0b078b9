// What a PDF is made of (ISO 32000-2, 7.3). A string is its bytes, a dictionary a Map.

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

/** As it lies in a file: its objects by their numbers, and where to begin. */
export interface PdfObjects {
  objects: Map<number, PdfObject>
  root: PdfObject
}

/** What is not as it must be; the file is refused. */
export class Unreadable extends Error {}
