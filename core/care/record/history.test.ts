import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  alertsOf,
  EditRequest,
  type EntryProblems,
  entryProblems,
  HistoryEntry,
  HistoryKind,
  NewEntry,
  Relative,
  sortHistory,
} from './history.ts'

const today = '2026-11-21'
const latex: NewEntry = {
  kind: 'allergy',
  text: 'Latex',
  onset: null,
  severity: 'severe',
  status: 'active',
  relative: null,
}
const mother: NewEntry = { ...latex, kind: 'family', text: 'Diabetes', severity: null, relative: 'mother' }

test.each<[string, Partial<NewEntry>, EntryProblems]>([
  ['an allergy with its severity is valid', {}, {}],
  ['family history needs the relative', { ...mother, relative: null }, { relative: 'REQUIRED' }],
  ['other entries have no relative', { relative: 'mother' }, { relative: 'INVALID' }],
  ['only allergies have a severity', { ...mother, severity: 'mild' }, { severity: 'INVALID' }],
  ['a new entry cannot be marked as an error', { status: 'entered-in-error' }, { status: 'INVALID' }],
  ['a year is a valid onset', { onset: '2019' }, {}],
  ['a month is a valid onset', { onset: '2019-04' }, {}],
  ['today is a valid onset', { onset: today }, {}],
  ['tomorrow is in the future', { onset: '2026-11-22' }, { onset: 'FUTURE' }],
  ['this month is a valid onset', { onset: '2026-11' }, {}],
  ['next month is in the future', { onset: '2026-12' }, { onset: 'FUTURE' }],
  ['31 June is invalid', { onset: '2019-06-31' }, { onset: 'INVALID' }],
  ['month 13 is invalid', { onset: '2019-13' }, { onset: 'INVALID' }],
  ['the year 1900 is valid', { onset: '1900' }, {}],
  ['the year 1899 is invalid', { onset: '1899' }, { onset: 'INVALID' }],
])('%s', (_, change, problems) =>
  // toStrictEqual: a key with an undefined problem would still block the entry.
  expect(entryProblems({ ...latex, ...change }, { today, replaces: false })).toStrictEqual(problems),
)

test('a replacement may say that the earlier entry was wrong', () =>
  expect(entryProblems({ ...latex, status: 'entered-in-error' }, { today, replaces: true })).toEqual({}))

const entry = (text: string, change: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...latex,
  id: text,
  text,
  author: 'Dra. Ruiz',
  writtenAt: '2026-01-01T10:00:00.000Z',
  reason: null,
  earlier: [],
  ...change,
})

test('entries are ordered by severity, and resolved ones come last', () => {
  const list = [
    entry('over', { status: 'resolved' }),
    entry('mild', { severity: 'mild' }),
    entry('unknown', { severity: null }),
    entry('severe'),
    entry('moderate', { severity: 'moderate' }),
  ]
  expect(sortHistory(list).map(({ text }) => text)).toEqual(['severe', 'moderate', 'mild', 'unknown', 'over'])
})

test('alerts are the active allergies only', () => {
  const list = [entry('over', { status: 'resolved' }), entry('asthma', { kind: 'personal' }), entry('latex')]
  expect(alertsOf(list).map(({ text }) => text)).toEqual(['latex'])
})

describe('the fields of an entry', () => {
  test.each(['2019', '2019-04', '2019-04-30', null])('an onset may be %s', (onset) =>
    expect(v.is(NewEntry, { ...latex, onset })).toBe(true),
  )

  test.each([
    '19',
    '2019-4',
    '2019-04-3',
    'May 2019',
    'MMXX',
    '2019-aa',
    '2019-04-bb',
    'since 2019',
    '2019-04-30 noon',
  ])('an onset may not be “%s”', (onset) => expect(v.is(NewEntry, { ...latex, onset })).toBe(false))

  test('kind and relative must be known values', () => {
    expect(HistoryKind.options).toEqual(['allergy', 'personal', 'family', 'clinical'])
    expect(Relative.options).toEqual(['mother', 'father', 'sibling', 'child', 'grandparent', 'other'])
    for (const severity of ['mild', 'moderate', 'severe', null])
      for (const status of ['active', 'resolved', 'entered-in-error'])
        expect(v.is(NewEntry, { ...latex, severity, status })).toBe(true)
  })
})

const id = '7f0f2c0e-95a3-4a4f-9a38-2f1f0d1c9b11'

test('an entry contains each replaced version with author, date and reason', () => {
  const first = { ...latex, id, author: 'Dra. Ruiz', writtenAt: '2026-01-01T10:00:00.000Z', reason: null }
  const historyEntry = { ...first, severity: 'mild', reason: 'Tested', earlier: [first] }
  expect(v.parse(HistoryEntry, historyEntry)).toEqual(historyEntry)
})

test.each(['open', 'accepted', 'declined'] as const)(
  'a patient’s edit request that is %s has all its fields',
  (state) => {
    const baseRequest = {
      id,
      section: 'allergy',
      entryId: null,
      text: 'It is nickel',
      createdAt: '2026-01-01T10:00:00.000Z',
    }
    const editRequest = { ...baseRequest, state, answeredAt: null, answeredBy: null, answer: null }
    expect(v.parse(EditRequest, editRequest)).toEqual(editRequest)
  },
)
