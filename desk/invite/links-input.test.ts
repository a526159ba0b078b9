import { expect, test } from 'vitest'
import { type LinkValues, linkProblems, linksInput } from './links-input.ts'

const TODAY = '2026-11-23'
const one: LinkValues = { kind: 'one', count: '', employees: [], until: '2026-12-23' }
const eva = { firstName: 'Eva', lastName: 'Sol', email: 'eva@huerta.example' }

test.each<[string, Partial<LinkValues>, object]>([
  ['one link', {}, {}],
  ['one that is good today only', { until: TODAY }, {}],
  ['one that was good', { until: '2026-11-22' }, { until: 'INVALID' }],
  ['one that is good for a year', { until: '2027-11-22' }, {}],
  ['one that is good for longer', { until: '2027-11-23' }, { until: 'INVALID' }],
  ['one without a last day', { until: '' }, { until: 'INVALID' }],
  ['two hundred', { kind: 'many', count: ' 200 ' }, {}],
  ['one more', { kind: 'many', count: '201' }, { count: 'INVALID' }],
  ['none', { kind: 'many', count: '0' }, { count: 'INVALID' }],
  ['a file that nobody chose', { kind: 'file' }, { employees: 'MISSING' }],
  ['a file', { kind: 'file', employees: [eva] }, {}],
])('%s may be asked for, or what is wrong with it is said', (_, more, problems) => {
  const found = linkProblems({ ...one, ...more }, TODAY)
  expect(Object.fromEntries(Object.entries(found).filter(([_, code]) => code))).toEqual(problems)
})

test('a link is good until its last day is over at the clinic', () =>
  expect(linksInput(one, 'Europe/Madrid')).toEqual({ employees: [null], expiresAt: '2026-12-23T23:00:00.000Z' }))

test('as many as are counted, or one for each employee of the file', () => {
  expect(linksInput({ ...one, kind: 'many', count: '3' }, 'UTC').employees).toEqual([null, null, null])
  expect(linksInput({ ...one, kind: 'file', employees: [eva] }, 'UTC').employees).toEqual([eva])
})
