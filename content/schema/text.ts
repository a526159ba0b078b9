import { languageFor } from '@cuida/core/brand/locale.ts'
import * as v from 'valibot'

/** The languages of the product's messages and the bundles' texts. */
export const MESSAGE_LANGUAGES = ['en', 'es', 'pt-BR'] as const
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number]

/** A text in every language of a partner. */
export class Texts {
  readonly by: Readonly<Record<string, string>>
  constructor(by: Record<string, string>) {
    this.by = by
  }
}

/** The type of a value with its texts resolved to one language. */
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

/** The text languages of a partner's locales: `es-ES` and `en-US` need `es` and `en`. */
export function textLanguages(locales: readonly string[]): MessageLanguage[] {
  return [...new Set(locales.flatMap((locale) => languageFor(locale, MESSAGE_LANGUAGES) ?? []))]
}

/** A text that must exist in each of `languages` and in no other. */
export function textSchema(languages: readonly string[]) {
  const Text = v.pipe(v.string(), v.trim(), v.nonEmpty())
  return v.pipe(
    v.strictObject(Object.fromEntries(languages.map((language) => [language, Text]))),
    v.transform((by: Record<string, string>) => new Texts(by)),
  )
}
export type TextSchema = ReturnType<typeof textSchema>
