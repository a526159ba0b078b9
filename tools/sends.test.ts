import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'
import { ROOT } from './run.ts'
import { decisionsIn, deedsAmong, deedsSentIn, hasScreen, triedIn } from './sends.ts'

const sourcesOf = (...folders: string[]) =>
  sourceFiles(ROOT, folders)
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const isTest = ({ path }: { path: string }) => path.includes('.test.')

const pages = sourcesOf('web', 'desk')
const modules = pages.filter((source) => !isTest(source))
const declared = sourceFiles(ROOT, ['core']).filter((path) => path.endsWith('.ts') && !isTest({ path }))
const deeds = new Set(
  (await Promise.all(declared.map((path) => import(pathToFileURL(join(ROOT, path)).href)))).flatMap(deedsAmong),
)
const sent = modules.flatMap((source) =>
  deedsSentIn(source, deeds).map((deed) => ({ path: source.path, deed, isScreen: hasScreen(source) })),
)

test('no screen sends a deed by itself: modules do, which need no browser', () => {
  expect(sent.filter(({ isScreen }) => isScreen).map(({ path, deed }) => `${path}: ${deed}`)).toEqual([])
})

/** What only looks like one. */
const NO_DECISION: Readonly<Record<string, string>> = {
  'desk/access/TotpForm.tsx: typedCode(new FormData(event.currentTarget))': 'reads what is typed',
  'web/access/CodeForm.tsx: typedCode(new FormData(event.currentTarget))': 'reads what is typed',
  'web/care/PaperButton.tsx: `${t(`care.papers.file.${type}`)}-${dayOf(at, timeZone)}.pdf`':
    'names a file of the device',
  'web/checkout/AddCard.tsx: await frame.current.tokenise()': 'what the card’s own frame answers',
}

test('no screen makes up what it sends: it hands on what it has, or what a function of a module made of it', () => {
  const decided = modules
    .filter(hasScreen)
    .flatMap((source) => decisionsIn(source).map((wish) => `${source.path}: ${wish}`))
  expect(decided.filter((one) => !(one in NO_DECISION))).toEqual([])
  expect(Object.keys(NO_DECISION).filter((one) => !decided.includes(one))).toEqual([])
})

test('every deed that leaves a page is looked at as it leaves, by a test of the module that sends it', () => {
  const tests = pages.filter(isTest).map(triedIn)
  const triedBy = ({ path, deed }: { path: string; deed: string }) =>
    tests.filter((one) => one.modules.includes(path)).flatMap((one) => one.deeds.filter((tried) => tried === deed))
      .length
  const placesOf = (path: string, deed: string) => sent.filter((one) => one.path === path && one.deed === deed).length
  const untried = sent.filter((one) => triedBy(one) < placesOf(one.path, one.deed))
  expect([...new Set(untried.map(({ path, deed }) => `${path}: ${deed}`))]).toEqual([])
})

test('there is something to look at', () => {
  expect(deeds.size).toBeGreaterThan(140)
  expect(new Set(sent.map(({ deed }) => deed)).size).toBeGreaterThan(135)
})
