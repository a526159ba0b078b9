import { mayGive } from '@cuida/core/care/documents/document-rules.ts'
import { listFinishedConsultations, searchOwnPatients } from '@cuida/core/care/finished/finished-api.ts'
import {
  type DeskConsultation,
  getDeskConsultation,
  getQueue,
  takeConsultation,
} from '@cuida/core/care/queue/desk-api.ts'
import { afterTaking } from '@cuida/core/consultation/status/steps.ts'
import { maskPhoneNumber } from '@cuida/core/kit/mask-phone-number.ts'
import { dayAfter, localTime, momentOf } from '@cuida/core/kit/zone.ts'
import type { FastifyInstance } from 'fastify'
import { SEARCHES_OF_STAFF } from '../../access/rate-limits.ts'
import { soldNamesIn } from '../../catalogue/sold-names.ts'
import { actionsOf, type StoredAction } from '../../consultation/action-store.ts'
import { lockConsultation, saveStep } from '../../consultation/change-store.ts'
import type { Db } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import { consumeRateLimit } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { answersOf, statementsIn, urgentOf } from '../answers.ts'
import { findCurrentCall } from '../call/call-store.ts'
import { documentsOf } from '../documents/document-store.ts'
import { findFinished, findOwnPatients, MAX_FINISHED, MAX_PATIENTS_FOUND } from '../finished/finished-store.ts'
import { lettersOf } from '../next-step/letter-store.ts'
import { notesOf, privateNotesOf } from '../note-store.ts'
import { findDeskPhone, phoneCallOf } from '../phone/phone-store.ts'
import { takeOverFor } from '../reassignment/reassignment.ts'
import { type AccessReason, recordAccess } from '../record/access-log-store.ts'
import { type FoundForDesk, findFollowUp, findForDesk, findTakePermission, queueOf } from './desk-store.ts'
import { actionRole, heldRoutes } from './held-routes.ts'

export function deskRoutes(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    getQueue,
    async (_, { db, caller, locale }) => {
      const nameOf = soldNamesIn(services, locale)
      const items = (await queueOf(db, caller)).map(async (item) => ({
        ...item,
        productName: nameOf({ slug: item.productSlug, name: item.productName }),
        urgent: await urgentOf(services, item, locale),
      }))
      return { items: await Promise.all(items) }
    },
    {
      topics: () => ['queue'],
    },
  )
  detailRoute(app, services)

  serve(app, services, takeConsultation, async ({ id }, { db, caller, refuse }) => {
    if (!caller.clinicianId) refuse('NOT_A_CLINICIAN')
    await db.begin(async (tx) => {
      const locked = (await lockConsultation(tx, id)) ?? refuse('CONSULTATION_NOT_FOUND')
      const taking =
        (await findTakePermission(tx, id, caller, services.config.partnerConfig.care)) ??
        refuse('CONSULTATION_NOT_FOUND')
      if (locked.status === 'ACTIVE' || locked.status === 'CLOSING') {
        // A repeated click by the new holder is no conflict.
        if (locked.heldBy === caller.staffId) return undefined
        if (!taking.left || !(await takeOverFor(tx, services, locked, caller, 'GONE'))) refuse('ALREADY_TAKEN')
        return undefined
      }
      if (!taking.due) refuse('NOT_NOW')
      if (locked.type === 'scheduled' && locked.clinicianId !== caller.clinicianId) {
        if (!(await takeOverFor(tx, services, locked, caller, 'LATE'))) refuse('NOT_NOW')
        return undefined
      }
      const step = afterTaking(locked, actionRole(caller)) ?? refuse('NOT_NOW')
      await saveStep(tx, locked, step, caller)
    })
    return null
  })

  heldRoutes(app, services)
}

