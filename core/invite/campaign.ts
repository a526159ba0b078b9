import * as v from 'valibot'
import { EntryId, Media } from '../brand/strapi.ts'
import { Moment, Slug } from '../kit/shapes.ts'

const Percentage = v.object({
  value: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  valueType: v.literal('PERCENTAGE'),
})

/** A referral campaign (A3.11): what the inviter and the invited friend get. */
export const campaignFields = <T extends v.GenericSchema>(text: T) => ({
  slug: Slug,
  name: text,
  active: v.boolean(),
  startsAt: v.nullish(Moment, null),
  endsAt: v.nullish(Moment, null),
  /** For the friend who comes by a link. */
  discount: Percentage,
  /** For who invited, once the friend's first consultation is over; null: nothing. */
  referrerDiscount: v.nullish(Percentage, null),
  referrerText: text,
  refereeText: text,
})
export const Campaign = v.object({
  id: EntryId,
  ...campaignFields(v.string()),
  referrerImage: v.nullish(Media, null),
  linkImage: v.nullish(Media, null),
  refereeImage: v.nullish(Media, null),
})
export type Campaign = v.InferOutput<typeof Campaign>

/** Whether links of this campaign are good at this moment; `endsAt` itself is still in time. */
export function isRunning({ active, startsAt, endsAt }: Pick<Campaign, 'active' | 'startsAt' | 'endsAt'>, now: Date) {
  const at = now.getTime()
  return active && (!startsAt || Date.parse(startsAt) <= at) && (!endsAt || at <= Date.parse(endsAt))
}
