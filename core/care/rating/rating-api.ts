import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id } from '../../kit/shapes.ts'
import { Rating, RatingOfClinician } from './rating.ts'

/** Rates a consultation; a repeated request replaces the rating. */
export const rateConsultation = call({
  method: 'POST',
  path: '/consultations/:id/rating',
  repeat: 'safe',
  access: 'access',
  params: v.object({ id: Id }),
  body: Rating,
  reply: Rating,
  refusals: { CONSULTATION_NOT_FOUND: 404, NOT_OVER: 409 },
})

/** A clinician's rating as numbers; null below `MIN_RATINGS` and for a person who does not work here. */
export const getClinicianRating = call({
  method: 'GET',
  path: '/clinicians/:id/rating',
  access: 'guest',
  params: v.object({ id: Id }),
  reply: v.object({ rating: v.nullable(RatingOfClinician) }),
  polled: true,
})
