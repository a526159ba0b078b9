import { mayWrite, type Relation } from '@cuida/core/care/record/care-relation.ts'
import {
  addEntry,
  amendNote,
  breakGlass,
  getRecord,
  listEmergencyAccesses,
  reviewEmergencyAccess,
  supersedeEntry,
} from '@cuida/core/care/record/desk-record-api.ts'
import { entryProblems, type NewEntry, sortHistory } from '@cuida/core/care/record/history.ts'
import { localTime } from '@cuida/core/kit/zone.ts'
import type { FastifyInstance } from 'fastify'
import { parsePersonQuery } from '../../access/people/people-search.ts'
import { soldNamesIn } from '../../catalogue/sold-names.ts'
import { lockConsultation, topicsOf } from '../../consultation/change-store.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { InvalidInput } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import { consumeRateLimit, type RateLimit } from '../../kit/limit/rate-limit.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import { enqueueNotification } from '../../notifications/outbox-store.ts'
import type { Services } from '../../services.ts'
import { findSignedNote, insertAmendment } from '../note-store.ts'
import { findForDesk } from '../queue/desk-store.ts'
import { detailOf, recordAccess } from './access-log-store.ts'
import {
  findByPhone,
  findEmergencyAccesses,
  lockEmergencyAccess,
  openEmergencyAccess,
  reviewersOf,
  saveReview,
} from './break-glass-store.ts'
import { consultationsOf, entriesOf, findJustAdded, findSubject, insertEntry, kindOf } from './history-store.ts'
import { recordTopics, relationOf, relationToWrite } from './relation-store.ts'
import { openRequestsOf } from './request-store.ts'
import { statementsOf } from './statement-store.ts'

/** Real emergencies are rare; this limits guessing of phone numbers and birth dates. */
const EMERGENCY_ACCESSES: RateLimit = { name: 'break-glass', most: 10, seconds: 3_600 }

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .trim()
    .toLowerCase()

/** The health record at the desk. Every read and write needs a care relation and leaves an audit row. */
export function deskRecordRoutes(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    getRecord,
    async ({ patientId }, { db, caller, locale, now, refuse }) => {
      const relation = (await relationOf(db, patientId, caller, now())) ?? refuse('PATIENT_NOT_FOUND')
      const patient = (await findSubject(db, patientId, now())) ?? refuse('PATIENT_NOT_FOUND')
      await recordAccess(services, { staffId: caller.staffId, patientId, act: 'read-record' }, relation)
      const [entries, requests, consultations, statements] = await Promise.all([
        entriesOf(db, patientId),
        openRequestsOf(db, patientId),
        consultationsOf(db, patientId, soldNamesIn(services, locale)),
        statementsOf(services, db, patientId),
      ])
      const { because, at } = relation
      const reply = { patient, because, at: at?.toISOString() ?? null, mayWrite: mayWrite(relation) }
      return { ...reply, entries: sortHistory(entries), statements, requests, consultations }
    },
    { topics: ({ patientId }) => [`record:${patientId}`] },
  )

  serve(app, services, addEntry, async ({ patientId, ...entry }, { db, caller, now, refuse }) => {
    const { staffId } = caller
    return db.begin(async (tx) => {
      const relation = await writable(tx, patientId, caller, now(), refuse)
      checkEntry(entry, { now: now(), timeZone: services.config.timeZone }, false)
      const writing = { patientId, authorId: staffId }
      const same = await findJustAdded(tx, entry, writing)
      if (same) return { id: same }
      const id = (await insertEntry(tx, entry, writing)) ?? ''
      await auditRecordChange(tx, services, { patientId, staffId, relation, entryId: id })
      return { id }
    })
  })

  serve(app, services, supersedeEntry, async ({ patientId, entryId, reason, ...said }, { db, caller, now, refuse }) => {
    const { staffId } = caller
    return db.begin(async (tx) => {
      const relation = await writable(tx, patientId, caller, now(), refuse)
      const kind = (await kindOf(tx, patientId, entryId)) ?? refuse('ENTRY_NOT_FOUND')
      const entry = { ...said, kind }
      checkEntry(entry, { now: now(), timeZone: services.config.timeZone }, true)
      const writing = { patientId, authorId: staffId, instead: { id: entryId, reason } }
      const id = (await insertEntry(tx, entry, writing)) ?? refuse('CHANGED_MEANWHILE')
      await auditRecordChange(tx, services, { patientId, staffId, relation, entryId: id })
      return { id }
    })
  })

  amendRoute(app, services)
}

interface When {
  now: Date
  timeZone: string
}

/**
 * Throws `Invalid` for fields that are well-formed but wrong. "Today" is the author's own date, which can be ahead of
 * UTC.
 */
export function checkEntry(entry: NewEntry, { now, timeZone }: When, replaces: boolean): void {
  const problems = entryProblems(entry, { today: localTime(timeZone, now).day, replaces })
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
}

