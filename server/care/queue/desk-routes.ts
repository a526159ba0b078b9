import { mayGive } from '@cuida/core/care/documents/document-rules.ts'
import { getDeskConsultation, getQueue, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { afterTaking } from '@cuida/core/consultation/status/steps.ts'
import type { FastifyInstance } from 'fastify'
import { namesIn } from '../../catalogue/sold-names.ts'
import { actionsOf } from '../../consultation/action-store.ts'
import { lockConsultation, saveStep } from '../../consultation/change-store.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { answersOf, statementsIn, urgentOf } from '../answers.ts'
import { callNow } from '../call/call-store.ts'
import { documentsOf } from '../documents/document-store.ts'
import { findFollowUp } from '../next-step/follow-up-store.ts'
import { lettersOf } from '../next-step/letter-store.ts'
import { notesOf, privateNotesOf } from '../note-store.ts'
import { takeOverFor } from '../reassignment/reassignment.ts'
import { noteLook, type Why } from '../record/look-store.ts'
import { type DeskFound, findForDesk, findTaking, queueOf } from './desk-store.ts'
import { maskPhone, voiceOf } from './desk-voice.ts'
import { actionRole, heldRoutes } from './held-routes.ts'

export function deskRoutes(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    getQueue,
    async (_, { db, caller, locale }) => {
      const nameOf = namesIn(services, locale)
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
  takeRoute(app, services)
  heldRoutes(app, services)
}

function detailRoute(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    getDeskConsultation,
    async ({ id }, { db, caller, locale, refuse }) => {
      const found = (await findForDesk(db, id, caller)) ?? refuse('CONSULTATION_NOT_FOUND')
      const seen = { staffId: caller.staffId, patientId: found.patient.id, act: 'read-consultation' } as const
      await noteLook(services, seen, whyOf(found))
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
          namesIn(services, locale),
        ])
      const [call, voice] = await Promise.all([callNow(db, id, actions), voiceOf(services, caller.staffId, actions)])
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

/** Why they see it: they hold it, have it booked, may take it, or once held it. */
export function whyOf({ id, heldByMe, status, type, startTime, queuedAt }: DeskFound): Why {
  const ahead = type === 'scheduled' ? 'booked' : 'waiting'
  const moment = startTime ?? queuedAt
  return {
    because: heldByMe ? 'attending' : status === 'QUEUED' ? ahead : 'attended',
    consultationId: id,
    at: moment === null ? null : new Date(moment),
  }
}

function takeRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, takeConsultation, async ({ id }, { db, caller, refuse }) => {
    if (!caller.clinicianId) refuse('NOT_A_CLINICIAN')
    await db.begin(async (tx) => {
      const locked = (await lockConsultation(tx, id)) ?? refuse('CONSULTATION_NOT_FOUND')
      const taking =
        (await findTaking(tx, id, caller, services.config.partnerConfig.care)) ?? refuse('CONSULTATION_NOT_FOUND')
      if (locked.status === 'ACTIVE' || locked.status === 'CLOSING') {
        // A second click of the winner is not a lost race.
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
}
