import { readdirSync, readFileSync } from 'node:fs'
import { FALLBACK_LOCALE, languageFor } from '@cuida/core/brand/locale.ts'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import * as v from 'valibot'
import type { PackFiles } from './pack-files.ts'
import { WORD_LANGUAGES, type WordLanguage } from './schema/text.ts'

/** ICU messages by key. */
export type Words = Readonly<Record<string, string>>
/** What `i18n.load` of Lingui takes: no parser is needed where it is used. */
export type Catalogue = Readonly<Record<string, CompiledMessage>>

const Words = v.record(v.string(), v.string())
const localesFolder = new URL('locales/', import.meta.url)
let product: Record<WordLanguage, Words> | undefined

/** The product's own words, read once: `locales/<lang>/<area>.json`. */
export function productWords(): Record<WordLanguage, Words> {
  product ??= { en: readWords('en'), es: readWords('es'), 'pt-BR': readWords('pt-BR') }
  return product
}

function readWords(language: WordLanguage): Words {
  const folder = new URL(`${language}/`, localesFolder)
  const areas = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return Object.assign(
    {},
    ...areas.map((file) => v.parse(Words, JSON.parse(readFileSync(new URL(file, folder), 'utf8')))),
  )
}

/** What the partner words differently; each message must compile and exist. */
export async function readOverrides(files: PackFiles): Promise<Partial<Record<WordLanguage, Words>>> {
  const overrides: Partial<Record<WordLanguage, Words>> = {}
  for (const language of WORD_LANGUAGES) {
    const file = `locales/${language}.json`
    const words = await files.maybe(file, Words)
    if (!words) continue
    overrides[language] = words
    for (const [key, message] of Object.entries(words)) {
      const problem = wordProblem(key, message)
      if (problem) files.problems.push(`${file}: ${problem}`)
    }
  }
  return overrides
}

/** What keeps a message from taking the place of the product's own. */
export function wordProblem(key: string, message: string): string | undefined {
  if (!Object.hasOwn(productWords().en, key)) return `${key} is not a message of the product`
  return compiles(message) ? undefined : `${key} is not a valid ICU message`
}

function compiles(message: string): boolean {
  try {
    compileMessageOrThrow(message)
    return true
  } catch {
    return false
  }
}

/** The language whose words a reader of `locale` gets: `en` when none is close. */
export const wordLanguage = (locale: string): WordLanguage => languageFor(locale, WORD_LANGUAGES) ?? FALLBACK_LOCALE

/** Whatever may word something differently. */
interface Worded {
  overrides: Partial<Record<WordLanguage, Words>>
}
const compiled = new WeakMap<Worded, Map<string, Catalogue>>()

/**
 * Every message in the language of `locale`, compiled: `es-ES` reads `es`, and what `es` lacks comes from `en`. They
 * are the product's own, wherever the content comes from; a partner may word single ones differently.
 */
export function catalogue(worded: Worded, locale: string): Catalogue {
  const language = wordLanguage(locale)
  const made = compiled.get(worded) ?? new Map<string, Catalogue>()
  compiled.set(worded, made)
  const known = made.get(language)
  if (known) return known
  const layers = [FALLBACK_LOCALE, language] as const
  const words: Words = Object.assign({}, ...layers.flatMap((tag) => [productWords()[tag], worded.overrides[tag]]))
  const all = Object.fromEntries(Object.entries(words).map(([key, message]) => [key, compileMessageOrThrow(message)]))
  made.set(language, all)
  return all
}
