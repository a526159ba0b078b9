import { ITEM_MOST, MOST_ITEMS } from '@cuida/core/care/prescription/prescription.ts'
import { expect, test } from 'vitest'
import {
  draftOfItem,
  EMPTY_ITEM,
  type ItemDraft,
  isFull,
  itemOf,
  itemProblems,
  newDraft,
} from './prescription-draft.ts'
import { sentenceProblem } from './sentence.ts'

const GOOD: ItemDraft = {
  medicine: ' Paracetamol ',
  dose: '1',
  route: 'oral',
  frequency: 'cada 8 h',
  days: '5',
  isContinuous: false,
  quantity: '1 caja',
  instructions: '',
}

test('a medicine that says everything can be prescribed, and comes back as it was typed', () => {
  expect(itemProblems(GOOD)).toEqual({})
  expect(itemOf(GOOD)).toMatchObject({ medicine: 'Paracetamol', durationDays: 5 })
  expect(draftOfItem(itemOf(GOOD))).toEqual({ ...GOOD, medicine: 'Paracetamol' })
})
test('an empty one says what is missing', () => {
  expect(Object.keys(itemProblems(EMPTY_ITEM))).toEqual(['medicine', 'dose', 'route', 'frequency', 'days', 'quantity'])
})
test.each([
  ['', 'REQUIRED'],
  ['1', undefined],
  ['365', undefined],
  ['0', 'INVALID'],
  ['366', 'INVALID'],
  ['five', 'INVALID'],
  ['2.5', 'INVALID'],
])('days as "%s"', (days, problem) => expect(itemProblems({ ...GOOD, days }).days).toBe(problem))
test('a medicine has no end only when that is said', () => {
  const item = { ...GOOD, days: '', isContinuous: true }
  expect(itemProblems(item).days).toBeUndefined()
  expect(itemOf(item).durationDays).toBeNull()
  expect(draftOfItem(itemOf(item))).toMatchObject({ days: '', isContinuous: true })
})
test('a new prescription is good for 30 days', () => {
  expect(newDraft('2026-11-21').validUntil).toBe('2026-12-21')
})
test('of what is typed the blanks around it are not prescribed', () =>
  expect(
    itemOf({ ...GOOD, dose: ' 1 ', frequency: ' 8 h ', quantity: ' 1 ', instructions: ' now ', days: ' 5 ' }),
  ).toEqual({
    medicine: 'Paracetamol',
    dose: '1',
    frequency: '8 h',
    quantity: '1',
    instructions: 'now',
    route: 'oral',
    durationDays: 5,
  }))

test.each([
  ['medicine', ' a ', 'REQUIRED'],
  ['medicine', 'ab', undefined],
  ['medicine', 'a'.repeat(ITEM_MOST.medicine), undefined],
  ['medicine', 'a'.repeat(ITEM_MOST.medicine + 1), 'TOO_LONG'],
  ['dose', ' ', 'REQUIRED'],
  ['dose', 'a'.repeat(ITEM_MOST.dose), undefined],
  ['dose', 'a'.repeat(ITEM_MOST.dose + 1), 'TOO_LONG'],
  ['frequency', ' ', 'REQUIRED'],
  ['quantity', ' ', 'REQUIRED'],
  ['instructions', ' ', undefined],
  ['instructions', ` ${'a'.repeat(ITEM_MOST.instructions)} `, undefined],
  ['instructions', 'a'.repeat(ITEM_MOST.instructions + 1), 'TOO_LONG'],
  ['route', '', 'REQUIRED'],
  ['days', ' 5 ', undefined],
  ['days', 'x5', 'INVALID'],
  ['days', '5x', 'INVALID'],
] as const)('of %s, “%s” is %s', (field, typed, problem) =>
  expect(itemProblems({ ...GOOD, [field]: typed })).toEqual(problem ? { [field]: problem } : {}),
)

test('a prescription has its own key, nothing on it yet, and takes so many medicines', () => {
  const draft = newDraft('2026-11-21')
  expect(draft.items).toEqual([])
  expect(newDraft('2026-11-21').key).not.toBe(draft.key)
  const holding = (count: number) => isFull({ ...draft, items: Array(count).fill(itemOf(GOOD)) })
  expect([holding(MOST_ITEMS - 1), holding(MOST_ITEMS)]).toEqual([false, true])
})

test.each([
  [' too short ', undefined, 'TOO_SHORT'],
  [' long enough ', undefined, undefined],
  [' ten signs! ', undefined, undefined],
  ['ab', 2, undefined],
  ['a'.repeat(500), undefined, undefined],
  ['a'.repeat(501), undefined, 'TOO_LONG'],
])('the sentence “%s” (%s at least) is %s', (text, least, problem) =>
  expect(sentenceProblem(text, least)).toBe(problem),
)
