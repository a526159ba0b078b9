import {
  acceptRequest,
  addEntry,
  amendNote,
  breakGlass,
  declineRequest,
  reviewOpening,
  supersedeEntry,
} from '@cuida/core/care/record/desk-record-api.ts'
import type { NewEntry } from '@cuida/core/care/record/history.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { expect, test, vi } from 'vitest'
import { entryOf, typedOf, type Values } from './entry-values.ts'
import {
  breakGlassOf,
  useAmend,
  useBreakGlass,
  useDecline,
  useReview,
  useWriteEntry,
  type Writing,
} from './record-queries.ts'

vi.mock('../../kit/hints.ts', () => ({ useHints: () => {} }))

const [patientId, id, entryId] = [1, 2, 3].map((n) => `10000000-0000-4000-8000-00000000000${n}`) as [
  ...[string, string, string],
]
const reason = 'It was of her sister'
const entry: NewEntry = {
  kind: 'allergy',
  text: 'Penicillin',
  onset: '2019',
  severity: 'severe',
  status: 'active',
  relative: null,
}
const writing = (what: Writing) => () =>
  given(() => useWriteEntry(patientId)).mutateAsync({ writing: what, entry, reason })

test.each([
  ['an entry of this patient', writing({ what: 'add' }), asks(addEntry, { patientId, ...entry })],
  [
    'another in the place of one, and why',
    writing({ what: 'replace', entryId }),
    asks(supersedeEntry, { patientId, entryId, ...entry, reason }),
  ],
  ['what the patient asked for', writing({ what: 'accept', requestId: id }), asks(acceptRequest, { id, ...entry })],
  [
    'it stays as it is, and why',
    () => given(() => useDecline(id)).mutateAsync('It was measured twice'),
    asks(declineRequest, { id, answer: 'It was measured twice' }),
  ],
  [
    'more to a signed note',
    () => given(() => useAmend(id, entryId)).mutateAsync({ text: 'Left knee', reason }),
    asks(amendNote, { id, noteId: entryId, text: 'Left knee', reason }),
  ],
  [
    'a record by what somebody says of themselves',
    () =>
      given(useBreakGlass).mutateAsync(
        breakGlassOf({ phone: ' 600000001 ', dateOfBirth: '1990-05-01', firstName: ' Ana ', reason: ` ${reason} ` }),
      ),
    asks(breakGlass, { phone: '600000001', dateOfBirth: '1990-05-01', firstName: 'Ana', reason }),
  ],
  [
    'where no name was asked for there is none',
    () =>
      given(useBreakGlass).mutateAsync(
        breakGlassOf({ phone: '600000001', dateOfBirth: '1990-05-01', firstName: ' ', reason }),
      ),
    asks(breakGlass, { phone: '600000001', dateOfBirth: '1990-05-01', reason }),
  ],
  [
    'what an opening was, as it was judged',
    () => given(() => useReview(id)).mutateAsync({ verdict: 'not-justified', review: 'Nobody was in danger' }),
    asks(reviewOpening, { id, verdict: 'not-justified', review: 'Nobody was in danger' }),
  ],
])('%s', async (_, deed, expected) => expect(await leaving(deed)).toEqual([expected]))

const typed: Values = {
  text: ' Penicillin ',
  severity: 'severe',
  relative: 'mother',
  status: 'resolved',
  onset: ' 2019 ',
  reason: '',
}
test.each<[string, NewEntry['kind'], Partial<Values>, Partial<NewEntry>]>([
  ['an allergy has how bad it is, and nobody of the family', 'allergy', {}, { severity: 'severe', relative: null }],
  ['how bad it is may not be known', 'allergy', { severity: 'unknown' }, { severity: null, relative: null }],
  ['what runs in a family has whose it is, and not how bad', 'family', {}, { severity: null, relative: 'mother' }],
  ['what is the patient’s own has neither', 'personal', {}, { severity: null, relative: null }],
  ['since when may not be known', 'clinical', { onset: ' ' }, { severity: null, relative: null, onset: null }],
])('%s', (_, kind, more, expected) =>
  expect(entryOf(kind, { ...typed, ...more })).toEqual({
    kind,
    text: 'Penicillin',
    onset: '2019',
    status: 'resolved',
    ...expected,
  }),
)

test('what is written again unchanged is what it was', () =>
  expect(entryOf('allergy', { ...typedOf(entry), reason: '' })).toEqual(entry))
