import * as v from 'valibot'
import { call } from '../kit/call.ts'
import { Id, Moment, Slug } from '../kit/shapes.ts'

/** A clinician as patients see one. Without a photo, initials are shown on a colour of this hue. */
export const Clinician = v.object({
  id: Id,
  name: v.string(),
  specialty: v.string(),
  registrationNumber: v.string(),
  languages: v.array(v.string()),
  bio: v.string(),
  experience: v.array(v.string()),
  studies: v.array(v.string()),
  photoUrl: v.nullable(v.string()),
  hue: v.number(),
  timeZone: v.string(),
})
export type Clinician = v.InferOutput<typeof Clinician>

export const findClinicianById = call({
  method: 'GET',
  path: '/clinicians/:id',
  access: 'guest',
  params: v.object({ id: Id }),
  reply: Clinician,
  refusals: { CLINICIAN_NOT_FOUND: 404 },
})

/** The clinicians of a product, the soonest free one first. */
export const listProductClinicians = call({
  method: 'GET',
  path: '/products/:slug/clinicians',
  list: { boundedBy: 'the clinicians of the clinic' },
  access: 'guest',
  params: v.object({ slug: Slug }),
  reply: v.object({ items: v.array(v.object({ ...Clinician.entries, nextFree: v.nullable(Moment) })) }),
  refusals: { PRODUCT_NOT_FOUND: 404 },
})
