import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Moment, Slug } from '../../kit/shapes.ts'

/** How long somebody would wait who asked for this product now. Said before anybody pays (C10.4). */
export const Forecast = v.object({
  /** Minutes; null while nobody is at the desk who sees its patients. */
  wait: v.nullable(v.object({ from: v.number(), to: v.number() })),
  /** When the next of them is due, while nobody is there; null: their hours have begun, or none are known. */
  from: v.nullable(Moment),
  /** When all the money goes back by itself if nobody has called; null while it is closed. */
  answerBy: v.nullable(Moment),
  /** Nobody asks for it now: beyond its hours, or nobody is there and nobody due within the hour. */
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
