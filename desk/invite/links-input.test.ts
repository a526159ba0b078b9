import { expect, test } from 'vitest'
import { type LinkValues, linkProblems, linksInput } from './links-input.ts'

const TODAY = '2026-11-23'
const one: LinkValues = { kind: 'one', count: '', employees: [], until: '2026-12-23' }
const eva = { firstName: 'Eva', lastName: 'Sol', email: 'eva@huerta.example' }

test.each<[string, Partial<LinkValues>, object]>([
  ['one link', {}, {}],
  ['one link that is valid today only', { until: TODAY }, {}],
  ['one link that has expired', { until: '2026-11-22' }, { until: 'INVALID' }],
  ['one link that is valid for a year', { until: '2027-11-22' }, {}],
  ['one link that is valid for more than a year', { until: '2027-11-23' }, { until: 'INVALID' }],
  ['one link without a last day', { until: '' }, { until: 'INVALID' }],
  ['two hundred links', { kind: 'many', count: ' 200 ' }, {}],
  ['two hundred and one links', { kind: 'many', count: '201' }, { count: 'INVALID' }],
  ['zero links', { kind: 'many', count: '0' }, { count: 'INVALID' }],
  ['no chosen file', { kind: 'file' }, { employees: 'MISSING' }],
  ['a file with an employee', { kind: 'file', employees: [eva] }, {}],
])('the input %s is valid, or has the expected problems', (_, more, problems) => {
  const found = linkProblems({ ...one, ...more }, TODAY)
  expect(Object.fromEntries(Object.entries(found).filter(([_, code]) => code))).toEqual(problems)
})

test('a link is valid until its last day ends in the clinic’s time zone', () =>
  expect(linksInput(one, 'Europe/Madrid')).toEqual({ employees: [null], expiresAt: '2026-12-23T23:00:00.000Z' }))

test('the request has the typed number of links, or one per employee of the file', () => {
  expect(linksInput({ ...one, kind: 'many', count: '3' }, 'UTC').employees).toEqual([null, null, null])
  expect(linksInput({ ...one, kind: 'file', employees: [eva] }, 'UTC').employees).toEqual([eva])
})
