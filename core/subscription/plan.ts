import * as v from 'valibot'
import { EntryId } from '../brand/strapi.ts'
import { Currency, Slug } from '../kit/shapes.ts'

/**
 * What bundles and readers share of a subscription; `text` is one string, or one a language in a bundle. Prices with tax, in
 * minor units of the partner's currency.
 */
export const planFields = <T extends v.GenericSchema>(text: T) => ({
  slug: Slug,
  name: text,
  summary: text,
  price: v.pipe(v.number(), v.integer(), v.minValue(50)),
  /** How often it is charged. */
  interval: v.picklist(['month']),
  /** Free days before the first charge, once a person. */
  trialDays: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(90)),
  includes: v.pipe(v.array(text), v.minLength(1)),
  /** For the first month that is charged, once a person; or for good. */
  discount: v.nullish(
    v.object({
      percentage: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(95)),
      duration: v.picklist(['first-month', 'forever']),
    }),
    null,
  ),
})

/** What the partner offers, as the content service tells it. */
export const Plan = v.object({ id: EntryId, ...planFields(v.string()), currency: Currency })
export type Plan = v.InferOutput<typeof Plan>
