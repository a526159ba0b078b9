import * as v from 'valibot'
import { EntryId, Media } from '../brand/strapi.ts'
import { Moment, Slug } from '../kit/shapes.ts'

const Percentage = v.object({
  value: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  valueType: v.literal('PERCENTAGE'),
})

/** A referral campaign (A3.11): discounts of the referrer and of the new patient. */
export const campaignFields = <T extends v.GenericSchema>(text: T) => ({
  slug: Slug,
  name: text,
  active: v.boolean(),
  startsAt: v.nullish(Moment, null),
  endsAt: v.nullish(Moment, null),
  /** Percent off for the new patient who uses a link. */
  discount: Percentage,
  /** Percent off for the referrer, after the new patient's first consultation; null: none. */
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

/** Whether this campaign's links are valid now; `endsAt` is included. */
export function isRunning({ active, startsAt, endsAt }: Pick<Campaign, 'active' | 'startsAt' | 'endsAt'>, now: Date) {
  const at = now.getTime()
  return active && (!startsAt || Date.parse(startsAt) <= at) && (!endsAt || at <= Date.parse(endsAt))
}
