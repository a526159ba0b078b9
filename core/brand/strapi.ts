import * as v from 'valibot'

/** A file of the content service. `url` may be relative to it. */
export const Media = v.object({
  url: v.string(),
  alternativeText: v.nullish(v.string(), null),
  width: v.nullish(v.number(), null),
  height: v.nullish(v.number(), null),
})
export type Media = v.InferOutput<typeof Media>

/** Strapi 4 has numeric ids; Strapi 5 has a `documentId`, which is the same in every language. */
export const EntryId = v.pipe(v.union([v.string(), v.number()]), v.transform(String))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Unwraps Strapi's REST replies: `{ data: { id, attributes } }` becomes `{ id, … }`, at every depth. The flat replies
 * of Strapi 5 pass through unchanged.
 */
export function unwrap(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrap)
  if (!isRecord(value)) return value
  if ('data' in value && Object.keys(value).every((key) => key === 'data' || key === 'meta')) return unwrap(value.data)
  const { attributes, ...rest } = value
  const fields = isRecord(attributes) ? { ...rest, ...attributes } : value
  const flat = Object.fromEntries(Object.entries(fields).map(([key, inner]) => [key, unwrap(inner)]))
  return typeof flat.documentId === 'string' ? { ...flat, id: flat.documentId } : flat
}
