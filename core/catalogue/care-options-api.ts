import * as v from 'valibot'
import { call } from '../kit/call.ts'
import { Id, Moment, Slug } from '../kit/shapes.ts'
import { ListedClinician } from './clinician/clinician-api.ts'

/** What a visitor can have of one product: the first free slot, and the wait for a call now. */
export const ProductCareOption = v.object({
  slug: Slug,
  /** The first free slot of any clinician; null for a product without slots and while all are taken. */
  nextFree: v.nullable(v.object({ startTime: Moment, clinicianId: Id, clinicianName: v.string() })),
  /** Null for a product that is not offered on demand, and while it is closed. */
  onDemand: v.nullable(
    v.object({
      /** Minutes until the call, as in `getForecast`; null while no clinician is on duty. */
      wait: v.nullable(v.object({ from: v.number(), to: v.number() })),
      /** When the next clinician is due, while none is on duty; null when their hours have begun. */
      from: v.nullable(Moment),
    }),
  ),
})
export type ProductCareOption = v.InferOutput<typeof ProductCareOption>

/**
 * The ways to a clinician at this moment, for Welcome and Home: one request instead of one per product. Up to five
 * seconds old; booking decides with the same rules (`listSlots`, `getForecast`).
 */
export const CareOptions = v.object({
  /** Products on sale, in the clinic's order. */
  products: v.array(ProductCareOption),
  /** The clinicians with the first free slots, the soonest first; at most `TEAM_SIZE`. */
  team: v.array(v.object({ ...ListedClinician.entries, registrationNumber: v.string() })),
})
export type CareOptions = v.InferOutput<typeof CareOptions>

export const TEAM_SIZE = 8

export const getCareOptions = call({
  method: 'GET',
  path: '/care-options',
  access: 'guest',
  reply: CareOptions,
})
