import { expect, test } from 'vitest'
import { alertsOf, type EntryProblems, entryProblems, type HistoryEntry, inOrder, type NewEntry } from './history.ts'

const today = '2026-11-21'
const latex: NewEntry = {
  ...{ kind: 'allergy', text: 'Latex', onset: null, severity: 'severe', status: 'active', relative: null },
}
const mother: NewEntry = { ...latex, kind: 'family', text: 'Diabetes', severity: null, relative: 'mother' }

test.each<[string, Partial<NewEntry>, EntryProblems]>([
  ['an allergy with its severity is right', {}, {}],
  ['of family history, whose it is must be said', { ...mother, relative: null }, { relative: 'REQUIRED' }],
  ['of everything else it must not', { relative: 'mother' }, { relative: 'INVALID' }],
  ['only allergies are severe', { ...mother, severity: 'mild' }, { severity: 'INVALID' }],
  ['nothing begins in error', { status: 'entered-in-error' }, { status: 'INVALID' }],
  ['a year is enough', { onset: '2019' }, {}],
  ['so is a month', { onset: '2019-04' }, {}],
  ['today is the last day', { onset: today }, {}],
  ['tomorrow is not', { onset: '2026-11-22' }, { onset: 'FUTURE' }],
  ['this month is not the future', { onset: '2026-11' }, {}],
  ['next month is', { onset: '2026-12' }, { onset: 'FUTURE' }],
  ['there is no 31 June', { onset: '2019-06-31' }, { onset: 'INVALID' }],
  ['there is no month 13', { onset: '2019-13' }, { onset: 'INVALID' }],
  ['nobody remembers 1899', { onset: '1899' }, { onset: 'INVALID' }],
])('%s', (_, change, problems) =>
  expect(entryProblems({ ...latex, ...change }, { today, replaces: false })).toEqual(problems),
)

test('what takes the place of a wrong entry may say that it was wrong', () =>
  expect(entryProblems({ ...latex, status: 'entered-in-error' }, { today, replaces: true })).toEqual({}))

const entry = (text: string, change: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...latex,
  ...{ id: text, text, author: 'Dra. Ruiz', writtenAt: '2026-01-01T10:00:00.000Z', reason: null, earlier: [] },
  ...change,
})

test('the gravest come first, what is over comes last', () => {
  const list = [
    entry('over', { status: 'resolved' }),
    entry('mild', { severity: 'mild' }),
    entry('unknown', { severity: null }),
    entry('severe'),
    entry('moderate', { severity: 'moderate' }),
  ]
  expect(inOrder(list).map(({ text }) => text)).toEqual(['severe', 'moderate', 'mild', 'unknown', 'over'])
})

test('alerts are the allergies that hold, and nothing else', () => {
  const list = [entry('over', { status: 'resolved' }), entry('asthma', { kind: 'personal' }), entry('latex')]
  expect(alertsOf(list).map(({ text }) => text)).toEqual(['latex'])
})
