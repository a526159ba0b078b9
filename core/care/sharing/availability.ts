import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Moment } from '../../kit/shapes.ts'

export const AvailabilityState = v.picklist(['available', 'paused', 'off'])
export type AvailabilityState = v.InferOutput<typeof AvailabilityState>

/** Whether patients may count on a clinician at their desk. `until`: when a pause ends by itself; null otherwise. */
export const Availability = v.object({ state: AvailabilityState, until: v.nullable(Moment) })
export type Availability = v.InferOutput<typeof Availability>

/** A pause nobody notices the end of is an absence: longer than this is `off`. */
export const SHORTEST_PAUSE = 5
export const LONGEST_PAUSE = 240
/** Minutes that the desk offers. */
export const PAUSES = [10, 20, 30, 60] as const

/** A pause is over at its minute, whoever was told of it before. */
export function availabilityAt(said: Availability, now: number): Availability {
  const isOver = said.state === 'paused' && said.until !== null && Date.parse(said.until) <= now
  return isOver ? { state: 'available', until: null } : said
}

export const getAvailability = call({
  method: 'GET',
  path: '/desk/availability',
  access: 'staff',
  polled: true,
  reply: Availability,
})

/** Who paused or is off counts for no patient's wait. `minutes` is of a pause, and of nothing else. */
export const setAvailability = call({
  method: 'PUT',
  path: '/desk/availability',
  access: 'staff',
  body: v.object({
    state: AvailabilityState,
    minutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(SHORTEST_PAUSE), v.maxValue(LONGEST_PAUSE))),
  }),
  reply: Availability,
  refusals: { NOT_A_CLINICIAN: 403 },
})
