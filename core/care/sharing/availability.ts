import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Moment } from '../../kit/shapes.ts'

export const AvailabilityState = v.picklist(['available', 'paused', 'off'])
export type AvailabilityState = v.InferOutput<typeof AvailabilityState>

/**
 * Whether a clinician at the desk takes patients. `until`: when a pause ends by itself; null for the other states.
 */
export const Availability = v.object({ state: AvailabilityState, until: v.nullable(Moment) })
export type Availability = v.InferOutput<typeof Availability>

/** Limits of a pause in minutes. A longer absence is `off`. */
export const MIN_PAUSE_MINUTES = 5
export const MAX_PAUSE_MINUTES = 240
/** Choices at the desk, in minutes. */
export const PAUSE_CHOICES = [10, 20, 30, 60] as const

/** Ends a pause whose `until` has passed, whatever state was stored. */
export function availabilityAt(availability: Availability, now: number): Availability {
  const isOver = availability.state === 'paused' && availability.until !== null && Date.parse(availability.until) <= now
  return isOver ? { state: 'available', until: null } : availability
}

export const getAvailability = call({
  method: 'GET',
  path: '/desk/availability',
  access: 'staff',
  polled: true,
  reply: Availability,
})

/** A clinician who is paused or off is left out of the wait forecasts. `minutes` is for pauses only. */
export const setAvailability = call({
  method: 'PUT',
  path: '/desk/availability',
  access: 'staff',
  body: v.object({
    state: AvailabilityState,
    minutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(MIN_PAUSE_MINUTES), v.maxValue(MAX_PAUSE_MINUTES))),
  }),
  reply: Availability,
  refusals: { NOT_A_CLINICIAN: 403 },
})
