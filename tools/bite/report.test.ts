import { expect, test } from 'vitest'
import { isBelow, type Mutant, partOf, type Report, scoreOf, survivorsOf, table, totalOf } from './report.ts'

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
  const [_head, below, fine] = table([score('Survived'), score('Killed')]).split('\n')
  expect(below).toMatch(/ 0 +85 +all {2}below$/)
  expect(fine).toMatch(/ 100 +85 +all$/)
})

const sampled = (killed: number, whole: number) =>
  scoreOf(
    'core',
    85,
    report(...Array.from({ length: whole }, (_, at) => planted(at < killed ? 'Killed' : 'Survived'))),
    true,
  )

test('a sample is below its aim when it is hardly chance', () => {
  expect(isBelow(sampled(6, 8))).toBe(false)
  expect(isBelow(sampled(60, 80))).toBe(true)
  expect(table([sampled(60, 80)])).toMatch(/ 75 +85 +64\.5–83\.2 {2}below$/)
})

test('few faults in each of many folders say together what none says alone', () => {
  const total = totalOf(Array.from({ length: 10 }, () => sampled(6, 8)))
  expect(total).toMatchObject({ mutants: 80, killed: 60, survived: 20, percent: 75 })
  expect(isBelow(total)).toBe(true)
})

test('a folder is told what was planted in its own modules', () => {
  const whole: Report = { files: { ...report(planted('Killed')).files, 'core/kit/z.ts': { source: '', mutants: [] } } }
  expect(Object.keys(partOf(whole, ['core/x.ts']).files)).toEqual(['core/x.ts'])
})
