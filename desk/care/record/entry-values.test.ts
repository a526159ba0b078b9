import type { NewEntry } from '@cuida/core/care/record/history.ts'
import { expect, test } from 'vitest'
import { entryFormValues, entryInput, type Values } from './entry-values.ts'

const entry: NewEntry = {
  kind: 'allergy',
  text: 'Penicillin',
  onset: '2019',
  severity: 'severe',
  status: 'active',
  relative: null,
}
const typed: Values = {
  text: ' Penicillin ',
  severity: 'severe',
  relative: 'mother',
  status: 'resolved',
  onset: ' 2019 ',
  reason: '',
}
test.each<[string, NewEntry['kind'], Partial<Values>, Partial<NewEntry>]>([
  ['an allergy has a severity and no relative', 'allergy', {}, { severity: 'severe', relative: null }],
  ['a severity may be unknown', 'allergy', { severity: 'unknown' }, { severity: null, relative: null }],
  ['a family condition has a relative and no severity', 'family', {}, { severity: null, relative: 'mother' }],
  ['a condition of the patient has neither', 'personal', {}, { severity: null, relative: null }],
  ['an onset may be unknown', 'clinical', { onset: ' ' }, { severity: null, relative: null, onset: null }],
])('%s', (_, kind, more, expected) =>
  expect(entryInput(kind, { ...typed, ...more })).toEqual({
    kind,
    text: 'Penicillin',
    onset: '2019',
    status: 'resolved',
    ...expected,
  }),
)

test('an unchanged entry is sent as it was', () =>
  expect(entryInput('allergy', { ...entryFormValues(entry), reason: '' })).toEqual(entry))
