import type * as v from 'valibot'
import type { Messages } from './messages.ts'
import type { Policy } from './policies.ts'
import type { MessageLanguage } from './schema/text.ts'
import type {
  bundleCategorySchema,
  bundleConfigSchema,
  bundleGroupSchema,
  bundleProductSchema,
  campaignSchema,
  courseSchema,
  Demo,
  faqSchema,
  planSchema,
  webinarSchema,
} from './schema.ts'
import type { Upload } from './uploads.ts'

/** A partner's validated content; schema.ts describes its folder. */
export interface ContentBundle {
  name: string
  /** The languages of its texts. */
  languages: readonly MessageLanguage[]
  config: Of<typeof bundleConfigSchema>
  categories: Of<typeof bundleCategorySchema>[]
  products: Of<typeof bundleProductSchema>[]
  groups: Of<typeof bundleGroupSchema>[]
  policies: Policy[]
  faqs: Of<typeof faqSchema>[]
  campaigns: Of<typeof campaignSchema>[]
  webinars: (Omit<Of<typeof webinarSchema>, 'startsAt'> & { startsAt: string })[]
  courses: Of<typeof courseSchema>[]
  /** The partner's subscription plan, if any. */
  plan: Of<typeof planSchema> | undefined
  demo: Demo | undefined
  uploads: ReadonlyMap<string, Upload>
  /** The partner's message overrides, by language. */
  overrides: Partial<Record<MessageLanguage, Messages>>
}

export type Of<F extends (...texts: never[]) => v.GenericSchema> = v.InferOutput<ReturnType<F>>