function detailRoute(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    getDeskConsultation,
    async ({ id }, { db, caller, locale, refuse }) => {
      const found = (await findForDesk(db, id, caller)) ?? refuse('CONSULTATION_NOT_FOUND')
      const access = { staffId: caller.staffId, patientId: found.patient.id, act: 'read-consultation' } as const
      await recordAccess(services, access, accessReasonOf(found))
      const [actions, notes, privateNotes, letters, followUp, answers, urgent, statements, documents, nameOf] =
        await Promise.all([
          actionsOf(db, id),
          notesOf(db, id),
          privateNotesOf(db, { consultationId: id }),
          lettersOf(db, id),
          findFollowUp(db, found.patient.id, caller.clinicianId),
          answersOf(services, found, locale),
          urgentOf(services, found, locale),
          statementsIn(services, found, locale),
          documentsOf(db, id),
          soldNamesIn(services, locale),
        ])
      const [call, voice] = await Promise.all([
        findCurrentCall(db, id, actions),
        voiceOf(services, caller.staffId, actions),
      ])
      return {
        ...found,
        productName: nameOf({ slug: found.productSlug, name: found.productName }),
        patient: maskPhone(found.patient, voice.voice !== null),
        ...voice,
        missedCallsPaidBack: services.config.refundAfterMissedCalls,
        answers,
        urgent,
        statements,
        callState: call.state,
        callMedium: call.medium ?? null,
        callDeclined: call.declined,
        actions,
        notes,
        letters,
        followUp: followUp && {
          ...followUp,
          productName: nameOf({ slug: followUp.productSlug, name: followUp.productName }),
        },
        privateNote: privateNotes.get(id) ?? null,
        ...documents,
        mayGive: found.isHolder && mayGive(found.status),
      }
    },
    { topics: ({ id }) => [`consultation:${id}`] },
  )
}

/** The reason for the access log: the caller holds the consultation, has it booked, may take it, or once held it. */
export function accessReasonOf({ id, heldByMe, status, type, startTime, queuedAt }: FoundForDesk): AccessReason {
  const ahead = type === 'scheduled' ? 'booked' : 'waiting'
  const moment = startTime ?? queuedAt
  return {
    because: heldByMe ? 'attending' : status === 'QUEUED' ? ahead : 'attended',
    consultationId: id,
    at: moment === null ? null : new Date(moment),
  }
}

/** Finished consultations by day, and the clinician's own patients by name. */
export function finishedRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services
  const today = (now: Date): string => localTime(services.config.timeZone, now).day
  serve(app, services, listFinishedConsultations, async (query, { db, caller, now, locale, refuse }) => {
    const everyone = query.whose === 'everyone'
    if (everyone && !caller.role.includes('clinical-manager')) refuse('NOT_ALLOWED')
    const day = query.day ?? today(now())
    const found = await findFinished(db, caller, {
      start: momentOf(services.config.timeZone, day, '00:00'),
      end: momentOf(services.config.timeZone, dayAfter(day), '00:00'),
      day,
      everyone,
      nameOf: soldNamesIn(services, locale),
    })
    return { day, items: found.slice(0, MAX_FINISHED), more: found.length > MAX_FINISHED }
  })
  serve(app, services, searchOwnPatients, async ({ name }, { db, caller: { staffId }, now, locale }) => {
    await consumeRateLimit(db, secrets, SEARCHES_OF_STAFF, staffId)
    const nameOf = soldNamesIn(services, locale)
    const found = await findOwnPatients(db, staffId, { name, today: today(now()), nameOf })
    return { items: found.slice(0, MAX_PATIENTS_FOUND), more: found.length > MAX_PATIENTS_FOUND }
  })
}

/**
 * The partner's phone line as the desk shows it: whether there is one, which phone it rings, and how the last call
 * went.
 */
async function voiceOf(
  { db, providers }: { db: Db; providers: Services['providers'] },
  staffId: string,
  actions: readonly StoredAction[],
): Promise<Pick<DeskConsultation, 'voice' | 'phoneCall'>> {
  if (!providers.voice) return { voice: null, phoneCall: null }
  const latest = actions.findLast(({ type }) => type === 'ASSIGNED' || type.endsWith('_CALL_STARTED'))
  const isPhone = latest?.type === 'PHONE_CALL_STARTED'
  const [own, call] = await Promise.all([findDeskPhone(db, staffId), isPhone ? phoneCallOf(db, latest.id) : undefined])
  return { voice: { maskedPhone: own && maskPhoneNumber(own) }, phoneCall: call ?? null }
}

/** With a phone line that dials for the clinician, the patient's number is masked. */
const maskPhone = (patient: FoundForDesk['patient'], isMasked: boolean): DeskConsultation['patient'] => ({
  ...patient,
  phone: isMasked ? null : patient.phone,
  maskedPhone: maskPhoneNumber(patient.phone.number),
})
