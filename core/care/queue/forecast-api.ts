import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Moment, Slug } from '../../kit/shapes.ts'

/** Wait for a patient who would request this product now, shown before payment (C10.4). */
export const Forecast = v.object({
  /** In minutes; null while no eligible clinician is at the desk. */
  wait: v.nullable(v.object({ from: v.number(), to: v.number() })),
  /**
   * When the next eligible clinician is due, while none is at the desk; null when their hours have begun or none are
   * known.
   */
  from: v.nullable(Moment),
  /** When a full refund is issued automatically unless a clinician has called; null while it is closed. */
  answerBy: v.nullable(Moment),
  /**
   * The product cannot be requested now: it is outside its hours, or no clinician is at the desk or due within the
   * hour.
   */
  closed: v.boolean(),
})
export type Forecast = v.InferOutput<typeof Forecast>

export const getForecast = call({
  method: 'GET',
  path: '/products/:slug/forecast',
  access: 'guest',
  params: v.object({ slug: Slug }),
  reply: Forecast,
  refusals: { PRODUCT_NOT_FOUND: 404 },
})
