import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { SETTING_SECTIONS } from '../server/env.ts'
import { settingNotes } from '../server/kit/setting.ts'
import { ROOT } from './run.ts'

type Entry = v.GenericSchema & { wrapped?: v.GenericSchema; default?: unknown; options?: readonly string[] }

function row([name, entry]: [string, Entry]): string {
  const schema: Entry = entry.wrapped ?? entry
  const {
    form = schema.options?.map((option) => `\`${option}\``).join(', '),
    isSecret,
    required,
    unset,
  } = settingNotes(schema)
  const cells = [
    `\`${name}\``,
    v.getDescription(schema),
    form,
    unset ?? `\`${entry.default}\``,
    required ?? '',
    isSecret ? 'secret' : '',
  ]
  return `| ${cells.join(' | ')} |`
}

const section = ([title, entries]: [string, Record<string, Entry>]): string =>
  `## ${title}\n\n| name | purpose | form | when unset | required | |\n|---|---|---|---|---|---|\n${Object.entries(entries).map(row).join('\n')}\n`

const PREFACE = `# Settings

Environment variables of the server. \`npm start\` needs none of them. Every program checks all of them at its start, reports every problem at
once and never prints a value. Keep a secret where secrets are kept. What a clinic configures for itself is content and is not listed here.
The API’s heap is limited to 256 MB unless \`NODE_OPTIONS\` has a \`--max-old-space-size\`.

This page is generated from \`server/env.ts\` and \`server/kit/provider-settings.ts\`: \`vitest run tools/settings-page.test.ts -u\`.
`

test('docs/settings.md shows the schema of every setting', async () => {
  const page = `${PREFACE}\n${Object.entries<Record<string, Entry>>(SETTING_SECTIONS).map(section).join('\n')}`
  expect(page).not.toContain('undefined')
  await expect(page).toMatchFileSnapshot(join(ROOT, 'docs', 'settings.md'))
})

test('every credential is marked as a secret', () => {
  const entries = Object.values(SETTING_SECTIONS).flatMap((settings) => Object.entries<Entry>(settings))
  const unmarked = entries.filter(
    ([name, entry]) => !settingNotes(entry).isSecret && /SECRET|TOKEN|KEY|_DSN/.test(name),
  )
  expect(unmarked.map(([name]) => name)).toEqual([
    'DOCUMENTS_S3_KEY_ID',
    'MERCADOPAGO_PUBLIC_KEY',
    'VAPID_PUBLIC_KEY',
    'APNS_KEY_ID',
    'ZENDESK_KEY_ID',
  ])
})
