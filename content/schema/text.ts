import { languageFor } from '@cuida/core/brand/locale.ts'
import * as v from 'valibot'

/** The languages in which the product's words and the bundles' texts are written. */
export const MESSAGE_LANGUAGES = ['en', 'es', 'pt-BR'] as const
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number]

/** One text in every language of a partner. */
export class Texts {
  readonly by: Readonly<Record<string, string>>
  constructor(by: Record<string, string>) {
    this.by = by
  }
}

/** What a reader of one language gets of a value that holds texts. */
export type InLanguage<T> = T extends Texts
  ? string
  : T extends readonly (infer U)[]
    ? InLanguage<U>[]
    : T extends object
      ? { [K in keyof T]: InLanguage<T[K]> }
      : T

export function inLanguage<T>(value: T, language: string): InLanguage<T>
export function inLanguage(value: unknown, language: string): unknown {
  if (value instanceof Texts) return value.by[language]
  if (Array.isArray(value)) return value.map((item) => inLanguage(item, language))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inLanguage(inner, language)]))
}

/** The languages in which a partner that offers these locales writes its texts: `es-ES` and `en-US` need `es` and `en`. */
export function textLanguages(locales: readonly string[]): MessageLanguage[] {
  return [...new Set(locales.flatMap((locale) => languageFor(locale, MESSAGE_LANGUAGES) ?? []))]
}

/** A text that must be there in each of `languages`, and in no other. */
export function textSchema(languages: readonly string[]) {
  const Text = v.pipe(v.string(), v.trim(), v.nonEmpty())
  return v.pipe(
    v.strictObject(Object.fromEntries(languages.map((language) => [language, Text]))),
    v.transform((by: Record<string, string>) => new Texts(by)),
  )
}
export type TextSchema = ReturnType<typeof textSchema>
