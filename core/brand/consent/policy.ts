import * as v from 'valibot'
import { EntryId } from '../strapi.ts'

/** The documents that every partner has (A3.12). */
export const POLICY_SLUGS = [
  'subscription-terms-and-conditions',
  'terms-and-conditions',
  'privacy-policy',
  'cancellation-policy',
  'terms-of-service',
] as const
export const PolicySlug = v.picklist(POLICY_SLUGS)
export type PolicySlug = v.InferOutput<typeof PolicySlug>

/** What whoever opens an account agrees to: without them nobody can. */
export const ACCOUNT_DOCUMENTS: readonly PolicySlug[] = ['terms-and-conditions', 'privacy-policy']

export const PolicyDocument = v.object({
  urlSlug: PolicySlug,
  title: v.string(),
  /** Day of the last change, YYYY-MM-DD. */
  updatedOn: v.pipe(v.string(), v.isoDate()),
  /** `content` is Markdown: paragraphs, lists, emphasis and links. */
  section: v.array(v.object({ id: EntryId, title: v.string(), content: v.string() })),
})
export type PolicyDocument = v.InferOutput<typeof PolicyDocument>
