import { randomUUID } from 'node:crypto'
import type { Document } from '@cuida/core/care/documents/document.ts'
import type { FileContent } from '@cuida/core/kit/call.ts'
import { type LockedConsultation, lockConsultation, topicsOf } from '../../consultation/change-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { consumeRateLimit } from '../../kit/limit/rate-limit.ts'
import { ProviderDown } from '../../providers/scanner/port.ts'
import type { Services } from '../../services.ts'
import type { FileProblem } from './cleaning.ts'
import { findUpload, hasFreeDocumentSlot, insertDocument, type Sender, type StoredDocument } from './document-store.ts'
import { sha256, type Upload } from './upload.ts'

/** Cleaning is expensive: this is more than a family sends, and too little to keep a server busy. */
const UPLOADS = { name: 'documents', most: 80, seconds: 600 }

type KeepServices = Pick<Services, 'db' | 'secrets' | 'log' | 'documentSanitizer' | 'files' | 'providers'>

export type UploadRefusal = FileProblem | 'FILE_INFECTED' | 'TOO_MANY_DOCUMENTS' | 'IDEMPOTENCY_MISMATCH'

export interface StoreUploadInput<P extends string> {
  consultationId: string
  upload: Upload
  sender: Sender
  /** Called under the consultation's row lock; returns a refusal when the file comes too late. */
  checkLocked: (locked: LockedConsultation) => P | undefined
}

/**
 * Cleans a file and stores it, bytes first, row second: a process that crashes in between leaves an orphaned file,
 * which a scheduled job removes, and never a document without a file.
 */
export async function storeUpload<P extends string>(
  services: KeepServices,
  keeping: StoreUploadInput<P>,
): Promise<Document | UploadRefusal | P> {
  const { db, secrets, files } = services
  const { consultationId, upload, sender } = keeping
  const known = await knownUpload(db, keeping)
  if (known) return known
  await consumeRateLimit(db, secrets, UPLOADS, sender.accountId ?? sender.staffId ?? '')
  if (!(await hasFreeDocumentSlot(db, consultationId, sender.side))) return 'TOO_MANY_DOCUMENTS'
  const found = await examine(services, upload)
  if (typeof found === 'string') return found
  const { bytes, ...rest } = found
  const file = randomUUID()
  await files.put(file, bytes)
  const storedFile = { ...rest, file, size: bytes.length, hash: sha256(bytes) }
  // When the commit fails its outcome can be unknown, so the file stays; the scheduled job removes it if it is an
  // orphan.
  const result = (await db.begin((tx) => keepRow(tx, keeping, storedFile))) as Made<P>
  if (typeof result === 'string' || !result.isNew) await files.remove(file)
  return typeof result === 'string' ? result : result.document
}

type Made<P extends string> = { document: Document; isNew: boolean } | UploadRefusal | P

/** Without a verdict from the scanner the document waits, and nobody can open it until there is one (product 7.6). */
async function examine({ documentSanitizer, providers, log }: KeepServices, { kind, bytes }: Upload) {
  const cleaned = await documentSanitizer.clean(kind, bytes)
  if ('problem' in cleaned) return cleaned.problem
  try {
    const isClean = await providers.scanner?.isClean(bytes)
    return isClean === false ? 'FILE_INFECTED' : { ...cleaned, isWaiting: false }
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    log.warn('a document could not be scanned and waits', { provider: error.provider, error })
    return { ...cleaned, isWaiting: true }
  }
}

/** A repeated upload returns the document of the first one. */
async function knownUpload(
  sql: Sql,
  { consultationId, upload, sender }: Pick<StoreUploadInput<never>, 'consultationId' | 'upload' | 'sender'>,
): Promise<Document | 'IDEMPOTENCY_MISMATCH' | undefined> {
  const known = await findUpload(sql, consultationId, sender.side, upload.key)
  if (!known) return undefined
  return known.hash.equals(upload.hash) ? known.document : 'IDEMPOTENCY_MISMATCH'
}

type Kept = Pick<Parameters<typeof insertDocument>[1], 'file' | 'type' | 'size' | 'hash' | 'isWaiting' | 'isSigned'>

async function keepRow<P extends string>(tx: Tx, keeping: StoreUploadInput<P>, storedFile: Kept): Promise<Made<P>> {
  const { consultationId, upload, sender, checkLocked } = keeping
  const locked = await lockConsultation(tx, consultationId)
  if (!locked) throw new Error('the consultation does not exist, although consultations are never deleted')
  const known = await knownUpload(tx, keeping)
  if (known) return typeof known === 'string' ? known : { document: known, isNew: false }
  const late = checkLocked(locked)
  if (late) return late
  const { key, hash: uploadHash, name } = upload
  const document = await insertDocument(tx, { ...sender, ...storedFile, consultationId, key, uploadHash, name })
  if (!document) return 'TOO_MANY_DOCUMENTS'
  if (storedFile.isWaiting) await enqueue(tx, 'scanDocument', { documentId: document.id })
  await notifyChanged(tx, topicsOf(locked))
  return { document, isNew: true }
}

/** Why a stored document has no readable file; both cases are logged as errors. */
type NoContent = 'DOCUMENT_NOT_FOUND' | 'DOCUMENT_UNREADABLE'

/**
 * The bytes to download. A PDF stored before PDFs were rewritten on upload is rewritten on download; the stored
 * original stays.
 */
export async function readDocumentContent(
  { files, log, documentSanitizer }: Pick<Services, 'files' | 'log' | 'documentSanitizer'>,
  consultationId: string,
  { file, type, isAnew }: StoredDocument,
): Promise<FileContent | NoContent> {
  const bytes = await files.get(file)
  if (!bytes) {
    log.error('the file of a document is missing', { consultationId })
    return 'DOCUMENT_NOT_FOUND'
  }
  const result = isAnew || type !== 'application/pdf' ? { bytes } : await documentSanitizer.clean('pdf', bytes)
  if ('bytes' in result) return new Blob([result.bytes as Uint8Array<ArrayBuffer>], { type })
  log.error('the PDF of a document cannot be read', { consultationId })
  return 'DOCUMENT_UNREADABLE'
}
