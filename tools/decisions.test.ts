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

const record = (file: string, status: string, more = '') => ({
  file,
  text: `# ${file.slice(0, 4)} One thing\n\nStatus: ${status}\n\n${more}`,
})

test.each([
  [
    'without a status',
    [{ file: '0001-a.md', text: '# 0001 One thing\n\n2026-11-21\n' }],
    'does not begin with its number, its title and a status',
  ],
  [
    'with a number twice',
    [record('0001-a.md', 'accepted, 2026-11-21'), record('0001-b.md', 'accepted, 2026-11-21')],
    'has the number of another',
  ],
  [
    'with another number than its name',
    [{ ...record('0001-a.md', 'accepted, 2026-11-21'), file: '0002-a.md' }],
    'calls itself 0001',
  ],
  ['with a status of its own', [record('0001-a.md', 'done')], 'has no status that is known: done'],
  [
    'that another changed which says nothing of it',
    [record('0001-a.md', 'accepted, 2026-11-21; amended by 0002'), record('0002-b.md', 'accepted, 2026-11-22')],
    'says that 0002 changed it, which 0002 does not',
  ],
])('a record %s is found', (_, files, problem) => {
  const found = decisionProblems(files)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(problem)
})

test('one that was amended by another which says so is in order', () => {
  const files = [
    record('0001-a.md', 'accepted, 2026-11-21; amended by 0002'),
    record('0002-b.md', 'accepted, 2026-11-22', 'Takes the place of what 0001 says.'),
  ]
  expect(decisionProblems(files)).toEqual([])
})

test('every decision has its own number, a title and a status', () => {
  expect(records.length).toBeGreaterThan(50)
  expect(decisionProblems(records)).toEqual([])
})

// A new record: vitest run tools/decisions.test.ts -u
test('the index lists every decision with its status', () =>
  expect(decisionIndex(records)).toMatchFileSnapshot(join(FOLDER, 'README.md')))
