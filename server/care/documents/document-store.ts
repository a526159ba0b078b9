import type { Document } from '@cuida/core/care/documents/document.ts'
import { MAX_DOCUMENTS } from '@cuida/core/care/documents/document-rules.ts'
import type { Row } from 'postgres'
import { decryptRows, encryptText } from '../../kit/crypto/encrypted-text.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'

export type Side = 'patient' | 'clinician'

const columns = (sql: Sql) => sql`d.id, d.side, d.name, d.type, d.size, d.created_at, d.is_waiting, d.was_signed`

const decryptNames = (sql: Sql, rows: readonly Row[]): Promise<Row[]> =>
  decryptRows<Row>(sql, rows, { name: 'consultation_document.name' })

const documentOf = (row: Row): Document => ({
  id: row.id,
  name: row.name,
  type: row.type,
  size: row.size,
  uploadedAt: row.created_at.toISOString(),
  isWaiting: row.is_waiting,
  wasSigned: row.was_signed,
})

/** The visible documents of both sides under their names in B3.3, oldest first. */
export async function documentsOf(
  sql: Sql,
  consultationId: string,
): Promise<{ symptomsDocuments: Document[]; journalDocuments: Document[] }> {
  const stored = await sql`
    select ${columns(sql)} from consultation_document d
    where d.consultation_id = ${consultationId} and d.hidden_at is null order by d.created_at, d.id`
  const rows = await decryptNames(sql, stored)
  const of = (side: Side) => rows.filter((row) => row.side === side).map(documentOf)
  return { symptomsDocuments: of('patient'), journalDocuments: of('clinician') }
}

export interface StoredDocument {
  file: string
  type: Document['type']
  side: Side
  isWaiting: boolean
  /** The stored bytes are our cleaned copy, not the original. */
  isAnew: boolean
}

/** undefined when the document is unknown or hidden. */
export async function findDocument(sql: Sql, consultationId: string, id: string): Promise<StoredDocument | undefined> {
  const [row] = await sql<StoredDocument[]>`
    select file, type, side, is_waiting as "isWaiting", is_anew as "isAnew" from consultation_document
    where id = ${id} and consultation_id = ${consultationId} and hidden_at is null`
  return row
}

/** The earlier upload with this idempotency key. */
export async function findUpload(
  sql: Sql,
  consultationId: string,
  side: Side,
  key: string,
): Promise<{ document: Document; hash: Buffer } | undefined> {
  const rows = await sql`
    select ${columns(sql)}, d.upload_hash from consultation_document d
    where d.consultation_id = ${consultationId} and d.side = ${side} and d.upload_key = ${key}`
  const [row] = await decryptNames(sql, rows)
  return row && { document: documentOf(row), hash: row.upload_hash }
}

export async function hasFreeDocumentSlot(sql: Sql, consultationId: string, side: Side): Promise<boolean> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from consultation_document
    where consultation_id = ${consultationId} and side = ${side}`
  return (row?.count ?? 0) < MAX_DOCUMENTS
}

export interface Sender {
  side: Side
  accountId: string | null
  staffId: string | null
}

export interface NewDocument extends Sender {
  consultationId: string
  key: string
  uploadHash: Buffer
  file: string
  type: Document['type']
  size: number
  hash: Buffer
  name: string
  isWaiting: boolean
  isSigned: boolean
}

/**
 * undefined when all upload slots are taken. The caller holds the consultation's row lock; unique constraints back it
 * up.
 */
export async function insertDocument(tx: Tx, document: NewDocument): Promise<Document | undefined> {
  const [row] = await tx`
    insert into consultation_document as d (consultation_id, side, place, account_id, staff_id, upload_key, upload_hash,
      file, type, size, hash, name, is_waiting, was_signed, is_anew)
    select ${document.consultationId}, ${document.side}, free.place, ${document.accountId}, ${document.staffId}, ${document.key},
      ${document.uploadHash}, ${document.file}, ${document.type}, ${document.size}, ${document.hash}, ${encryptText(tx, 'consultation_document.name', document.name)}, ${document.isWaiting}, ${document.isSigned}, true
    from (
      select place from generate_series(1, ${MAX_DOCUMENTS}::int) place
      where not exists (select 1 from consultation_document t
        where t.consultation_id = ${document.consultationId} and t.side = ${document.side} and t.place = place.place)
      order by place limit 1) free
    returning ${columns(tx)}`
  return row && { ...documentOf(row), name: document.name }
}

/** Deletes the row now and its file by a job that commits with it. */
export async function deleteDocument(tx: Tx, id: string): Promise<void> {
  const [deletedDocument] = await tx<
    { file: string }[]
  >`delete from consultation_document where id = ${id} returning file`
  if (deletedDocument) await enqueue(tx, 'forgetFile', { file: deletedDocument.file })
}

export async function markDocumentHidden(tx: Tx, id: string, staffId: string): Promise<void> {
  await tx`
    update consultation_document set hidden_at = clock_timestamp(), hidden_by = ${staffId}
    where id = ${id} and hidden_at is null`
}

/** A document whose malware scan is pending. */
export async function findUnscannedDocument(
  sql: Sql,
  id: string,
): Promise<{ consultationId: string; file: string } | undefined> {
  const [row] = await sql<{ consultationId: string; file: string }[]>`
    select consultation_id as "consultationId", file from consultation_document where id = ${id} and is_waiting`
  return row
}

export async function releaseDocument(tx: Tx, id: string): Promise<void> {
  await tx`update consultation_document set is_waiting = false where id = ${id}`
}

export async function hasDocuments(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ has: boolean }[]>`select exists (select 1 from consultation_document) as has`
  return row?.has ?? false
}

/** The files that no document refers to. */
export async function findOrphanedFiles(sql: Sql, files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return []
  const rows = await sql<{ file: string }[]>`select file from consultation_document where file in ${sql(files)}`
  const known = new Set(rows.map(({ file }) => file))
  return files.filter((file) => !known.has(file))
}
