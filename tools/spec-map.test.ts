import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { citingFiles } from './references.ts'
import { ROOT } from './run.ts'
import { fillTestsColumn, mapProblems, rowIds, taggedFiles } from './spec-map.ts'

const PAGE = join(ROOT, 'docs', 'spec-map.md')
const page = readFileSync(PAGE, 'utf8')
const files = taggedFiles(citingFiles().filter(({ path }) => /\.(?:test|spec|live)\.tsx?$/.test(path)))

// After adding or removing a tag in a title: vitest run tools/spec-map.test.ts -u
test('the specification map lists the test files that carry the id of each row', () =>
  expect(fillTestsColumn(page, files)).toMatchFileSnapshot(PAGE))

test('every row has a test, and every tag has a row', () => expect(mapProblems(page, files)).toEqual([]))

test('every id of the specification map is unique', () => {
  const ids = rowIds(page)
  expect(ids.length).toBeGreaterThan(300)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

const title = (text: string, ...ids: string[]) => `test('${[text, ...ids.map((id) => `[${id}]`)].join(' ')}', () => {})`
const row = (id: string, tests: string, done = 'yes') =>
  `| ${id} | what \`en\` is | \`web/a.ts\`, \`/welcome\` | ${done} | ${tests} |`

test('tags are read at the end of titles, once per file', () => {
  const tests = [
    { path: 'web/a.test.ts', text: [title('is there', 'A1.1', 'B1.1'), title('%s is read', 'A1.1')].join('\n') },
    { path: 'web/b.test.ts', text: `${title('is read', 'A1.1')}\n// ${title('untagged')} A1.2, list[A1.3]` },
  ]
  expect([...taggedFiles(tests)]).toEqual([
    ['A1.1', ['web/a.test.ts', 'web/b.test.ts']],
    ['B1.1', ['web/a.test.ts']],
  ])
})

test.each([
  ['an empty cell is filled', '', 'yes'],
  ['a list of files is replaced', '`web/old.test.ts`', 'yes'],
  ['the missing part is kept', '', 'partly: no test sees the colour'],
])('%s', (_, before, done) => {
  const tagged = new Map([['A1.1', ['web/a.test.ts', 'web/b.test.ts']]])
  expect(fillTestsColumn(row('A1.1', before, done), tagged)).toBe(row('A1.1', '`web/a.test.ts`, `web/b.test.ts`', done))
})

test.each([
  ['a done row without a test', row('A1.1', '`web/a.test.ts`'), [], ['A1.1 has no test']],
  ['a row that says what is missing', row('A1.1', '', 'partly: the colour'), [], []],
  ['a row that says why it is not built', row('A1.1', '', 'no: nothing asks for it'), [], []],
  ['a row that says only "partly"', row('A1.1', '', 'partly'), [], ['A1.1 is neither yes, partly nor no: partly']],
  ['an empty state', row('A1.1', '', ''), ['A1.1'], ['A1.1 is neither yes, partly nor no: ']],
  ['a tag without a row', row('A1.1', ''), ['A1.1', 'A1.2'], ['A1.2 is not in the map: web/a.test.ts']],
])('%s is reported unless it says what is missing', (_, map, ids, problems) =>
  expect(mapProblems(map, new Map(ids.map((id) => [id, ['web/a.test.ts']])))).toEqual(problems),
)
