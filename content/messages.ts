import { readdirSync, readFileSync } from 'node:fs'
import { FALLBACK_LOCALE, languageFor } from '@cuida/core/brand/locale.ts'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import * as v from 'valibot'
import type { BundleFiles } from './bundle-files.ts'
import { MESSAGE_LANGUAGES, type MessageLanguage } from './schema/text.ts'

/** ICU messages by key. */
export type Messages = Readonly<Record<string, string>>
/** Compiled messages for Lingui's `i18n.load`: the client needs no parser. */
export type MessageCatalogue = Readonly<Record<string, CompiledMessage>>

const Messages = v.record(v.string(), v.string())
const localesFolder = new URL('locales/', import.meta.url)
let product: Record<MessageLanguage, Messages> | undefined

/** The product's messages from `locales/<lang>/<area>.json`, read once. */
export function productMessages(): Record<MessageLanguage, Messages> {
  product ??= { en: readMessages('en'), es: readMessages('es'), 'pt-BR': readMessages('pt-BR') }
  return product
}

function readMessages(language: MessageLanguage): Messages {
  const folder = new URL(`${language}/`, localesFolder)
  const areas = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return Object.assign(
    {},
    ...areas.map((file) => v.parse(Messages, JSON.parse(readFileSync(new URL(file, folder), 'utf8')))),
  )
}

/** The partner's overrides; each must name an existing message and compile. */
export async function readOverrides(files: BundleFiles): Promise<Partial<Record<MessageLanguage, Messages>>> {
  const overrides: Partial<Record<MessageLanguage, Messages>> = {}
  for (const language of MESSAGE_LANGUAGES) {
    const file = `locales/${language}.json`
    const messages = await files.maybe(file, Messages)
    if (!messages) continue
    overrides[language] = messages
    for (const [key, message] of Object.entries(messages)) {
      const problem = messageProblem(key, message)
      if (problem) files.problems.push(`${file}: ${problem}`)
    }
  }
  return overrides
}

/** Why a message cannot override the product's; undefined when it can. */
export function messageProblem(key: string, message: string): string | undefined {
  if (!Object.hasOwn(productMessages().en, key)) return `${key} is not a message of the product`
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

/** The message language for a locale; `en` when none is close. */
export const messageLanguage = (locale: string): MessageLanguage =>
  languageFor(locale, MESSAGE_LANGUAGES) ?? FALLBACK_LOCALE

/** A source of message overrides. */
interface MessageSource {
  overrides: Partial<Record<MessageLanguage, Messages>>
}
const compiled = new WeakMap<MessageSource, Map<string, MessageCatalogue>>()

/**
 * All messages for `locale`, compiled: `es-ES` reads `es`, and messages missing in `es` come from `en`. The product's
 * messages, with the partner's overrides.
 */
export function catalogue(source: MessageSource, locale: string): MessageCatalogue {
  const language = messageLanguage(locale)
  const catalogues = compiled.get(source) ?? new Map<string, MessageCatalogue>()
  compiled.set(source, catalogues)
  const known = catalogues.get(language)
  if (known) return known
  const layers = [FALLBACK_LOCALE, language] as const
  const messages: Messages = Object.assign(
    {},
    ...layers.flatMap((tag) => [productMessages()[tag], source.overrides[tag]]),
  )
  const all = Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [key, compileMessageOrThrow(message)]),
  )
  catalogues.set(language, all)
  return all
}
