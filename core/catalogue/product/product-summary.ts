import * as v from 'valibot'
import { EntryId, Media } from '../../brand/strapi.ts'
import { Currency, Slug } from '../../kit/shapes.ts'

const Order = v.pipe(v.number(), v.integer(), v.minValue(0))
const Age = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(120)), null)
const Time = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{3})?)?$/))

/** Read by `opening` (hours.ts): on the clinic's clock; from 00:00 to 00:00 is the whole day. */
export const WorkingHours = v.object({
  day: v.picklist(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
  closed: v.boolean(),
  startTime: v.nullish(Time, null),
  endTime: v.nullish(Time, null),
})

/** What bundles and readers share (B3.1); `text` is one string, or one a language in a bundle. */
export const productFields = <T extends v.GenericSchema>(text: T) => ({
  slug: Slug,
  name: text,
  /** One sentence under the name. */
  summary: text,
  order: Order,
  active: v.boolean(),
  /** With tax, in minor units of the partner's currency. */
  price: v.pipe(v.number(), v.integer(), v.minValue(0)),
  durationMinutes: v.picklist([15, 20, 30]),
  contactMethods: v.pipe(v.array(v.picklist(['phone', 'video'])), v.minLength(1)),
  /** A time can be booked. */
  scheduled: v.boolean(),
  /** Care begins as soon as a clinician is free, inside the working hours. */
  onDemand: v.boolean(),
  includes: v.pipe(v.array(text), v.length(3)),
  /** Whom it is for, in full years, both ends included; absent: everybody (`isForAge`). */
  ages: v.nullish(v.object({ from: Age, to: Age }), null),
  /**
   * A clinician may prescribe in a consultation of it. It then asks about allergies and medicines (`asksBeforePrescribing`);
   * in any other the server refuses a prescription.
   */
  prescribes: v.nullish(v.boolean(), false),
  /** Costs a subscriber nothing. */
  includedInSubscription: v.nullish(v.boolean(), false),
  /** Only for subscribers. */
  requiresSubscription: v.nullish(v.boolean(), false),
})

export const categoryFields = <T extends v.GenericSchema>(text: T) => ({ slug: Slug, name: text, order: Order })
export const Category = v.object({ id: EntryId, ...categoryFields(v.string()) })
export type Category = v.InferOutput<typeof Category>

/** What a product says of itself wherever it is shown. */
export const listed = {
  id: EntryId,
  ...productFields(v.string()),
  currency: Currency,
  icon: v.nullish(Media, null),
  category: v.nullish(Category, null),
  workingHours: v.array(WorkingHours),
}
/** Takes the wire's plain price to `Money`, so that no price travels without its currency. */
export const withMoney = <P extends { price: number; currency: Currency }>({ currency, price, ...rest }: P) => ({
  ...rest,
  price: { amount: price, currency },
})

/** A product in a list. */
export const ProductSummary = v.pipe(v.object(listed), v.transform(withMoney))
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
  /** Slugs, in the order of the group. */
  products: slugsOf,
})
export type ProductGroup = v.InferOutput<typeof ProductGroup>
