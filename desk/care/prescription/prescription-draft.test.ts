import { expect, test } from 'vitest'
import { draftOfItem, EMPTY_ITEM, type ItemDraft, itemOf, itemProblems, newDraft } from './prescription-draft.ts'

const GOOD: ItemDraft = {
  ...{ medicine: ' Paracetamol ', dose: '1', route: 'oral', frequency: 'cada 8 h', days: '5', quantity: '1 caja' },
  instructions: '',
}

test('a medicine that says everything can be prescribed, and comes back as it was typed', () => {
  expect(itemProblems(GOOD)).toEqual({})
  expect(itemOf(GOOD)).toMatchObject({ medicine: 'Paracetamol', durationDays: 5 })
  expect(draftOfItem(itemOf(GOOD))).toEqual({ ...GOOD, medicine: 'Paracetamol' })
})
test('an empty one says what is missing', () => {
  expect(Object.keys(itemProblems(EMPTY_ITEM))).toEqual(['medicine', 'dose', 'route', 'frequency', 'quantity'])
})
test.each([
  ['', undefined],
  ['1', undefined],
  ['365', undefined],
  ['0', 'INVALID'],
  ['366', 'INVALID'],
  ['five', 'INVALID'],
  ['2.5', 'INVALID'],
])('days as "%s"', (days, problem) => expect(itemProblems({ ...GOOD, days }).days).toBe(problem))
test('an empty number of days is until told otherwise', () => {
  expect(itemOf({ ...GOOD, days: '' }).durationDays).toBeNull()
})
test('a new prescription is good for 30 days', () => {
  expect(newDraft('2026-11-21').validUntil).toBe('2026-12-21')
})
