import { randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { getConsultation } from '@cuida/core/care/call/api.ts'
import { hideDocument, removeDocument } from '@cuida/core/care/documents/document-api.ts'
import { MAX_DOCUMENTS } from '@cuida/core/care/documents/document-rules.ts'
import { getDeskConsultation, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { purgeRecord } from '../../profile/deletion/purge-store.ts'
import { collectNames } from '../../providers/files/contract.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, insertConsultation, insertPatient, type TestPatient } from '../test-people.ts'
import { documentJobs, removeOrphanedFiles } from './jobs.ts'
import { findForbidden, readFixture } from './pdf/test-pdfs.ts'
import { buildPng, buildTestPdf } from './test-files.ts'
import { openFile, sendFile } from './test-uploads.ts'

let ana: TestPatient
let id: string
const context = await createTestContext()
const clinician = await insertClinician(context)
beforeEach(async () => {
  ana = await insertPatient(context)
  id = await insertConsultation(context, { patientId: ana.patientId, booked: { ...clinician, inMinutes: 5 } })
})

const send = (more: Partial<Parameters<typeof sendFile>[1]> = {}) =>
  sendFile(context, { token: ana.token, id, bytes: buildPng(40, 30), ...more })
const fetchConsultation = async () =>
  (await context.sendCall(getConsultation, { patientId: ana.patientId, id }, { token: ana.token })).body
const atDesk = async () => (await context.sendCall(getDeskConsultation, { id }, { token: clinician.token })).body
const take = () => context.sendCall(takeConsultation, { id }, { token: clinician.token })
/** Every file, whatever its age. */
const filesOnDisk = () => collectNames(context.services.files.olderThan(new Date('9999-12-31')))
/** Sets the file's time by this process's clock, because the kernel's own is not affected by libfaketime. */
async function setWrittenHoursAgo(name: string, hours: number): Promise<void> {
  const modifiedAt = new Date(Date.now() - hours * 3_600_000)
  await utimes(join(context.services.env.DATA_DIR, 'documents', name.slice(0, 2), name), modifiedAt, modifiedAt)
}
/** A file without a document. */
async function putOrphan(hoursAgo: number): Promise<string> {
  const name = randomUUID()
  await context.services.files.put(name, Buffer.from('left by a process that died'))
  await setWrittenHoursAgo(name, hoursAgo)
  return name
}
const runJobs = async () => {
  const jobs = await context.db`select t.identifier as task, j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier in ('forgetFile', 'scanDocument')`
  for (const { task, payload } of jobs) await documentJobs(context.services)[task as 'forgetFile'](payload)
}

describe('documents of a patient [B1.7]', () => {
  test('a patient uploads a picture, which both sides see and open [B3.3]', async () => {
    const sent = await send({ name: 'rodilla izquierda.png' })
    expect(sent).toMatchObject({
      status: 201,
      body: { name: 'rodilla izquierda', type: 'image/jpeg', isWaiting: false },
    })
    expect((await fetchConsultation()).symptomsDocuments).toEqual([sent.body])
    expect((await atDesk()).symptomsDocuments).toEqual([sent.body])
    const { bytes, headers } = await openFile(context, ana.token, id, sent.body.id)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 30 })
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect((await openFile(context, clinician.token, id, sent.body.id, '/desk')).bytes).toEqual(bytes)
  })

  test('a PDF is rewritten on upload, and both sides open the same rewritten file', async () => {
    const sent = await send({ bytes: buildTestPdf(), name: 'analítica.pdf' })
    const { bytes, headers } = await openFile(context, ana.token, id, sent.body.id)
    expect(bytes.equals(buildTestPdf())).toBe(false)
    expect(findForbidden(bytes)).toEqual([])
    expect(sent.body).toMatchObject({ type: 'application/pdf', size: bytes.length, wasSigned: false })
    expect((await openFile(context, clinician.token, id, sent.body.id, '/desk')).bytes).toEqual(bytes)
    expect(headers['content-type']).toBe('application/pdf')
  })

  test('an upload that is repeated with its key, even five times at once, makes one document', async () => {
    const key = randomUUID()
    const sent = await Promise.all(Array.from({ length: 5 }, () => send({ key })))
    const ids = sent.filter(({ status }) => status === 201).map(({ body }) => body.id)
    // Concurrent uploads beyond the upload slots are refused as BUSY; a later retry returns the same document.
    const again = await send({ key })
    expect(new Set([...ids, again.body.id]).size).toBe(1)
    expect((await fetchConsultation()).symptomsDocuments).toHaveLength(1)
    expect(await context.db`select 1 from consultation_document where consultation_id = ${id}`).toHaveLength(1)
  })

  test('another file with the same key returns IDEMPOTENCY_MISMATCH', async () => {
    const key = randomUUID()
    await send({ key })
    expect(await send({ key, bytes: buildTestPdf() })).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    })
  })

  test('an upload without a valid idempotency key is refused, because it could not be retried safely', async () => {
    expect(await send({ key: 'one' })).toMatchObject({
      status: 400,
      body: { fields: { 'idempotency-key': 'INVALID' } },
    })
  })

  test(`a patient has ${MAX_DOCUMENTS} documents per consultation, however many arrive at once`, async () => {
    for (let index = 1; index < MAX_DOCUMENTS - 1; index++) await insertPlace(index)
    // Two uploads per person at once; the others retry, as the app does.
    const tried = async (): ReturnType<typeof sendFile> => {
      const sent = await send()
      return sent.status === 503 ? tried() : sent
    }
    const sent = await Promise.all(Array.from({ length: 4 }, tried))
    const codes = sent.map(({ status, body }) => (status === 201 ? 'kept' : body.code))
    expect(codes.filter((code) => code === 'kept')).toHaveLength(2)
    expect(codes.filter((code) => code === 'TOO_MANY_DOCUMENTS')).toHaveLength(2)
    expect((await filesOnDisk()).length).toBeLessThan(MAX_DOCUMENTS)
    // The clinician's documents have a limit of their own.
    await take()
    expect((await send({ token: clinician.token, side: '/desk' })).status).toBe(201)
  })

  test('a patient can remove a document until a clinician takes the consultation', async () => {
    const one = await send()
    const two = await send()
    const before = (await filesOnDisk()).length
    const remove = (documentId: string) => context.sendCall(removeDocument, { id, documentId }, { token: ana.token })
    expect((await fetchConsultation()).documentsRemovable).toBe(true)
    expect((await remove(one.body.id)).status).toBe(204)
    expect((await fetchConsultation()).symptomsDocuments).toEqual([two.body])
    await runJobs()
    expect(await filesOnDisk()).toHaveLength(before - 1)
    expect(await remove(one.body.id)).toMatchObject({ status: 404, body: { code: 'DOCUMENT_NOT_FOUND' } })
    await take()
    // Waits for the change event from the database.
    await expect.poll(async () => (await fetchConsultation()).documentsRemovable).toBe(false)
    expect(await remove(two.body.id)).toMatchObject({ status: 409, body: { code: 'IN_RECORD' } })
  })

  test.each(['CLOSED', 'CLOSED_WITH_ERROR', 'CANCELLING', 'CANCELLED', 'EXPIRED'])(
    'an upload to a consultation in status %s is refused',
    async (status) => {
      await context.db`update consultation set status = ${status} where id = ${id}`
      expect(await send()).toMatchObject({ status: 409, body: { code: 'CONSULTATION_OVER' } })
    },
  )

  test('a patient can upload while the payment is pending and while the notes are written', async () => {
    for (const status of ['PENDING', 'CLOSING']) {
      await context.db`update consultation set status = ${status}, held_by = ${status === 'CLOSING' ? clinician.staffId : null}
        where id = ${id}`
      expect((await send()).status).toBe(201)
    }
  })
})

