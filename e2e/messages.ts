import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../tools/run.ts'

/**
 * The messages of one language from the locale files: journeys look them up by key, so that a better text breaks
 * none.
 */
export function messagesOf(language: 'en' | 'es' | 'pt-BR') {
  const folder = join(ROOT, 'content', 'locales', language)
  const files = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const all: Record<string, string> = Object.assign({}, ...files)
  const text = (key: string): string => {
    const messages = all[key]
    if (messages === undefined) throw new Error(`no message for ${key} in ${language}`)
    return messages
  }
  return {
    text,
    /** Matches a message with arguments: any value in the place of `{…}`. */
    pattern: (key: string): RegExp =>
      new RegExp(
        text(key)
          .split(/\{[^}]*\}/)
          .map(escaped)
          .join('.*'),
      ),
  }
}
export type Messages = ReturnType<typeof messagesOf>

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
