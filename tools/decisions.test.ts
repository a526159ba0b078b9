import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decisionIndex, decisionProblems } from './decisions.ts'
import { ROOT } from './run.ts'

const FOLDER = join(ROOT, 'docs', 'decisions')
const records = readdirSync(FOLDER)
  .filter((file) => file !== 'README.md')
  .sort()
  .map((file) => ({ file, text: readFileSync(join(FOLDER, file), 'utf8') }))

const ACCEPTED = 'accepted, 2026-11-21'
const NAME = '0001-one-thing.md'
const record = (file: string, { status = ACCEPTED, area = 'booking', more = '' } = {}) => ({
  file,
  text: `# ${file.slice(0, 4)} One thing\n\nStatus: ${status}\n\nArea: ${area}\n\n${more}`,
})

test.each([
  [
    'without a status',
    [{ file: NAME, text: '# 0001 One thing\n\n2026-11-21\n' }],
    'does not begin with its number, title, status and area',
  ],
  [
    'without an area',
    [{ file: NAME, text: `# 0001 One thing\n\nStatus: ${ACCEPTED}\n\nText.\n` }],
    'does not begin with its number, title, status and area',
  ],
  ['with a number twice', [record(NAME), record(NAME)], 'repeats a number'],
  ['named after another title', [record('0001-a.md')], 'should be 0001-one-thing.md'],
  ['with an unknown status', [record(NAME, { status: 'done' })], 'has an unknown status: done'],
  ['with an unknown area', [record(NAME, { area: 'things' })], 'has an unknown area: things'],
  [
    'amended by a record that does not cite it',
    [record(NAME, { status: `${ACCEPTED}; amended by 0002` }), record('0002-one-thing.md')],
    'is changed by 0002, which does not cite it',
  ],
])('a record %s is reported', (_, files, problem) => {
  const found = decisionProblems(files)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(problem)
})

test('a record with the number of another file is reported', () =>
  expect(decisionProblems([{ ...record(NAME), file: '0002-one-thing.md' }])).toContain(
    '0002-one-thing.md has the number 0001 in its title',
  ))

test('an amended record that the later one cites is accepted', () => {
  const files = [
    record(NAME, { status: `${ACCEPTED}; amended by 0002` }),
    record('0002-one-thing.md', { more: 'Amends 0001.' }),
  ]
  expect(decisionProblems(files)).toEqual([])
})

test('the index has a table for each area that has records', () => {
  const index = decisionIndex([record('0002-one-thing.md', { area: 'checkout' }), record(NAME)])
  expect(index.match(/^(?:## .+|\| \[.+)$/gm)).toEqual([
    '## Booking',
    `| [0001](${NAME}) | One thing | ${ACCEPTED} |`,
    '## Checkout',
    `| [0002](0002-one-thing.md) | One thing | ${ACCEPTED} |`,
  ])
})

test('every decision record has a valid head', () => {
  expect(records.length).toBeGreaterThan(50)
  expect(decisionProblems(records)).toEqual([])
})

// After adding a record: vitest run tools/decisions.test.ts -u
test('the index lists every decision by area', () =>
  expect(decisionIndex(records)).toMatchFileSnapshot(join(FOLDER, 'README.md')))