describe('documents of another account', () => {
  test('another account can neither upload, open nor remove a document', async () => {
    const bruno = await insertPatient(context, 'Bruno')
    const { body } = await send()
    expect(await send({ token: bruno.token })).toMatchObject({ status: 404, body: { code: 'CONSULTATION_NOT_FOUND' } })
    expect((await openFile(context, bruno.token, id, body.id)).status).toBe(404)
    const own = await insertConsultation(context, { patientId: bruno.patientId })
    expect((await openFile(context, bruno.token, own, body.id)).status).toBe(404)
    const elsewhere = await insertClinician(context, { products: [] })
    expect((await openFile(context, elsewhere.token, id, body.id, '/desk')).status).toBe(404)
  })
})

describe('documents of a clinician', () => {
  test('a clinician gives the patient a document, and the clinician’s own opening is audited', async () => {
    await take()
    expect((await atDesk()).mayGive).toBe(true)
    const reply = await send({ token: clinician.token, side: '/desk', bytes: buildTestPdf(), name: 'certificado.pdf' })
    expect(reply.status).toBe(201)
    expect((await fetchConsultation()).journalDocuments).toEqual([reply.body])
    expect((await openFile(context, ana.token, id, reply.body.id)).bytes).toHaveLength(reply.body.size)
    await openFile(context, clinician.token, id, reply.body.id, '/desk')
    const acts = await context.db`select act from audit where subject_id = ${reply.body.id} order by seq`
    expect(acts.map(({ act }) => act)).toEqual(['view'])
  })

  test('a clinician who does not hold the consultation cannot add a document', async () => {
    const reply = await send({ token: clinician.token, side: '/desk' })
    expect(reply).toMatchObject({ status: 409, body: { code: 'NOT_YOURS' } })
  })

  test('a hidden document disappears for both sides but stays stored', async () => {
    const { body } = await send()
    const hide = () =>
      context.sendCall(
        hideDocument,
        { id, documentId: body.id, reason: 'Belongs to somebody else' },
        { token: clinician.token },
      )
    expect(await hide()).toMatchObject({ status: 409, body: { code: 'NOT_YOURS' } })
    await take()
    expect((await hide()).status).toBe(204)
    expect((await fetchConsultation()).symptomsDocuments).toEqual([])
    expect((await atDesk()).symptomsDocuments).toEqual([])
    expect((await openFile(context, ana.token, id, body.id)).status).toBe(404)
    expect(await context.db`select 1 from consultation_document where id = ${body.id}`).toHaveLength(1)
  })
})

