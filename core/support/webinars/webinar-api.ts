import * as v from 'valibot'
import { Media } from '../../brand/strapi.ts'
import { call } from '../../kit/call.ts'
import { Moment, Slug } from '../../kit/shapes.ts'

/** A webinar as one patient sees it. */
export const SeenWebinar = v.object({
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
  /** null: as many as like. */
  placesLeft: v.nullable(v.number()),
  /** From when `joinUrl` is there, for who registered. */
  doorsOpenAt: Moment,
  /** Where to go in; null before the doors open, once it is over, and for everybody else. */
  joinUrl: v.nullable(v.string()),
  /** A film of ours (`/uploads/…`) with captions, or an address on another host. */
  recording: v.nullable(v.object({ url: v.string(), captionsUrl: v.nullable(v.string()) })),
})
export type SeenWebinar = v.InferOutput<typeof SeenWebinar>

/** All of them, by their start. */
export const listWebinars = call({
  method: 'GET',
  path: '/webinars',
  access: 'access',
  reply: v.object({ items: v.array(SeenWebinar) }),
})

export const getWebinar = call({
  method: 'GET',
  path: '/webinars/:slug',
  access: 'access',
  params: v.object({ slug: Slug }),
  reply: SeenWebinar,
  refusals: { WEBINAR_NOT_FOUND: 404 },
})

/** Once a person, however often it is asked. */
export const registerForWebinar = call({
  method: 'POST',
  path: '/webinars/:slug/registration',
  access: 'access',
  params: v.object({ slug: Slug }),
  reply: SeenWebinar,
  refusals: { WEBINAR_NOT_FOUND: 404, WEBINAR_OVER: 409, WEBINAR_FULL: 409 },
})

/** Frees the place; who has none loses nothing. */
export const leaveWebinar = call({
  method: 'DELETE',
  path: '/webinars/:slug/registration',
  access: 'access',
  params: v.object({ slug: Slug }),
  reply: SeenWebinar,
  refusals: { WEBINAR_NOT_FOUND: 404, WEBINAR_OVER: 409 },
})
