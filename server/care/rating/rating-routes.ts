import { isRatable, shownRating } from '@cuida/core/care/rating/rating.ts'
import { getClinicianRating, rateConsultation } from '@cuida/core/care/rating/rating-api.ts'
import type { FastifyInstance } from 'fastify'
import { findConsultation } from '../../consultation/consultation-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { refuseLength } from '../../kit/http/free-text.ts'
import { serve } from '../../kit/http/serve.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { countRatings, saveRating } from './rating-store.ts'

/** Moves seldom, and strangers ask: a minute is soon enough. */
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
    async ({ id }, { db }) => ({ rating: shownRating(await countRatings(db, id)) }),
    { topics: ({ id }) => [`ratings:${id}`], lifeMs: () => COUNTED_MS },
  )
}
