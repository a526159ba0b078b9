import type { Raw } from './entry.ts'
import type { Attribute } from './strapi-fields.ts'
import { strapiSchemas } from './strapi-schemas.ts'

/** By the name of one entry: what its schema says is the same in every language. */
const SHARED: ReadonlyMap<string, readonly string[]> = new Map(
  [...strapiSchemas()].flatMap(([path, file]) => {
    const single = /\/content-types\/(.+)\/schema\.json$/.exec(path)?.[1]
    if (!single) return []
    const { attributes } = file as { attributes: Record<string, Attribute> }
    return [[single, Object.keys(attributes).filter((name) => isShared(attributes[name]))] as const]
  }),
)

function isShared(attribute: Attribute | undefined): boolean {
  const { i18n } = (attribute?.pluginOptions ?? {}) as { i18n?: { localized?: boolean } }
  return i18n?.localized === false
}

/**
 * An editor publishes one language at a time, and Strapi leaves the others' published prices as they were. What is the same
 * in every language is what was published last, or a price would depend on who reads it.
 */
export function oneForAll(single: string, read: Record<string, Raw[]>, own: string): Record<string, Raw[]> {
  const newest = new Map<string, Raw>()
  const ownFirst = Object.keys(read).sort((a, b) => Number(b === own) - Number(a === own))
  for (const tag of ownFirst)
    for (const raw of read[tag] ?? []) {
      const before = newest.get(keyOf(raw))
      if (!before || publishedAt(raw) > publishedAt(before)) newest.set(keyOf(raw), raw)
    }
  const shared = SHARED.get(single) ?? []
  const settled = (raw: Raw): Raw => {
    const { attributes } = newest.get(keyOf(raw)) ?? raw
    const facts = shared.filter((name) => name in attributes).map((name) => [name, attributes[name]])
    return { ...raw, attributes: { ...raw.attributes, ...Object.fromEntries(facts) } }
  }
  return Object.fromEntries(Object.entries(read).map(([tag, entries]) => [tag, entries.map(settled)]))
}

const keyOf = ({ documentId, id }: Raw): string => String(documentId ?? id)

const publishedAt = ({ attributes }: Raw): number =>
  Date.parse(String(attributes.publishedAt ?? attributes.updatedAt)) || 0
