import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AdministrationRoute,
  allergiesIn,
  movePrescription,
  PrescriptionState,
  prescriptionMoves,
  prescriptionTime,
  validityProblem,
} from './prescription.ts'

const today = '2026-11-21'

describe('a prescription', () => {
  test.each([
    ['is current on its last day', 'issued', '2026-11-21', 'current'],
    ['is past the day after', 'issued', '2026-11-20', 'past'],
    ['is current while it is on its way', 'sending', '2026-12-21', 'current'],
    ['is current until its provider has taken it back', 'cancelling', '2026-12-21', 'current'],
    ['is past once it is cancelled', 'cancelled', '2026-12-21', 'past'],
    ['is none while somebody is still writing it', 'signing', '2026-12-21', undefined],
    ['is none when its provider would not have it', 'refused', '2026-12-21', undefined],
  ] as const)('%s', (_, state, validUntil, time) => {
    expect(prescriptionTime({ state, validUntil }, today)).toBe(time)
  })
  test.each([
    ['yesterday', '2026-11-20', 'PAST'],
    ['today', today, undefined],
    ['in a year', '2027-11-21', undefined],
    ['a day more', '2027-11-22', 'TOO_LONG'],
  ] as const)('that is good until %s', (_, day, problem) => {
    expect(validityProblem(day, today)).toBe(problem)
  })
  test('that was handed over stands, whoever wished it cancelled', () => {
    expect(movePrescription('cancelling', 'dispensed')).toBe('issued')
    expect(movePrescription('cancelled', 'dispensed')).toBeUndefined()
  })
  test('that is over never moves again, and only a signed one can be cancelled', () => {
    const event = fc.constantFrom('accepted', 'refused', 'cancelRequested', 'cancelled', 'dispensed', 'abandoned')
    fc.assert(
      fc.property(fc.constantFrom('refused', 'cancelled'), event, (state, what) => {
        expect(movePrescription(state as PrescriptionState, what as never)).toBeUndefined()
      }),
    )
    const cancellable = PrescriptionState.options.filter((state) => prescriptionMoves[state].cancelRequested)
    expect(cancellable).toEqual(['issued'])
  })
})

test('there are the sixteen routes of the specification', () => {
  expect(AdministrationRoute.options).toEqual([
    ...['inhaled', 'intra-articular', 'intramuscular', 'intravaginal', 'intravenous', 'nasal', 'ophthalmic', 'oral'],
    ...['optical', 'parenteral', 'rectal', 'S/D', 'subcutaneous', 'sublingual', 'topic', 'vaginal'],
  ])
})

test.each([
  ['a name that says it', 'Amoxicilina 500 mg', ['Alergia a amoxicilina'], ['Alergia a amoxicilina']],
  ['whatever its accents and case', 'ÁCIDO ACETILSALICÍLICO', ['acido acetilsalicilico'], ['acido acetilsalicilico']],
  ['no name', 'Paracetamol', ['Penicilina'], []],
  ['short words are in everything', 'Sal de uvas', ['Pez de sal'], []],
])('allergies are found in %s', (_, medicine, allergies, found) => {
  expect(allergiesIn(medicine, allergies)).toEqual(found)
})
