import { createCallTicket, declineCall, getConsultation } from '@cuida/core/care/call/api.ts'
import { mayRemove } from '@cuida/core/care/documents/document-rules.ts'
import { isRatable, publishedRating } from '@cuida/core/care/rating/rating.ts'
import { getClinicianRating, rateConsultation } from '@cuida/core/care/rating/rating-api.ts'
import type { ConsultationSummary } from '@cuida/core/consultation/consultation-summary.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { isReassigned } from '@cuida/core/consultation/reassignment.ts'
import { missedCalls } from '@cuida/core/consultation/status/status.ts'
import { maskPhoneNumber } from '@cuida/core/kit/mask-phone-number.ts'
import type { FastifyInstance } from 'fastify'
import { soldNamesIn, withSoldName } from '../catalogue/sold-names.ts'
import { actionsOf } from '../consultation/action-store.ts'
import { lockConsultation, topicsOf } from '../consultation/change-store.ts'
import { findConsultation, listOfPatient } from '../consultation/consultation-store.ts'
import { topicLifetimeMs } from '../kit/db/answer-cache.ts'
import { notifyChanged } from '../kit/db/changes.ts'
import { refuseLength } from '../kit/http/free-text.ts'
import { serve } from '../kit/http/serve.ts'
import { patientOf } from '../profile/store.ts'
import type { Services } from '../services.ts'
import { findCurrentCall, findRunningCall, markDeclined } from './call/call-store.ts'
import { createTicketCredentials } from './call/certificate-signature.ts'
import { insertTicket } from './call/ticket-store.ts'
import { documentsOf } from './documents/document-store.ts'
import { lettersOf } from './next-step/letter-store.ts'
import { notesOf } from './note-store.ts'
import { waitOf } from './queue/waiting.ts'
import { countRatings, ratingOf, saveRating } from './rating/rating-store.ts'

/** Ratings change rarely and the route is public: a minute-old reply is fresh enough. */
const COUNTED_MS = 60_000

export function ratingRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, rateConsultation, async ({ id, stars, comment }, { db, caller, refuse }) => {
    refuseLength({ comment }, { most: services.config.maximumLengthAllowed })
    const found = await findConsultation(db, id)
    if (!found || !(await patientOf(db, caller.accountId, found.patient.id))) return refuse('CONSULTATION_NOT_FOUND')
    if (!isRatable(found)) return refuse('NOT_OVER')
    const rating = { stars, comment }
    await db.begin(async (tx) => {
      await saveRating(tx, id, rating)
      await notifyChanged(tx, [`consultation:${id}`, ...(found.clinician ? [`ratings:${found.clinician.id}`] : [])])
    })
    return rating
  })

  serve(
    app,
    services,
    getClinicianRating,
    async ({ id }, { db }) => ({ rating: publishedRating(await countRatings(db, id)) }),
    { topics: ({ id }) => [`ratings:${id}`], lifeMs: () => COUNTED_MS },
  )
}

/** What patients read about their consultations, their tickets for a call, and declining one. */
export function consultationRoutes(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    listConsultations,
    async ({ patientId, status, fields, ...query }, { db, caller, locale, refuse }) => {
      if (!(await patientOf(db, caller.accountId, patientId))) refuse('PATIENT_NOT_FOUND')
      const statuses = status === undefined ? [] : [status].flat()
      const found = await listOfPatient(db, { ...query, patientId, statuses, locale })
      const nameOf = soldNamesIn(services, locale)
      const items = found.items.map((item) => pickFields(withSoldName(item, nameOf), fields))
      return { ...found, items }
    },
    // Every change of a patient's consultations notifies the account that acts for the patient, and the list contains
    // no elapsed times, so no topic is needed.
    { topics: () => [], lifeMs: topicLifetimeMs },
  )

  detailRoute(app, services)

  serve(app, services, createCallTicket, async ({ id, fingerprint }, { db, caller, refuse }) => {
    const found = await findConsultation(db, id)
    if (!found || !(await patientOf(db, caller.accountId, found.patient.id))) return refuse('CONSULTATION_NOT_FOUND')
    const call = findRunningCall(await actionsOf(db, id))
    if (call?.medium !== 'video') return refuse('NO_CALL')
    const { accountId: subjectId, sessionId } = caller
    const ticket = await insertTicket(db, {
      consultationId: id,
      actionId: call.actionId,
      role: 'patient',
      connection: 'main',
      subjectId,
      sessionId,
      guestId: null,
    })
    return { ...ticket, ...createTicketCredentials(services, call.actionId, { role: 'patient' }, fingerprint) }
  })

  // Only marks the call declined; the clinician decides whether it counts as missed.
  serve(app, services, declineCall, async ({ id }, { db, caller, refuse }) => {
    const found = await findConsultation(db, id)
    if (!found || !(await patientOf(db, caller.accountId, found.patient.id))) return refuse('CONSULTATION_NOT_FOUND')
    await db.begin(async (tx) => {
      const locked = (await lockConsultation(tx, id)) ?? refuse('CONSULTATION_NOT_FOUND')
      const call = findRunningCall(locked.actions) ?? refuse('NO_CALL')
      await markDeclined(tx, id, call.actionId)
      await notifyChanged(tx, [...topicsOf(locked), `staff:${locked.heldBy}`, `call:${id}`])
    })
    return null
  })
}

/** Reduces a consultation to the requested fields and its id. */
function pickFields(item: ConsultationSummary, fields: string | undefined): ConsultationSummary {
  if (!fields) return item
  const requestedNames = ['id', ...fields.split(',').map((name) => name.trim())]
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => requestedNames.includes(name)),
  ) as ConsultationSummary
}

function detailRoute(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    getConsultation,
    async ({ patientId, id }, { db, caller, locale, refuse }) => {
      const patient = (await patientOf(db, caller.accountId, patientId)) ?? refuse('PATIENT_NOT_FOUND')
      const found = await findConsultation(db, id, locale)
      if (!found || found.patient.id !== patient.id) return refuse('CONSULTATION_NOT_FOUND')
      const actions = await actionsOf(db, id)
      const [notes, letters, wait, documents, rating, nameOf] = await Promise.all([
        notesOf(db, id),
        lettersOf(db, id),
        waitOf(db, found, services.config.partnerConfig.care, actions),
        documentsOf(db, id),
        ratingOf(db, id),
        soldNamesIn(services, locale),
      ])
      const call = await findCurrentCall(db, id, actions)
      return {
        ...withSoldName(found, nameOf),
        ...wait,
        symptomCollectorCompleted: found.symptoms.length > 0,
        missedCalls: missedCalls(actions),
        isReassigned: isReassigned({ status: found.status, actions }),
        videoCallId: call.videoCallId,
        callState: call.declined ? 'none' : call.state,
        maskedPhone: maskPhoneNumber(patient.phone),
        actions,
        notes,
        letters: letters.map(({ text: _, ...letter }) => letter),
        ...documents,
        documentsRemovable: mayRemove(actions),
        rating,
      }
    },
    { topics: ({ id }) => [`consultation:${id}`, 'queue'] },
  )
}
