import type { Locale } from '@cuida/core/brand/locale.ts'
import type { WebinarJoinLink } from '@cuida/core/support/help/articles.ts'
import type { Messages } from '../messages.ts'
import type { MessageLanguage } from '../schema/text.ts'
import type { CollectionName } from './shapes.ts'

/**
 * An entry in one language, flat: all fields of its shape (shapes.ts), files and related entries in place. Only the Strapi API
 * wraps them (select.ts).
 */
export interface Entry {
  /** A number, or the `documentId` of an entry that an editor made in Strapi 5. */
  id: number | string
  [field: string]: unknown
}

/** All content that is served, from a bundle (bundle-source.ts) or a content service (cms/read.ts). It never changes. */
export interface Source {
  /** The languages of its texts. */
  languages: readonly string[]
  /** Which of the partner's locales somebody reads who asks for none. */
  home: string
  locales: readonly Locale[]
  /** The settings, by language. */
  config: Readonly<Record<string, Entry>>
  /** Published entries in their order, by collection and language. */
  entries: Readonly<Record<CollectionName, Readonly<Record<string, readonly Entry[]>>>>
  /** Messages that the partner words differently, a language. */
  overrides: Partial<Record<MessageLanguage, Messages>>
  joinLinks: readonly WebinarJoinLink[]
  /** How long a browser may go on with it. */
  cacheControl: string
}

/** Something made of a source when it is first needed, and made anew when another is served in its place. */
export function perSource<T>(source: () => Source, make: (source: Source) => T): () => T {
  let of: Source | undefined
  let made: T
  return () => {
    const now = source()
    if (now !== of) {
      made = make(now)
      of = now
    }
    return made
  }
}
