import { expect, test } from 'vitest'
import { isBelow, type Mutant, type Report, scoreOf, survivorsOf, table } from './report.ts'

const planted = (status: string, replacement = '>='): Mutant => ({
  status,
  mutatorName: 'EqualityOperator',
  replacement,
  location: { start: { line: 2, column: 8 }, end: { line: 2, column: 13 } },
})
const report = (...mutants: Mutant[]): Report => ({
  files: { 'core/x.ts': { source: 'const y = 1\nreturn a > b && c\n', mutants } },
})
const score = (...statuses: string[]) => scoreOf('core', 85, report(...statuses.map((status) => planted(status))))

test('noticed is what a test failed for, or never ended by', () => {
  expect(score('Killed', 'Timeout', 'Survived', 'NoCoverage')).toMatchObject({
    mutants: 4,
    killed: 2,
    timedOut: 1,
    survived: 1,
    uncovered: 1,
    percent: 50,
  })
})

test('what was left out or did not start counts on neither side', () => {
  expect(score('Killed', 'Ignored', 'RuntimeError', 'CompileError')).toMatchObject({ mutants: 1, percent: 100 })
})

test('exactly the aim is enough, and nothing is rounded up to it', () => {
  const of = (killed: number, whole: number) =>
    score(...Array.from({ length: whole }, (_, at) => (at < killed ? 'Killed' : 'Survived')))
  expect(isBelow(of(85, 100))).toBe(false)
  expect(of(8499, 10_000).percent).toBe(84.9)
  expect(isBelow(of(8499, 10_000))).toBe(true)
})

test('a folder without faults has missed none', () => expect(isBelow(score())).toBe(false))

test('a survivor is told by its place, what stood there and what was put there', () => {
  expect(survivorsOf(report(planted('Survived', 'a >= b'), planted('Killed')))).toEqual([
    'core/x.ts:2  a > b  →  a >= b',
  ])
  expect(survivorsOf(report(planted('NoCoverage')))[0]).toContain('no test comes here')
})

test('the table marks what is below its aim, and nothing else', () => {
  const [, below, fine] = table([score('Survived'), score('Killed')]).split('\n')
  expect(below).toMatch(/ 0 +85 {2}below$/)
  expect(fine).toMatch(/ 100 +85$/)
})
