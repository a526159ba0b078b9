import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../tools/run.ts'

/** What the screens say, from the same files: a test asks for a key, so that better words break no journey. */
export function wordsOf(language: 'en' | 'es' | 'pt-BR') {
  const folder = join(ROOT, 'content', 'locales', language)
  const files = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const all: Record<string, string> = Object.assign({}, ...files)
  const text = (key: string): string => {
    const words = all[key]
    if (words === undefined) throw new Error(`no words for ${key} in ${language}`)
    return words
  }
  return {
    text,
    /** For messages with values: what they begin with, or any value in the place of `{…}`. */
    pattern: (key: string): RegExp =>
      new RegExp(
        text(key)
          .split(/\{[^}]*\}/)
          .map(escaped)
          .join('.*'),
      ),
  }
}
export type Words = ReturnType<typeof wordsOf>

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
