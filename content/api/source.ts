import type { Locale } from '@cuida/core/brand/locale.ts'
import type { WebinarDoor } from '@cuida/core/support/help/articles.ts'
import type { Pack } from '../pack-shape.ts'
import type { WordLanguage } from '../schema/text.ts'
import type { Words } from '../words.ts'
import { configEntry, type Entry, entriesOf } from './entries.ts'
import type { CollectionName } from './shapes.ts'

/** What is served, wherever it was read: a pack, or a content service elsewhere (cms/shelf.ts). It never changes. */
export interface Source {
  /** The languages of its texts. */
  languages: readonly string[]
  /** Which of the partner's locales somebody reads who asks for none. */
  home: string
  locales: readonly Locale[]
  /** Published entries, in their order. */
  entries(name: CollectionName, language: string): Entry[]
  config(language: string): Entry
  /** Messages that the partner words differently, a language. */
  overrides: Partial<Record<WordLanguage, Words>>
  doors: readonly WebinarDoor[]
  /** How long a browser may go on with it. */
  cacheControl: string
}

export function packSource(pack: Pack): Source {
  const { languages, config, overrides, webinars } = pack
  return {
    languages,
    home: config.patientAppLanguage,
    locales: config.languages,
    entries: (name, language) => entriesOf(pack, name, language),
    config: (language) => configEntry(pack, language),
    overrides,
    // It changes with a new start alone.
    cacheControl: 'public, max-age=60',
    doors: webinars.flatMap(({ slug, joinUrl, publishedAt }) =>
      joinUrl && publishedAt !== null ? [{ webinar: slug, joinUrl }] : [],
    ),
  }
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
