/**
 * Where the bytes of documents are kept, outside the database. A file is written once, whole, under a name that says
 * nothing about it, and never changed. Throws `ProviderDown` when the place cannot be reached or is full.
 */
export interface Files {
  /** Durable when it returns. The same name twice is the same file written again. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** undefined: there is none. A file that is not what was put throws `FileDamaged`. */
  get(name: string): Promise<Buffer | undefined>
  /** What is not there is removed already. */
  remove(name: string): Promise<void>
  /** Names of files last written before this moment, in any order. */
  olderThan(moment: Date): AsyncIterable<string>
}

/** Somebody changed it, the disk did, or the key is another: it must not be shown. */
export class FileDamaged extends Error {
  override readonly name = 'FileDamaged'
}
