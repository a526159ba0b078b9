import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENV_DEFAULTS, ENV_SETTINGS } from '../../server/env.ts'
import { sourceFiles } from '../files.ts'
import { ROOT } from '../run.ts'
import { settingsPage } from './page.ts'
import { PROVIDERS } from './provider-words.ts'
import { reachedFrom, settingsReadIn, takenFromProcess } from './readers.ts'
import { TOOLS } from './tool-words.ts'
import { PLACE } from './words.ts'

const groups = [...PLACE, ...PROVIDERS]
const told = groups.flatMap(([_, settings]) => Object.keys(settings))

const FOLDERS = ['core', 'server', 'content', 'twins', 'tools', 'native', 'e2e', 'bench', 'web', 'desk', 'ui']
const sources = new Map(
  sourceFiles(ROOT, FOLDERS)
    .filter((path) => /\.(?:ts|tsx|mjs|js)$/.test(path))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
)

const PROGRAMS = {
  api: 'server/main.ts',
  worker: 'server/worker.ts',
  migrate: 'server/migrate.ts',
  'stand-ins': 'twins/main.ts',
  'npm start': 'tools/start.ts',
}
const readers = Object.entries(PROGRAMS).map(([program, entrance]) => {
  // What checks every setting makes no difference by it; a start reads itself, and brings programs that read on their own.
  const itself = entrance.startsWith('tools/') ? /^tools\// : /^(?!server\/env\.ts)/
  const files = [...reachedFrom(entrance, sources)].filter((path) => itself.test(path))
  const read = files.flatMap((path) => settingsReadIn({ path, text: sources.get(path) ?? '' }, ENV_SETTINGS))
  const taken = files.flatMap((path) => takenFromProcess(sources.get(path) ?? ''))
  return { program, names: new Set([...read, ...taken]) }
})
const readersOf = (name: string) => readers.filter(({ names }) => names.has(name)).map(({ program }) => program)

test('every setting of our programs is told of, once, and nothing that is none', () =>
  expect([...told].sort()).toEqual([...ENV_SETTINGS].sort()))

test.each(told)('%s is read by a program, and says what it is', (name) => {
  expect(readersOf(name)).not.toEqual([])
  const words = groups.flatMap(([_, settings]) => settings[name] ?? [])[0]
  expect(words?.what.length).toBeGreaterThan(5)
})

test('what has a default says it by its schema alone', () =>
  expect(
    groups.flatMap(([_, settings]) =>
      Object.entries(settings).filter(
        ([name, { unset }]) => unset !== undefined && ENV_DEFAULTS[name] !== undefined && ENV_DEFAULTS[name] !== '',
      ),
    ),
  ).toEqual([]))

/** What every process has, and what tests and tools say to each other. */
const NOT_OURS = ['PATH', 'HOME', 'NODE_ENV', 'KILL_AT', 'DSN', 'BODY_FILE', 'BITE_TESTS', 'BITE_DRAWN']

test('whatever a file takes from its process is told of', () => {
  const taken = [...sources.values()].flatMap(takenFromProcess)
  const known = new Set([...told, ...Object.keys(TOOLS[1]), ...NOT_OURS])
  expect(taken.length).toBeGreaterThan(50)
  expect([...new Set(taken)].filter((name) => !known.has(name))).toEqual([])
  expect(NOT_OURS.filter((name) => !taken.includes(name))).toEqual([])
})

test.each([
  ['process.env.PORT', ['PORT']],
  ["process.env['PORT']", ['PORT']],
  ["const { PORT = '3000', HOST: host, DATA_DIR } = process.env", ['PORT', 'HOST', 'DATA_DIR']],
  ['env.PORT', []],
])('%s takes %j from its process', (text, names) => expect(takenFromProcess(text)).toEqual(names))

// A setting more, or other words: vitest run tools/settings/page.test.ts -u
test('docs/settings.md says what is declared', () =>
  expect(
    settingsPage(groups, TOOLS, { defaultOf: (name) => ENV_DEFAULTS[name] || undefined, readersOf }),
  ).toMatchFileSnapshot(join(ROOT, 'docs', 'settings.md')))
