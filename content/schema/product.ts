import {
  categoryFields,
  groupFields,
  productFields,
  WorkingHours,
} from '@cuida/core/catalogue/product/product-summary.ts'
import { questionSchema } from '@cuida/core/catalogue/product/question.ts'
import { Moment, Slug } from '@cuida/core/kit/shapes.ts'
import * as v from 'valibot'
import { productProblemLines } from './product-rules.ts'
import type { TextSchema } from './text.ts'

export const entryFields = {
  /** Strapi's id of an entry; in a bundle chosen by its author and permanent. */
  id: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Absent: published with the bundle. `null`: a draft, which is never served. */
  publishedAt: v.optional(v.nullable(Moment)),
}
/** A file below `uploads` of the bundle. */
export const FilePath = v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\/[a-z0-9-]+)*\.(svg|png|jpg|webp|avif)$/))

/** A video below `uploads` of the bundle and its poster, or a video on another host. */
export const FilmPath = v.pipe(
  v.string(),
  v.regex(/^([a-z0-9-]+(\/[a-z0-9-]+)*\.(mp4|webm|webp|svg|jpg)|https:\/\/[^\s]+)$/),
)

export const bundleCategorySchema = (text: TextSchema) => v.strictObject({ ...entryFields, ...categoryFields(text) })

export const bundleProductSchema = (text: TextSchema) =>
  v.pipe(
    v.strictObject({
      ...entryFields,
      ...productFields(text),
      category: Slug,
      icon: FilePath,
      /** Empty: always open. */
      workingHours: v.array(WorkingHours),
      symptomCollector: v.array(questionSchema(text)),
      preSymptomCollectorPicture: v.nullish(FilePath, null),
      disclaimer: v.nullish(v.strictObject({ title: text, content: text }), null),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      for (const message of productProblemLines(dataset.value)) addIssue({ message })
    }),
  )

export const bundleGroupSchema = (text: TextSchema) =>
  v.strictObject({
    ...entryFields,
    ...groupFields(text),
    icon: FilePath,
    products: v.pipe(v.array(Slug), v.minLength(1)),
  })
