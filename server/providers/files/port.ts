import type { Checkable } from '../provider-check.ts'

export { ProviderDown } from '../provider-down.ts'

/**
 * Stores the bytes of documents outside the database. A file is written once, as a whole, under a name that reveals
 * nothing about it, and never changed. Throws `ProviderDown` when the storage is unreachable or full.
 */
export interface Files extends Checkable {
  /** Durable when it returns. A second put with the same name writes the same file again. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is no such file. Throws `FileDamaged` for a file that differs from what was put. */
  get(name: string): Promise<Buffer | undefined>
  /** Succeeds for a missing file. */
  remove(name: string): Promise<void>
  /** Names of files last written before this moment, in any order. */
  olderThan(moment: Date): AsyncIterable<string>
}

/** The file was tampered with or damaged, or the key differs: it must not be shown. */
export class FileDamaged extends Error {
  override readonly name = 'FileDamaged'
}

export const isFileName = (name: string): boolean => /^[0-9a-f-]{36}$/.test(name)

/** Any other name could leave the folder or the bucket. */
export function assertFileName(name: string): void {
  if (!isFileName(name)) throw new Error('a file name must be a UUID')
}
