import { lockConsultation, topicsOf } from '../../consultation/change-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { JobHandlers, Jobs } from '../../kit/jobs/jobs.ts'
import type { Services } from '../../services.ts'
import {
  deleteDocument,
  findOrphanedFiles,
  findUnscannedDocument,
  hasDocuments,
  releaseDocument,
} from './document-store.ts'

/** Longer than any upload can take to insert its row. */
const NOBODYS_AFTER_HOURS = 24
const AT_ONCE = 200

export const documentJobs = (services: Services): Pick<JobHandlers, 'forgetFile' | 'scanDocument'> => ({
  forgetFile: ({ file }) => services.files.remove(file),
  scanDocument: (job) => scanDocument(services, job),
})

/**
 * Scans a document that is waiting for it. Throws, and so is retried, while the scanner is down. An infected document
 * is deleted.
 */
async function scanDocument(services: Services, { documentId }: Jobs['scanDocument']): Promise<void> {
  const { db, files, providers, log } = services
  const waiting = await findUnscannedDocument(db, documentId)
  const bytes = waiting && (await files.get(waiting.file))
  if (!bytes) return
  // Scanning was disabled after this document arrived: it is released.
  const isClean = providers.scanner ? await providers.scanner.isClean(bytes) : true
  if (!isClean) log.warn('the scanner found malware in a document', { consultationId: waiting.consultationId })
  await db.begin(async (tx) => {
    const locked = await lockConsultation(tx, waiting.consultationId)
    if (!locked) return
    await (isClean ? releaseDocument(tx, documentId) : deleteDocument(tx, documentId))
    await notifyChanged(tx, topicsOf(locked))
  })
}

/**
 * Removes files without a document: their process crashed before the row was written, or their removal was
 * interrupted.
 */
export async function removeOrphanedFiles({ db, files, log }: Services): Promise<void> {
  // A database without any document is more likely the wrong database than proof that every file is an orphan.
  if (!(await hasDocuments(db))) return
  let names: string[] = []
  let removed = 0
  const clear = async () => {
    for (const name of await findOrphanedFiles(db, names)) {
      await files.remove(name)
      removed++
    }
    names = []
  }
  for await (const name of files.olderThan(new Date(Date.now() - NOBODYS_AFTER_HOURS * 3_600_000))) {
    names.push(name)
    if (names.length >= AT_ONCE) await clear()
  }
  await clear()
  if (removed > 0) log.info('orphaned files were removed', { count: removed })
}
