import { type Files, ProviderDown } from '../../providers/files/port.ts'

export interface Move {
  from: Files
  to: Files
  /** Whether no document refers to the file any more. */
  isOrphan(name: string): Promise<boolean>
}

export interface MoveResult {
  moved: number
  /** Removed by a patient, or moved by another run, while this run copied them. */
  gone: number
  /** Copies that differed when they were read back; the originals stay. */
  differing: number
  /** The outage that ended this run. */
  stoppedBy?: ProviderDown
}

const AT_ONCE = 4
const ALL = new Date('9999-12-31')

/**
 * Moves every file between two stores as it is, while both serve (`filesWithFallback`). May be interrupted, run again
 * and run twice at once: an original is removed only after its copy was read back.
 */
export async function moveFiles(move: Move): Promise<MoveResult> {
  const result: MoveResult = { moved: 0, gone: 0, differing: 0 }
  const names = move.from.olderThan(ALL)[Symbol.asyncIterator]()
  const work = async () => {
    while (!result.stoppedBy) {
      const { value: name, done } = await names.next()
      if (done) return
      result[await moveFile(move, name)]++
    }
  }
  const stop = (error: unknown) => {
    if (!(error instanceof ProviderDown)) throw error
    result.stoppedBy = error
  }
  await Promise.all(Array.from({ length: AT_ONCE }, () => work().catch(stop)))
  return result
}

async function moveFile({ from, to, isOrphan }: Move, name: string): Promise<'moved' | 'gone' | 'differing'> {
  const bytes = await from.get(name)
  if (!bytes) return 'gone'
  await to.put(name, bytes)
  if (!(await to.get(name))?.equals(bytes)) return 'differing'
  if (await from.get(name)) {
    // A removal that begins now removes the copy too, after the original.
    await from.remove(name)
    return 'moved'
  }
  // Removed meanwhile, so the copy must go as well, unless another run moved the file.
  if (await isOrphan(name)) await to.remove(name)
  return 'gone'
}
