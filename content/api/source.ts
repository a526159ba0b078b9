import type { Locale } from '@cuida/core/brand/locale.ts'
import type { WebinarJoinLink } from '@cuida/core/support/help/articles.ts'
import type { Messages } from '../messages.ts'
import type { MessageLanguage } from '../schema/text.ts'
import type { CollectionName } from './shapes.ts'

/**
 * An entry in one language, flat: all fields of its shape (shapes.ts), with files and related entries in place. Only
 * the Strapi API wraps them (select.ts).
 */
export interface Entry {
  /** A number, or the `documentId` of an entry that was created in Strapi 5. */
  id: number | string
  [field: string]: unknown
}

/** All served content, from a bundle (bundle-source.ts) or a content service (cms/read-cms.ts). Immutable. */
export interface Source {
  /** The languages of its texts. */
  languages: readonly string[]
  /** The partner's default locale. */
  home: string
  locales: readonly Locale[]
  /** The settings, by language. */
  config: Readonly<Record<string, Entry>>
  /** Published entries in order, by collection and language. */
  entries: Readonly<Record<CollectionName, Readonly<Record<string, readonly Entry[]>>>>
  /** The partner's message overrides, by language. */
  overrides: Partial<Record<MessageLanguage, Messages>>
  joinLinks: readonly WebinarJoinLink[]
  /** The cache-control header for browsers. */
  cacheControl: string
}

/** Computes a value lazily from the current source, and again when the source is replaced. */
export function memoizePerSource<T>(source: () => Source, make: (source: Source) => T): () => T {
  let of: Source | undefined
  let value: T
  return () => {
    const now = source()
    if (now !== of) {
      value = make(now)
      of = now
    }
    return value
  }
}
