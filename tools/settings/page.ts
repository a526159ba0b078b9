import type { TOOLS } from './tool-words.ts'
import type { Group, Words } from './words.ts'

export interface Declared {
  /** By its schema; undefined where there is none. */
  defaultOf(name: string): unknown
  /** The programs in which it makes a difference. */
  readersOf(name: string): readonly string[]
}

/** docs/settings.md */
export function settingsPage(groups: readonly Group[], tools: typeof TOOLS, declared: Declared): string {
  const part = ([title, settings]: Group) => {
    const rows = Object.entries(settings).map(([name, words]) =>
      row(name, words, whenUnset(words, declared.defaultOf(name)), declared.readersOf(name).join(', ')),
    )
    return table(title, rows)
  }
  const [title, settings] = tools
  const rows = Object.entries(settings).map(([name, words]) => row(name, words, words.unset ?? '', words.by))
  return `${PREFACE}\n${[...groups.map(part), table(title, rows)].join('\n')}`
}

const whenUnset = ({ unset }: Words, value: unknown): string =>
  unset ?? (value === undefined ? 'nothing' : `\`${Array.isArray(value) ? value.join(',') : String(value)}\``)

const row = (name: string, { what, form, needed = '', isSecret }: Words, unset: string, by: string): string =>
  `| \`${name}\` | ${what} | ${form} | ${unset} | ${needed} | ${isSecret ? 'secret' : ''} | ${by} |`

const table = (title: string, rows: readonly string[]): string =>
  `## ${title}\n\n| name | what | form, unit | unset | must be set | | read by |\n|---|---|---|---|---|---|---|\n${rows.join('\n')}\n`

const PREFACE = `# Settings

Environment variables. \`npm start\` needs none of them; those of our programs are checked at their start (\`server/env.ts\`), all at
once, and a message never holds a value. A secret belongs where secrets are kept. What a clinic sets for itself is content, not this.
\`npm run invite\` and \`npm run debug\` check what the API does.

This page is written from the schema and from \`tools/settings\`, and compared with both:
\`vitest run tools/settings/page.test.ts -u\` writes it anew.
`
