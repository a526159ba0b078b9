import { breakGlass, listOpenings, reviewOpening } from '@cuida/core/care/record/desk-record-api.ts'
import type { FastifyInstance } from 'fastify'
import { wantedOf } from '../../access/people/people-search.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { serve } from '../../kit/http/serve.ts'
import { type RateLimit, spend } from '../../kit/limit/rate-limit.ts'
import { leaveNotification } from '../../notifications/leave-notification-store.ts'
import type { Services } from '../../services.ts'
import { findByPhone, lockOpening, openGlass, openings, reviewersOf, saveReview } from './break-glass-store.ts'
import { recordTopics } from './relation-store.ts'

/** Emergencies are rare; who tries numbers and birthdays runs into this. */
const OPENINGS: RateLimit = { name: 'break-glass', most: 10, seconds: 3_600 }

/** Into a record without a care relation: with a reason, for an hour, and under the eyes of patient and managers. */
export function breakGlassRoutes(app: FastifyInstance, services: Services): void {
  breakRoute(app, services)
  serve(app, services, listOpenings, async (_, { db, caller }) => ({ items: await openings(db, caller.staffId) }))
  reviewRoute(app, services)
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .trim()
    .toLowerCase()

function breakRoute(app: FastifyInstance, services: Services): void {
  const { secrets } = services
  serve(app, services, breakGlass, async (wanted, { db, caller, refuse }) => {
    const { staffId } = caller
    if (!caller.clinicianId) refuse('NOT_ALLOWED')
    await spend(db, secrets, OPENINGS, staffId)
    const number = wantedOf(wanted.phone, services.config.countryCodes)
    const reached = 'phone' in number ? await findByPhone(db, number.phone, wanted.dateOfBirth) : []
    const name = wanted.firstName && plain(wanted.firstName)
    const found = name ? reached.filter(({ firstName }) => plain(firstName) === name) : reached
    if (found.length > 1) refuse('SEVERAL_PEOPLE')
    const [patient] = found
    if (!patient) {
      // A try in vain is known too, without what was typed.
      await db.begin((tx) => audit(tx, secrets, { staffId, act: 'search', detail: { by: 'emergency', found: [] } }))
      return refuse('PATIENT_NOT_FOUND')
    }
    return db.begin(async (tx) => {
      const { id, until, isNew } = await openGlass(tx, { staffId, patientId: patient.id, reason: wanted.reason })
      if (isNew) {
        await notifyChanged(tx, await recordTopics(tx, patient.id))
        for (const reviewer of await reviewersOf(tx, staffId))
          await leaveNotification(tx, { type: 'record-opened', staffId: reviewer, subjectId: id })
        const subject = { kind: 'record', id: patient.id } as const
        const detail = { because: 'break-glass', openingId: id }
        await audit(tx, secrets, { staffId, act: 'break-glass', subject, reason: wanted.reason, detail })
      }
      return { patientId: patient.id, openUntil: until.toISOString() }
    })
  })
}

function reviewRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, reviewOpening, async ({ id, verdict, review }, { db, caller: { staffId }, refuse }) => {
    await db.begin(async (tx) => {
      const opening = (await lockOpening(tx, id)) ?? refuse('OPENING_NOT_FOUND')
      if (opening.staffId === staffId) refuse('NOT_YOURSELF')
      if (opening.isReviewed) refuse('CHANGED_MEANWHILE')
      await saveReview(tx, { id, staffId, verdict, review })
      await notifyChanged(tx, ['records'])
      const subject = { kind: 'record', id: opening.patientId } as const
      const detail = { openingId: id, verdict }
      await audit(tx, services.secrets, { staffId, act: 'review-break-glass', subject, reason: review, detail })
    })
    return null
  })
}
