import * as v from 'valibot'
import { EntryId } from '../brand/strapi.ts'
import { Currency, Slug } from '../kit/shapes.ts'

/**
 * Fields that bundles and readers share. `text` is a string, or an object with one text for each language in a
 * bundle.
 * Prices include tax, in minor units of the partner's currency.
 */
export const planFields = <T extends v.GenericSchema>(text: T) => ({
  slug: Slug,
  name: text,
  summary: text,
  price: v.pipe(v.number(), v.integer(), v.minValue(50)),
  /** Interval of the charges. */
  interval: v.picklist(['month']),
  /** Free days before the first charge, once for each person. */
  trialDays: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(90)),
  includes: v.pipe(v.array(text), v.minLength(1)),
  /** For the first charge, once for each person; or permanently. */
  discount: v.nullish(
    v.object({
      percentage: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(95)),
      duration: v.picklist(['first-month', 'forever']),
    }),
    null,
  ),
})

/** The partner's plan as the content service returns it. */
export const Plan = v.object({ id: EntryId, ...planFields(v.string()), currency: Currency })
export type Plan = v.InferOutput<typeof Plan>