/** Notifies the screens that show the record, and audits the author; the entry itself holds the content. */
export async function auditRecordChange(
  tx: Tx,
  { secrets }: Services,
  writing: { patientId: string; staffId: string; relation: Relation; entryId?: string; requestId?: string },
): Promise<void> {
  const { patientId, staffId, relation, entryId, requestId } = writing
  await notifyChanged(tx, await recordTopics(tx, patientId))
  const detail = { ...detailOf(relation), ...(entryId ? { entryId } : {}), ...(requestId ? { requestId } : {}) }
  await audit(tx, secrets, { staffId, act: 'write-record', subject: { kind: 'record', id: patientId }, detail })
}

type RefuseWriting = (code: 'PATIENT_NOT_FOUND' | 'READ_ONLY') => never

async function writable(tx: Tx, patientId: string, caller: StaffCaller, now: Date, refuse: RefuseWriting) {
  const relation = (await relationToWrite(tx, patientId, caller, now)) ?? refuse('PATIENT_NOT_FOUND')
  return mayWrite(relation) ? relation : refuse('READ_ONLY')
}

function amendRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, amendNote, async ({ id, noteId, text, reason }, { db, caller, refuse }) => {
    const { staffId } = caller
    return db.begin(async (tx) => {
      if (!(await findForDesk(tx, id, caller))) refuse('CONSULTATION_NOT_FOUND')
      const locked = (await lockConsultation(tx, id)) ?? refuse('CONSULTATION_NOT_FOUND')
      const note = (await findSignedNote(tx, id, noteId)) ?? refuse('NOTE_NOT_FOUND')
      if (note.authorId !== staffId) refuse('NOTE_NOT_FOUND')
      const amendment = await insertAmendment(tx, {
        consultationId: id,
        noteId: note.id,
        authorId: staffId,
        text,
        reason,
      })
      if (!amendment.isNew) return { id: amendment.id }
      const { patientId } = note
      await notifyChanged(tx, [...topicsOf(locked), `record:${patientId}`])
      const detail = { consultationId: id, noteId: amendment.id, at: locked.startTime?.toISOString() ?? null }
      const subject = { kind: 'record', id: patientId } as const
      await audit(tx, services.secrets, { staffId, act: 'amend-note', subject, detail })
      return { id: amendment.id }
    })
  })
}

/**
 * Emergency access to a record without a care relation: needs a reason, lasts an hour, is visible to the patient and
 * reviewed by managers.
 */
export function breakGlassRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services

  serve(app, services, breakGlass, async (input, { db, caller, refuse }) => {
    const { staffId } = caller
    if (!caller.clinicianId) refuse('NOT_ALLOWED')
    await consumeRateLimit(db, secrets, EMERGENCY_ACCESSES, staffId)
    const number = parsePersonQuery(input.phone, services.config.countryCodes)
    const reached = 'phone' in number ? await findByPhone(db, number.phone, input.dateOfBirth) : []
    const name = input.firstName && plain(input.firstName)
    const found = name ? reached.filter(({ firstName }) => plain(firstName) === name) : reached
    if (found.length > 1) refuse('SEVERAL_PEOPLE')
    const [patient] = found
    if (!patient) {
      // A failed search is audited too, without the values that were typed.
      await db.begin((tx) => audit(tx, secrets, { staffId, act: 'search', detail: { by: 'emergency', found: [] } }))
      return refuse('PATIENT_NOT_FOUND')
    }
    return db.begin(async (tx) => {
      const { id, until, isNew } = await openEmergencyAccess(tx, {
        staffId,
        patientId: patient.id,
        reason: input.reason,
      })
      if (isNew) {
        await notifyChanged(tx, await recordTopics(tx, patient.id))
        for (const reviewer of await reviewersOf(tx, staffId))
          await enqueueNotification(tx, { type: 'record-opened', staffId: reviewer, subjectId: id })
        const subject = { kind: 'record', id: patient.id } as const
        const detail = { because: 'break-glass', emergencyAccessId: id }
        await audit(tx, secrets, { staffId, act: 'break-glass', subject, reason: input.reason, detail })
      }
      return { patientId: patient.id, openUntil: until.toISOString() }
    })
  })

  serve(app, services, listEmergencyAccesses, async (_, { db, caller }) => ({
    items: await findEmergencyAccesses(db, caller.staffId),
  }))

  serve(app, services, reviewEmergencyAccess, async ({ id, verdict, review }, { db, caller: { staffId }, refuse }) => {
    await db.begin(async (tx) => {
      const emergencyAccess = (await lockEmergencyAccess(tx, id)) ?? refuse('EMERGENCY_ACCESS_NOT_FOUND')
      if (emergencyAccess.staffId === staffId) refuse('NOT_YOURSELF')
      if (emergencyAccess.isReviewed) refuse('CHANGED_MEANWHILE')
      await saveReview(tx, { id, staffId, verdict, review })
      await notifyChanged(tx, ['records'])
      const subject = { kind: 'record', id: emergencyAccess.patientId } as const
      const detail = { emergencyAccessId: id, verdict }
      await audit(tx, services.secrets, { staffId, act: 'review-break-glass', subject, reason: review, detail })
    })
    return null
  })
}
