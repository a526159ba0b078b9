import type { Db } from '../../kit/db/db.ts'
import type { Files } from '../../providers/files/port.ts'
import { findOrphanedFiles } from './document-store.ts'
import { type MoveResult, moveFiles } from './move-files.ts'

/** Moves patients' documents to the store of the settings, and reports how it went. */
export async function moveDocuments(
  db: Db,
  { current, previous }: { current: Files; previous?: Files },
): Promise<{ isDone: boolean; report: string }> {
  if (!previous) return { isDone: false, report: 'No bucket is set, so there is nothing to move (docs/documents.md).' }
  const isOrphan = async (name: string) => (await findOrphanedFiles(db, [name])).length > 0
  const places = `from ${previous.check?.host} to ${current.check?.host}`
  const result = await moveFiles({ from: previous, to: current, isOrphan })
  const isDone = !result.stoppedBy && result.differing === 0
  return { isDone, report: `Documents ${places}: ${describe(result)}.` }
}

function describe({ moved, gone, differing, stoppedBy }: MoveResult): string {
  return [
    `${moved} moved`,
    ...(gone > 0 ? [`${gone} removed meanwhile`] : []),
    ...(differing > 0 ? [`${differing} copies differed and stay where they were: run the command again`] : []),
    ...(stoppedBy ? [`stopped (${stoppedBy.message}): correct the cause, then run the command again`] : []),
  ].join(', ')
}
