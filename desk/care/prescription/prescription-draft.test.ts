import { itemWithText } from '@cuida/core/care/prescription/item-line.ts'
import { MAX_ITEM_LENGTHS, MAX_PRESCRIPTION_ITEMS } from '@cuida/core/care/prescription/prescription.ts'
import { expect, test } from 'vitest'
import {
  draftOfItem,
  EMPTY_ITEM,
  type ItemDraft,
  isFull,
  itemProblems,
  newDraft,
  renewedItems,
  toPrescribedItem,
} from './prescription-draft.ts'
import { sentenceProblem } from './sentence-problem.ts'

const GOOD: ItemDraft = {
  medicine: ' Paracetamol ',
  amount: '0,5',
  unit: 'tablet',
  route: 'oral',
  frequency: 'every-8-hours',
  asNeeded: true,
  days: ' 5 ',
  isContinuous: false,
  packages: ' 1 ',
  packageSize: '',
  instructions: ' now ',
}
const PRESCRIBED = {
  medicine: 'Paracetamol',
  route: 'oral',
  durationDays: 5,
  dosage: { amount: 0.5, unit: 'tablet', frequency: 'every-8-hours', asNeeded: true, packages: 1, packageSize: null },
  instructions: 'now',
}

test('a complete item can be prescribed, and reads back as the same draft', () => {
  expect(itemProblems(GOOD)).toEqual({})
  expect(toPrescribedItem(GOOD)).toEqual(PRESCRIBED)
  expect(toPrescribedItem(draftOfItem(toPrescribedItem(GOOD)))).toEqual(PRESCRIBED)
})
test('an empty item lists its missing fields', () => {
  expect(Object.keys(itemProblems(EMPTY_ITEM))).toEqual(['medicine', 'amount', 'unit', 'route', 'frequency', 'days'])
})
test.each([
  ['', 'REQUIRED'],
  ['1', undefined],
  ['365', undefined],
  ['0', 'INVALID'],
  ['366', 'INVALID'],
  ['five', 'INVALID'],
  ['2.5', 'INVALID'],
])('days typed as "%s"', (days, problem) => expect(itemProblems({ ...GOOD, days }).days).toBe(problem))
test('a treatment is continuous only when that is chosen', () => {
  const item = { ...GOOD, days: '', isContinuous: true }
  expect(itemProblems(item).days).toBeUndefined()
  expect(toPrescribedItem(item).durationDays).toBeNull()
  expect(draftOfItem(toPrescribedItem(item))).toMatchObject({ days: '', isContinuous: true })
})
test('a provider’s free-text item has no dosage, so dosage and duration are asked for', () => {
  const item = {
    ...PRESCRIBED,
    route: 'oral',
    dosage: null,
    code: null,
    dose: '1',
    frequency: '',
    quantity: '',
  } as const
  expect(draftOfItem(item)).toEqual({ ...EMPTY_ITEM, medicine: 'Paracetamol', route: 'oral', instructions: 'now' })
  expect(renewedItems([item])).toBeUndefined()
})
test('a renewed prescription has the items of the earlier one', () => {
  const signed = itemWithText(toPrescribedItem(GOOD), 'N02BE01', (key) => key)
  expect(renewedItems([signed])).toEqual([PRESCRIBED])
})
test('a new prescription is valid for 30 days', () => {
  expect(newDraft('2026-11-21').validUntil).toBe('2026-12-21')
})

test.each([
  ['medicine', ' a ', 'REQUIRED'],
  ['medicine', 'ab', undefined],
  ['medicine', 'a'.repeat(MAX_ITEM_LENGTHS.medicine), undefined],
  ['medicine', 'a'.repeat(MAX_ITEM_LENGTHS.medicine + 1), 'TOO_LONG'],
  ['amount', ' ', 'REQUIRED'],
  ['amount', 'a lot', 'INVALID'],
  ['unit', '', 'REQUIRED'],
  ['frequency', '', 'REQUIRED'],
  ['packages', '', 'REQUIRED'],
  ['packages', '100', 'INVALID'],
  ['packageSize', '20', undefined],
  ['packageSize', '0', 'INVALID'],
  ['instructions', ' ', undefined],
  ['instructions', ` ${'a'.repeat(MAX_ITEM_LENGTHS.instructions)} `, undefined],
  ['instructions', 'a'.repeat(MAX_ITEM_LENGTHS.instructions + 1), 'TOO_LONG'],
  ['route', '', 'REQUIRED'],
  ['days', 'x5', 'INVALID'],
  ['days', '5x', 'INVALID'],
] as const)('the field %s with “%s” is %s', (field, typed, problem) =>
  expect(itemProblems({ ...GOOD, [field]: typed })).toEqual(problem ? { [field]: problem } : {}),
)
test('a dose “as written” requires the instructions', () =>
  expect(itemProblems({ ...GOOD, frequency: 'as-written', instructions: ' ' })).toEqual({ instructions: 'REQUIRED' }))

test('a new draft has its own key, no items, and a maximum number of them', () => {
  const draft = newDraft('2026-11-21')
  expect(draft.items).toEqual([])
  expect(newDraft('2026-11-21').key).not.toBe(draft.key)
  const holding = (count: number) => isFull({ ...draft, items: Array(count).fill(toPrescribedItem(GOOD)) })
  expect([holding(MAX_PRESCRIPTION_ITEMS - 1), holding(MAX_PRESCRIPTION_ITEMS)]).toEqual([false, true])
})

test.each([
  [' too short ', undefined, 'TOO_SHORT'],
  [' long enough ', undefined, undefined],
  [' ten signs! ', undefined, undefined],
  ['ab', 2, undefined],
  ['a'.repeat(500), undefined, undefined],
  ['a'.repeat(501), undefined, 'TOO_LONG'],
])('the sentence “%s” with a minimum of %s is %s', (text, least, problem) =>
  expect(sentenceProblem(text, least)).toBe(problem),
)
