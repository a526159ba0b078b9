import type { Locale } from '@cuida/core/brand/locale.ts'
import type { WebinarDoor } from '@cuida/core/support/help/articles.ts'
import type { Entry } from '../api/entries.ts'
import type { CollectionName } from '../api/shapes.ts'
import type { Source } from '../api/source.ts'
import type { WordLanguage } from '../schema/text.ts'
import type { Words } from '../words.ts'

/** Everything that a content service elsewhere had at one time, checked: good for serving, and for keeping on disk. */
export interface Shelf {
  languages: readonly string[]
  home: string
  locales: readonly Locale[]
  /** By language. */
  config: Readonly<Record<string, Entry>>
  entries: Readonly<Record<CollectionName, Readonly<Record<string, Entry[]>>>>
  overrides: Partial<Record<WordLanguage, Words>>
  doors: readonly WebinarDoor[]
  /** Files that lie on another host, by the path under which pages ask us for them. */
  files: Readonly<Record<string, string>>
}

export function shelfSource(shelf: Shelf): Source {
  const { languages, home, locales, overrides, doors, entries, config } = shelf
  return {
    languages,
    home,
    locales,
    overrides,
    doors,
    // An editor may change it at any moment: asked for each time, and sent where it is another.
    cacheControl: 'no-cache',
    entries: (name, language) => entries[name][language] ?? [],
    config: (language) => {
      const found = config[language]
      if (!found) throw new Error(`no settings in ${language}`)
      return found
    },
  }
}
