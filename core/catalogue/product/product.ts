import * as v from 'valibot'
import { Media } from '../../brand/strapi.ts'
import { productSummaryFields, withMoney } from './product-summary.ts'
import { Question } from './question.ts'

/** The full form of a product. */
export const Product = v.pipe(
  v.object({
    ...productSummaryFields,
    symptomCollector: v.array(Question),
    preSymptomCollectorPicture: v.nullish(Media, null),
    disclaimer: v.nullish(v.object({ title: v.string(), content: v.string() }), null),
  }),
  v.transform(withMoney),
)
export type Product = v.InferOutput<typeof Product>
