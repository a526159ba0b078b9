import { type Files, ProviderDown } from '../../providers/files/port.ts'

export interface FileRotation {
  store: Files
  /** Encrypts a stored file with the current key. */
  reencrypt(name: string): Promise<'rotated' | 'current' | 'gone' | 'unreadable'>
  /** Whether no document refers to the file any more. */
  isOrphan(name: string): Promise<boolean>
}

export interface FileRotationResult {
  rotated: number
  /** No known key decrypts these. */
  unreadable: number
  /** The outage that ended this run. */
  stoppedBy?: ProviderDown
}

const AT_ONCE = 4
const ALL = new Date('9999-12-31')

/** Encrypts every file of a store with the current key, while it serves. May be interrupted and run again. */
export async function rotateFiles({ store, reencrypt, isOrphan }: FileRotation): Promise<FileRotationResult> {
  const result: FileRotationResult = { rotated: 0, unreadable: 0 }
  const names = store.olderThan(ALL)[Symbol.asyncIterator]()
  const work = async () => {
    while (!result.stoppedBy) {
      const { value: name, done } = await names.next()
      if (done) return
      const outcome = await reencrypt(name)
      if (outcome === 'unreadable') result.unreadable++
      if (outcome !== 'rotated') continue
      result.rotated++
      // Deleted by its patient between reading and writing: the new copy must go as well.
      if (await isOrphan(name)) await store.remove(name)
    }
  }
  const stop = (error: unknown) => {
    if (!(error instanceof ProviderDown)) throw error
    result.stoppedBy = error
  }
  await Promise.all(Array.from({ length: AT_ONCE }, () => work().catch(stop)))
  return result
}