describe('stored files', () => {
  test('a file without a document is removed after a day, and no other file', async () => {
    const { body } = await send()
    const [row] = await context.db`select file from consultation_document where id = ${body.id}`
    await setWrittenHoursAgo(row?.file, 25)
    const recent = await putOrphan(23)
    const old = await putOrphan(25)
    await removeOrphanedFiles(context.services)
    const names = await filesOnDisk()
    expect(names).toEqual(expect.arrayContaining([recent, row?.file]))
    expect(names).not.toContain(old)
  })

  test('no file is removed while the database has no documents, because it may be the wrong one', async () => {
    const orphan = await putOrphan(25)
    await context.db`delete from consultation_document`
    await removeOrphanedFiles(context.services)
    expect(await filesOnDisk()).toContain(orphan)
    await context.services.files.remove(orphan)
  })

  test('purging a record removes its documents and files, and nobody else’s', async () => {
    const bruno = await insertPatient(context, 'Bruno')
    const other = await insertConsultation(context, { patientId: bruno.patientId })
    const ownUpload = await send()
    const otherUpload = await send({ token: bruno.token, id: other })
    const fileOf = async (documentId: string) => {
      const [row] = await context.db`select file from consultation_document where id = ${documentId}`
      return row?.file
    }
    const removedFile = await fileOf(ownUpload.body.id)
    const remainingFile = await fileOf(otherUpload.body.id)
    await context.db.begin((tx) => purgeRecord(tx, ana.patientId))
    await runJobs()
    expect(await fileOf(ownUpload.body.id)).toBeUndefined()
    const names = await filesOnDisk()
    expect(names).not.toContain(removedFile)
    expect(names).toContain(remainingFile)
  })

  test('a PDF from before PDFs were rewritten is rewritten on download, and the stored file stays', async () => {
    const { body } = await send({ bytes: buildTestPdf() })
    const [row] =
      await context.db`update consultation_document set is_anew = false where id = ${body.id} returning file`
    const before = readFixture('hostile-script-packed.pdf')
    await context.services.files.put(row?.file, before)
    const { status, bytes } = await openFile(context, ana.token, id, body.id)
    expect([status, findForbidden(bytes)]).toEqual([200, []])
    expect((await openFile(context, clinician.token, id, body.id, '/desk')).bytes).toEqual(bytes)
    expect(await context.services.files.get(row?.file)).toEqual(before)
    await context.services.files.put(row?.file, Buffer.from('%PDF-1.7 and no more'))
    expect(await openFile(context, ana.token, id, body.id)).toMatchObject({ status: 409 })
  })

  test('a document whose file is missing returns 404 instead of an internal error', async () => {
    const { body } = await send()
    const [row] = await context.db`select file from consultation_document where id = ${body.id}`
    await context.services.files.remove(row?.file)
    expect((await openFile(context, ana.token, id, body.id)).status).toBe(404)
  })
})

async function insertPlace(index: number): Promise<void> {
  await context.db`
    insert into consultation_document (consultation_id, side, place, account_id, upload_key, upload_hash, file, type, size,
      hash, name, is_anew)
    values (${id}, 'patient', ${index}, ${ana.accountId}, ${randomUUID()}, ${Buffer.alloc(32)}, ${randomUUID()},
      'image/jpeg', 1, ${Buffer.alloc(32)}, '', true)`
}
