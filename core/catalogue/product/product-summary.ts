import * as v from 'valibot'
import { EntryId, Media } from '../../brand/strapi.ts'
import { Currency, Slug } from '../../kit/shapes.ts'
import { Ages } from './ages.ts'

const Order = v.pipe(v.number(), v.integer(), v.minValue(0))
const Time = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{3})?)?$/))

/** Opening hours for `opening` (hours.ts), in the clinic's time zone; 00:00 to 00:00 is the whole day. */
export const WorkingHours = v.object({
  day: v.picklist(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
  closed: v.boolean(),
  startTime: v.nullish(Time, null),
  endTime: v.nullish(Time, null),
})

/**
 * Fields that bundles and readers share (B3.1). `text` is a string, or an object with one text for each language in a
 * bundle.
 */
export const productFields = <T extends v.GenericSchema>(text: T) => ({
  slug: Slug,
  name: text,
  /** One sentence under the name. */
  summary: text,
  /** Everyday words that find the product and that its texts lack, such as "cough, fever". */
  keywords: v.nullish(text, null),
  order: Order,
  active: v.boolean(),
  /** Including tax, in minor units of the partner's currency. */
  price: v.pipe(v.number(), v.integer(), v.minValue(0)),
  durationMinutes: v.picklist([15, 20, 30]),
  contactMethods: v.pipe(v.array(v.picklist(['phone', 'video'])), v.minLength(1)),
  /** Slots can be booked. */
  scheduled: v.boolean(),
  /** Care starts when a clinician is free, within the working hours. */
  onDemand: v.boolean(),
  includes: v.pipe(v.array(text), v.length(3)),
  /** Absent: everyone (`isForAge`). */
  ages: v.nullish(Ages, null),
  /**
   * Clinicians may prescribe. The product must then ask about allergies and medicines (`asksBeforePrescribing`); the
   * server refuses prescriptions for any other.
   */
  prescribes: v.nullish(v.boolean(), false),
  /** Free for subscribers. */
  includedInSubscription: v.nullish(v.boolean(), false),
  /** For subscribers only. */
  requiresSubscription: v.nullish(v.boolean(), false),
})

export const categoryFields = <T extends v.GenericSchema>(text: T) => ({ slug: Slug, name: text, order: Order })
export const Category = v.object({ id: EntryId, ...categoryFields(v.string()) })
export type Category = v.InferOutput<typeof Category>

/** Fields of a product in lists, which its full form starts with. */
export const productSummaryFields = {
  id: EntryId,
  ...productFields(v.string()),
  currency: Currency,
  icon: v.nullish(Media, null),
  category: v.nullish(Category, null),
  workingHours: v.array(WorkingHours),
}
/** Combines price and currency into `Money`, so that no price is used without its currency. */
export const withMoney = <P extends { price: number; currency: Currency }>({ currency, price, ...rest }: P) => ({
  ...rest,
  price: { amount: price, currency },
})

export const ProductSummary = v.pipe(v.object(productSummaryFields), v.transform(withMoney))
export type ProductSummary = v.InferOutput<typeof ProductSummary>

export const groupFields = <T extends v.GenericSchema>(text: T) => ({
  slug: Slug,
  name: text,
  summary: text,
  order: Order,
})
const slugsOf = v.pipe(
  v.array(v.object({ slug: Slug })),
  v.transform((products) => products.map(({ slug }) => slug)),
)
export const ProductGroup = v.object({
  id: EntryId,
  ...groupFields(v.string()),
  icon: v.nullish(Media, null),
  /** Product slugs, in the order of the group. */
  products: slugsOf,
})
export type ProductGroup = v.InferOutput<typeof ProductGroup>
