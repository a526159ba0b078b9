import * as v from 'valibot'
import { EntryId } from '../brand/strapi.ts'
import { Slug } from '../kit/shapes.ts'

/** The support page shows every question; a consultation's page those of the topic `consultation`. */
export const FaqTopic = v.picklist(['account', 'booking', 'payment', 'consultation', 'prescription', 'privacy'])
export type FaqTopic = v.InferOutput<typeof FaqTopic>

export const faqFields = <T extends v.GenericSchema>(text: T) => ({
  slug: Slug,
  topic: FaqTopic,
  order: v.pipe(v.number(), v.integer(), v.minValue(0)),
  question: text,
  /** Markdown. */
  answer: text,
})
export const Faq = v.object({ id: EntryId, ...faqFields(v.string()) })
export type Faq = v.InferOutput<typeof Faq>
