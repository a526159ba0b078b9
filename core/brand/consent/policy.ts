import * as v from 'valibot'
import { EntryId } from '../strapi.ts'

/** Documents that every partner has (A3.12). */
export const POLICY_SLUGS = [
  'subscription-terms-and-conditions',
  'terms-and-conditions',
  'privacy-policy',
  'cancellation-policy',
  'terms-of-service',
] as const
export const PolicySlug = v.picklist(POLICY_SLUGS)
export type PolicySlug = v.InferOutput<typeof PolicySlug>

/** Documents that must be accepted to open an account. */
export const ACCOUNT_DOCUMENTS: readonly PolicySlug[] = ['terms-and-conditions', 'privacy-policy']

export const PolicyDocument = v.object({
  urlSlug: PolicySlug,
  title: v.string(),
  /** Date of the last change, YYYY-MM-DD. */
  updatedOn: v.pipe(v.string(), v.isoDate()),
  /** `content` is Markdown: paragraphs, lists, emphasis and links. */
  section: v.array(v.object({ id: EntryId, title: v.string(), content: v.string() })),
})
export type PolicyDocument = v.InferOutput<typeof PolicyDocument>
