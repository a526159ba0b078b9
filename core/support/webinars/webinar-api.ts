import * as v from 'valibot'
import { Media } from '../../brand/strapi.ts'
import { call } from '../../kit/call.ts'
import { Moment, Slug } from '../../kit/shapes.ts'

/** A webinar with one patient's registration. */
export const PatientWebinar = v.object({
  slug: Slug,
  title: v.string(),
  summary: v.string(),
  agenda: v.array(v.string()),
  speaker: v.object({ name: v.string(), role: v.string() }),
  image: v.nullable(Media),
  startsAt: Moment,
  endsAt: Moment,
  durationMinutes: v.number(),
  phase: v.picklist(['upcoming', 'live', 'over']),
  isRegistered: v.boolean(),
  /** null: unlimited. */
  seatsLeft: v.nullable(v.number()),
  /** From when a registered patient gets `joinUrl`. */
  joinOpensAt: Moment,
  /** null before `joinOpensAt`, after the end, and without a registration. */
  joinUrl: v.nullable(v.string()),
  /** An own video (`/uploads/…`) with captions, or a URL on another host. */
  recording: v.nullable(v.object({ url: v.string(), captionsUrl: v.nullable(v.string()) })),
})
export type PatientWebinar = v.InferOutput<typeof PatientWebinar>

/** All webinars, by start. */
export const listWebinars = call({
  method: 'GET',
  path: '/webinars',
  list: { boundedBy: 'the webinars of the content' },
  access: 'access',
  reply: v.object({ items: v.array(PatientWebinar) }),
})

export const getWebinar = call({
  method: 'GET',
  path: '/webinars/:slug',
  access: 'access',
  params: v.object({ slug: Slug }),
  reply: PatientWebinar,
  refusals: { WEBINAR_NOT_FOUND: 404 },
})

/** Idempotent: a patient has at most one registration. */
export const registerForWebinar = call({
  method: 'POST',
  path: '/webinars/:slug/registration',
  repeat: 'replay',
  access: 'access',
  params: v.object({ slug: Slug }),
  reply: PatientWebinar,
  refusals: { WEBINAR_NOT_FOUND: 404, WEBINAR_OVER: 409, WEBINAR_FULL: 409 },
})

/** Cancels the registration and frees its seat. Idempotent. */
export const leaveWebinar = call({
  method: 'DELETE',
  path: '/webinars/:slug/registration',
  access: 'access',
  params: v.object({ slug: Slug }),
  reply: PatientWebinar,
  refusals: { WEBINAR_NOT_FOUND: 404, WEBINAR_OVER: 409 },
})
