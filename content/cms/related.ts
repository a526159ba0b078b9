import type { Entry } from '../api/entries.ts'
import { COLLECTIONS, type CollectionName } from '../api/shapes.ts'
import type { Shelf } from './shelf.ts'

type Related = { id: unknown }
type Link = { data: Related | null | Related[] }

/**
 * A relation leads nowhere in a language in which its other end is not written. As that is read in the clinic's own language
 * then, so is the relation: a product whose category nobody translated would be in none, and could not be found.
 */
export function relatedInOwn(entries: Shelf['entries'], own: string): Shelf['entries'] {
  const named = Object.entries(entries) as [CollectionName, Record<string, Entry[]>][]
  const isWritten = (to: CollectionName, tag: string, id: unknown) =>
    entries[to][tag]?.some((entry) => entry.id === id && entry.scalars.locale === tag)
  return Object.fromEntries(
    named.map(([name, read]) => {
      const relations = Object.entries(COLLECTIONS[name].parts).flatMap(([part, { is, ...rest }]) =>
        is === 'relation' && 'to' in rest ? [[part, rest.to] as const] : [],
      )
      const inOwn = new Map((read[own] ?? []).map((entry) => [entry.id, entry]))
      const settled = (entry: Entry, tag: string): Entry => {
        const model = inOwn.get(entry.id)
        if (!model || tag === own) return entry
        const links = relations.map(([part, to]) => {
          const missing = (link: Related) => !isWritten(to, tag, link.id)
          return [part, joined(entry.parts[part] as Link, model.parts[part] as Link, missing)]
        })
        return { ...entry, parts: { ...entry.parts, ...Object.fromEntries(links) } }
      }
      const each = Object.entries(read).map(([tag, list]) => [tag, list.map((entry) => settled(entry, tag))])
      return [name, Object.fromEntries(each)]
    }),
  ) as Shelf['entries']
}

function joined(here: Link, own: Link, isMissing: (link: Related) => boolean): Link {
  if (Array.isArray(here.data)) {
    const there = new Set(here.data.map(({ id }) => id))
    const others = Array.isArray(own.data) ? own.data : []
    return { data: [...here.data, ...others.filter((link) => !there.has(link.id) && isMissing(link))] }
  }
  return !here.data && own.data && !Array.isArray(own.data) && isMissing(own.data) ? own : here
}
