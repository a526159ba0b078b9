import { languageFor } from '@cuida/core/brand/locale.ts'
import { mayWrite, type Relation } from '@cuida/core/care/record/care-relation.ts'
import { acceptRequest, declineRequest, listEditRequests } from '@cuida/core/care/record/desk-record-api.ts'
import { MIN_EDIT_REQUEST_LENGTH, sortHistory } from '@cuida/core/care/record/history.ts'
import { getMedicalHistory, listAccessLog, requestEdit } from '@cuida/core/care/record/record-api.ts'
import { MAX_OPEN_EDIT_REQUESTS } from '@cuida/core/kit/assumptions.ts'
import type { FastifyInstance } from 'fastify'
import { insertMedicalUpdate } from '../../consultation/start-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { refuseLength } from '../../kit/http/free-text.ts'
import { serve } from '../../kit/http/serve.ts'
import { createTranslator } from '../../kit/i18n/translator.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { findAccessLog } from './access-log-store.ts'
import { auditRecordChange, checkEntry } from './desk-record-routes.ts'
import { entriesOf, findCurrentVersion, insertEntry, kindOf } from './history-store.ts'
import { recordTopics, relationToWrite } from './relation-store.ts'
import {
  answerRequest,
  countOpen,
  findLocale,
  findSameRequest,
  insertRequest,
  type LockedRequest,
  lockRequest,
  requestsFor,
  requestsOf,
} from './request-store.ts'

/** Patients read their own and their dependants' records and request changes, which a clinician makes. */
export function recordRoutes(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    getMedicalHistory,
    async ({ id }, { db, caller, refuse }) => {
      if (!(await patientOf(db, caller.accountId, id))) refuse('PATIENT_NOT_FOUND')
      const [entries, requests] = await Promise.all([entriesOf(db, id), requestsOf(db, id)])
      return { patientId: id, entries: sortHistory(entries), requests }
    },
    { topics: ({ id }) => [`record:${id}`] },
  )

  serve(app, services, requestEdit, async ({ id, section, text, entryId = null }, { db, caller, refuse }) => {
    refuseLength({ text }, { least: MIN_EDIT_REQUEST_LENGTH, most: services.config.maximumLengthAllowed })
    return db.begin(async (tx) => {
      // Checked after the patient's row is locked, so that a concurrent deletion has either finished or waits.
      const open = await countOpen(tx, id)
      if (!(await patientOf(tx, caller.accountId, id))) refuse('PATIENT_NOT_FOUND')
      if (entryId && (await kindOf(tx, id, entryId)) !== section) refuse('ENTRY_NOT_FOUND')
      const input = { patientId: id, section, entryId, text }
      const same = await findSameRequest(tx, input)
      if (same) return same
      if (open >= MAX_OPEN_EDIT_REQUESTS) refuse('TOO_MANY_OPEN')
      const request = await insertRequest(tx, input)
      await notifyChanged(tx, await recordTopics(tx, id))
      return request
    })
  })

  serve(app, services, listAccessLog, async ({ id, ...query }, { db, caller, refuse }) => {
    if (!(await patientOf(db, caller.accountId, id))) refuse('PATIENT_NOT_FOUND')
    return findAccessLog(db, id, query)
  })
}

/** Patients' change requests. Each is answered once: a clinician writes the change or declines it with a reason. */
export function requestRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listEditRequests, async (_, { db, caller }) => ({ items: await requestsFor(db, caller) }))

  serve(app, services, acceptRequest, async ({ id, ...said }, { db, caller, now, refuse }) => {
    const { staffId } = caller
    return db.begin(async (tx) => {
      const { request, relation } = await answerable(tx, id, { caller, now: now(), refuse })
      const { patientId, entryId, text } = request
      const entry = { ...said, kind: request.section }
      checkEntry(entry, { now: now(), timeZone: services.config.timeZone }, entryId !== null)
      // The reason for the change is the patient's own text.
      const instead = entryId ? { instead: { id: await findCurrentVersion(tx, entryId), reason: text } } : {}
      const newEntryId =
        (await insertEntry(tx, entry, { patientId, authorId: staffId, ...instead })) ?? refuse('CHANGED_MEANWHILE')
      await answerRequest(tx, { id, staffId, newEntryId })
      if (caller.clinicianId) {
        const name = await updateName(tx, services, patientId)
        await insertMedicalUpdate(tx, { patientId, clinicianId: caller.clinicianId, name })
      }
      await auditRecordChange(tx, services, { patientId, staffId, relation, entryId: newEntryId, requestId: id })
      return { id: newEntryId }
    })
  })

  serve(app, services, declineRequest, async ({ id, answer }, { db, caller, now, refuse }) => {
    const { staffId } = caller
    await db.begin(async (tx) => {
      const { request, relation } = await answerable(tx, id, { caller, now: now(), refuse })
      await answerRequest(tx, { id, staffId, answer })
      await auditRecordChange(tx, services, { patientId: request.patientId, staffId, relation, requestId: id })
    })
    return null
  })
}

type Refuse = (code: 'REQUEST_NOT_FOUND' | 'READ_ONLY' | 'CHANGED_MEANWHILE') => never

/** Locks the open request, for clinicians who may write to this record; for others it does not exist. */
async function answerable(
  tx: Tx,
  id: string,
  { caller, now, refuse }: { caller: StaffCaller; now: Date; refuse: Refuse },
): Promise<{ request: LockedRequest; relation: Relation }> {
  const request = (await lockRequest(tx, id)) ?? refuse('REQUEST_NOT_FOUND')
  const relation = (await relationToWrite(tx, request.patientId, caller, now)) ?? refuse('REQUEST_NOT_FOUND')
  if (!mayWrite(relation)) refuse('READ_ONLY')
  if (request.state !== 'open') refuse('CHANGED_MEANWHILE')
  return { request, relation }
}

/** The title of the change in the patient's list of consultations, in the language of their account. */
async function updateName(tx: Tx, { config, catalogueFor }: Services, patientId: string): Promise<string> {
  const locale = languageFor(await findLocale(tx, patientId), config.languages) ?? config.patientAppLanguage
  return createTranslator(locale, catalogueFor(locale))('care.medicalUpdate.title')
}
