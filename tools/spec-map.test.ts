import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mapProblems, rowsOf } from './spec-map.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined)

test('every row of the specification map names tests that exist, by their titles', () => {
  const rows = rowsOf(read('docs/spec-map.md') ?? '')
  expect(rows.length).toBeGreaterThan(300)
  expect(mapProblems(rows, read)).toEqual([])
})

test('no line of the specification is in the map twice', () => {
  const ids = rowsOf(read('docs/spec-map.md') ?? '').map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

const sources: Record<string, string> = {
  'web/a.ts': '',
  'web/a.test.ts':
    "test('is there', () => {})\ntest.each([1])('%s is there', () => {})\ntest(`$path is read`, () => {})",
  'web/b.test.ts': '',
}
const problemsOf = (test: string) =>
  mapProblems(rowsOf(`| A1.1 | what \`en\` is | \`web/a.ts\`, \`/welcome\` | ${test} |`), (file) => sources[file])

test.each([
  ['a title', '`web/a.test.ts` “is there”'],
  ['titles as the source has them', '`web/a.test.ts` “%s is there”, and “$path is read”'],
  ['a row that says what is not watched', 'partly: `web/b.test.ts`, without the colour'],
  ['what is not built', 'not yet'],
])('%s passes', (_, test) => expect(problemsOf(test)).toEqual([]))

test.each([
  ['a row without a title', '`web/a.test.ts`', 'A1.1 names no test by its title'],
  ['a file that is gone', '`web/c.test.ts` “is there”', 'A1.1: there is no web/c.test.ts'],
  ['a part of a title', '`web/a.test.ts` “is”', 'A1.1: web/a.test.ts has no test “is”'],
  ['a title of another file', '`web/b.test.ts` “is there”', 'A1.1: web/b.test.ts has no test “is there”'],
  ['a title before any file', '“is there”, `web/a.test.ts`', 'A1.1: no file has no test “is there”'],
])('%s is found', (_, test, problem) => expect(problemsOf(test)).toContain(problem))
