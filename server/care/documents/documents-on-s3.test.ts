import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { removeDocument } from '@cuida/core/care/documents/document-api.ts'
import { expect, test } from 'vitest'
import { collectNames } from '../../providers/files/contract.ts'
import type { Files } from '../../providers/files/port.ts'
import { startS3Server } from '../../providers/files/test-s3-server.ts'
import { documentStores } from '../../services.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, insertConsultation, insertPatient } from '../test-people.ts'
import { documentJobs, removeOrphanedFiles } from './jobs.ts'
import { moveDocuments } from './move-documents.ts'
import { buildPng } from './test-files.ts'
import { openFile, sendFile } from './test-uploads.ts'

const bucket = await closeAfterTests(await startS3Server()).newBucket()
const onS3 = {
  DOCUMENTS_S3_URL: bucket.url,
  DOCUMENTS_S3_REGION: bucket.region,
  DOCUMENTS_S3_KEY_ID: bucket.accessKeyId,
  DOCUMENTS_S3_SECRET_KEY: bucket.secretAccessKey,
}
const context = await createTestContext({ env: onS3 })
const clinician = await insertClinician(context)
const ana = await insertPatient(context)
const id = await insertConsultation(context, { patientId: ana.patientId, booked: { ...clinician, inMinutes: 5 } })

const stores = documentStores(context.services.env)
const [s3, disk] = [stores.current, stores.previous as Files]
const namesIn = (files: Files) => collectNames(files.olderThan(new Date('9999-12-31')))
const move = () => moveDocuments(context.db, stores)
const send = async () => (await sendFile(context, { token: ana.token, id, bytes: buildPng(40, 30) })).body.id as string
const isReadable = async (documentId: string) => (await openFile(context, ana.token, id, documentId)).status === 200
const fileOf = async (documentId: string): Promise<string> => {
  const [row] = await context.db<{ file: string }[]>`select file from consultation_document where id = ${documentId}`
  return row?.file ?? ''
}
/** Deletes it as the patient does; the file goes with the job. */
const remove = async (documentId: string) => {
  const file = await fileOf(documentId)
  await context.sendCall(removeDocument, { id, documentId }, { token: ana.token })
  return { file, runJob: () => documentJobs(context.services).forgetFile({ file }) }
}
/**
 * The server keeps an object in files of the bucket's folder, and its time is theirs: set by this process's clock,
 * because the kernel's own is not affected by libfaketime.
 */
async function setWrittenHoursAgo(name: string, hours: number): Promise<void> {
  const time = new Date(Date.now() - hours * 3_600_000)
  for (const file of readdirSync(bucket.folder).filter((file) => file.startsWith(name)))
    await utimes(join(bucket.folder, file), time, time)
}

test('a document is stored in the bucket, opened from there and deleted there', async () => {
  const documentId = await send()
  expect(await namesIn(s3)).toEqual([await fileOf(documentId)])
  expect(await namesIn(disk)).toEqual([])
  expect(await isReadable(documentId)).toBe(true)
  await (await remove(documentId)).runJob()
  expect(await namesIn(s3)).toEqual([])
})

test('documents from before the bucket stay readable, and move', async () => {
  const documentId = await send()
  const file = await fileOf(documentId)
  await disk.put(file, (await s3.get(file)) as Buffer)
  await s3.remove(file)
  expect(await isReadable(documentId)).toBe(true)
  expect(await move()).toMatchObject({ isDone: true, report: expect.stringMatching(/: 1 moved\.$/) })
  expect(await namesIn(disk)).toEqual([])
  expect(await isReadable(documentId)).toBe(true)
  expect(await move()).toMatchObject({ isDone: true, report: expect.stringMatching(/: 0 moved\.$/) })
})

test('a document deleted while it is copied leaves no file in either store', async () => {
  const documentId = await send()
  const file = await fileOf(documentId)
  await disk.put(file, (await s3.get(file)) as Buffer)
  const { runJob } = await remove(documentId)
  const slow: Files = {
    ...s3,
    async put(name, bytes) {
      await runJob()
      await s3.put(name, bytes)
    },
  }
  const { report } = await moveDocuments(context.db, { current: slow, previous: disk })
  expect(report).toContain('1 removed meanwhile')
  expect([...(await namesIn(disk)), ...(await namesIn(s3))]).not.toContain(file)
})

test('a copy that an interrupted move left of a deleted document is removed with the orphans', async () => {
  const documentId = await send()
  const file = await fileOf(documentId)
  const [orphan, fresh] = [randomUUID(), randomUUID()]
  for (const name of [orphan, fresh]) await s3.put(name, Buffer.from('left over'))
  await setWrittenHoursAgo(orphan, 25)
  await setWrittenHoursAgo(fresh, 1)
  await setWrittenHoursAgo(file, 25)
  await removeOrphanedFiles(context.services)
  const names = await namesIn(s3)
  expect(names).toContain(file)
  expect(names).toContain(fresh)
  expect(names).not.toContain(orphan)
})

test('without a bucket there is nothing to move', async () => {
  expect(await moveDocuments(context.db, { current: disk })).toMatchObject({ isDone: false })
})
