import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  AdministrationRoute,
  allergiesIn,
  MAX_ITEM_LENGTHS,
  movePrescription,
  offeredRoutes,
  PrescribedItem,
  Prescription,
  PrescriptionState,
  prescriptionMoves,
  prescriptionTime,
  validityProblem,
} from './prescription.ts'

const today = '2026-11-21'

describe('the state of a prescription', () => {
  test.each([
    ['an issued prescription is current on its last day [B3.15]', 'issued', '2026-11-21', 'current'],
    ['an issued prescription is past the day after', 'issued', '2026-11-20', 'past'],
    ['a prescription that is being sent is current', 'sending', '2026-12-21', 'current'],
    ['a prescription is current until its cancellation is confirmed', 'cancelling', '2026-12-21', 'current'],
    ['a cancelled prescription is past [B3.15]', 'cancelled', '2026-12-21', 'past'],
    ['a prescription that is being written is not shown', 'signing', '2026-12-21', undefined],
    ['a prescription that the provider refused is not shown', 'refused', '2026-12-21', undefined],
  ] as const)('%s', (_, state, validUntil, time) => {
    expect(prescriptionTime({ state, validUntil }, today)).toBe(time)
  })
  test.each([
    ['yesterday', '2026-11-20', 'PAST'],
    ['today', today, undefined],
    ['in a year', '2027-11-21', undefined],
    ['a day more', '2027-11-22', 'TOO_LONG'],
  ] as const)('the last day of a prescription that is good until %s', (_, day, problem) => {
    expect(validityProblem(day, today)).toBe(problem)
  })
  test.each([
    ['a prescription signed at the desk and accepted by the provider is issued', 'sending', 'accepted', 'issued'],
    ['a prescription signed at the desk and rejected by the provider is refused', 'sending', 'refused', 'refused'],
    ['a prescription signed in the provider’s window is issued', 'signing', 'accepted', 'issued'],
    ['a prescription of another patient signed in the window is abandoned', 'signing', 'abandoned', 'cancelled'],
    ['a prescription in the window cannot be refused, because no provider has it yet', 'signing', 'refused', undefined],
    ['a sent prescription cannot be abandoned, because its provider may have it', 'sending', 'abandoned', undefined],
    ['a cancellation request waits for the provider', 'issued', 'cancelRequested', 'cancelling'],
    ['a cancellation that the provider confirms is final', 'cancelling', 'cancelled', 'cancelled'],
    ['a prescription cannot be cancelled without a request', 'issued', 'cancelled', undefined],
  ] as const)('%s', (_, from, event, to) => expect(movePrescription(from, event)).toBe(to))
  test('a dispensed prescription stays, even with a pending cancellation', () => {
    expect(movePrescription('cancelling', 'dispensed')).toBe('issued')
    expect(movePrescription('cancelled', 'dispensed')).toBeUndefined()
  })
  test('a final state never changes, and only an issued prescription can be cancelled', () => {
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

test('the specification has sixteen routes [B3.15]', () => {
  expect(AdministrationRoute.options).toEqual([
    ...['inhaled', 'intra-articular', 'intramuscular', 'intravaginal', 'intravenous', 'nasal', 'ophthalmic', 'oral'],
    ...['optical', 'parenteral', 'rectal', 'S/D', 'subcutaneous', 'sublingual', 'topic', 'vaginal'],
  ])
})

test('a clinician chooses each route once: the most prescribed first, then oral, then in the order of the specification', () => {
  const others = AdministrationRoute.options.filter((route) => !['intravaginal', 'oral', 'topic'].includes(route))
  expect(offeredRoutes()).toEqual([
    'oral',
    ...AdministrationRoute.options.filter((one) => !['intravaginal', 'oral'].includes(one)),
  ])
  expect(offeredRoutes({ topic: 2, oral: 1 })).toEqual(['topic', 'oral', ...others])
})

test.each([
  ['a name that says it', 'Amoxicilina 500 mg', ['Alergia a amoxicilina'], ['Alergia a amoxicilina']],
  ['whatever its accents and case', 'ÁCIDO ACETILSALICÍLICO', ['acido acetilsalicilico'], ['acido acetilsalicilico']],
  ['no name', 'Paracetamol', ['Penicilina'], []],
  ['a medicine of the same group', 'Amoxicilina 500 mg', ['Penicilina'], ['Penicilina']],
  ['a medicine of a group that is named', 'Ibuprofeno 600 mg', ['Alergia a los AINE'], ['Alergia a los AINE']],
  [
    'a group that the patient names in their own words',
    'Cefuroxima',
    ['a la penicilina, se me hinchó la cara'],
    ['a la penicilina, se me hinchó la cara'],
  ],
  ['a brand', 'Nolotil cápsulas', ['dipirona'], ['dipirona']],
  ['another group', 'Azitromicina', ['Penicilina'], []],
  ['a name of another case and accent than the allergy', 'Penicilína', ['PENICILINA'], ['PENICILINA']],
  ['one of two', 'Ibuprofeno', ['Polen', 'ibuprofeno 400'], ['ibuprofeno 400']],
  ['names without a word that is long enough', 'B12', ['B12', 'AAS', ''], []],
  ['an abbreviation', 'Aas 100 mg', ['Alergia a AAS', 'SOP'], ['Alergia a AAS']],
  ['an abbreviation as its only word, however it is typed', 'AAS 100 mg', ['aas'], ['aas']],
  ['the only word of an allergy', 'Extracto de uva', ['uva'], ['uva']],
  ['short words are in everything', 'Sal de uvas', ['Pez de sal'], []],
])('allergies matched by %s', (_, medicine, allergies, found) => {
  expect(allergiesIn(medicine, allergies)).toEqual(found)
})

const item = {
  medicine: 'Amoxicilina',
  route: 'oral',
  durationDays: 5,
  dosage: { amount: 1, unit: 'capsule', frequency: 'every-8-hours', asNeeded: false, packages: 1, packageSize: null },
  instructions: '',
}
const letters = (count: number) => 'a'.repeat(count)
const asWritten = { dosage: { ...item.dosage, frequency: 'as-written' } }
test.each<[string, object, boolean]>([
  ['as it is', {}, true],
  ['without an end', { durationDays: null }, true],
  ['for no day', { durationDays: 0 }, false],
  ['for half a day', { durationDays: 0.5 }, false],
  ['for a year', { durationDays: 365 }, true],
  ['for longer', { durationDays: 366 }, false],
  ['by post', { route: 'by post' }, false],
  ['without a dosage', { dosage: undefined }, false],
  ['of no dose', { dosage: { ...item.dosage, amount: 0 } }, false],
  ['of half a dose', { dosage: { ...item.dosage, amount: 0.5 } }, true],
  ['without a package', { dosage: { ...item.dosage, packages: 0 } }, false],
  ['of half a package', { dosage: { ...item.dosage, packages: 0.5 } }, false],
  ['as the instructions say, which say nothing', { ...asWritten, instructions: ' ' }, false],
  ['as the instructions say', { ...asWritten, instructions: '2, then 1' }, true],
  ['without a word on how to take it', { instructions: undefined }, true],
  ['of a medicine of one letter', { medicine: 'A' }, false],
  ['of a medicine of two', { medicine: 'AA' }, true],
  ...(['medicine', 'instructions'] as const).flatMap((field): [string, object, boolean][] => [
    [`with the longest ${field}`, { [field]: letters(MAX_ITEM_LENGTHS[field]) }, true],
    [`with a ${field} that is longer`, { [field]: letters(MAX_ITEM_LENGTHS[field] + 1) }, false],
  ]),
])('a medicine with the change %s: %o %s', (_, more, can) =>
  expect(v.is(PrescribedItem, { ...item, ...more })).toBe(can),
)

describe('a prescription as its patient reads it', () => {
  const id = '5f0c2c4e-6d0e-4f53-9c6e-0f4d6a1a2b3c'
  const prescription = {
    id,
    consultationId: id,
    patient: { id, firstName: 'Ana' },
    clinician: { name: 'Eva Sanz', registrationNumber: '28/1' },
    provider: 'memed',
    state: 'issued',
    time: 'current',
    signedAt: '2026-11-21T12:00:00Z',
    validUntil: '2026-12-21',
    items: [{ ...item, code: null, dose: '1 cápsula', frequency: 'cada 8 horas', quantity: '1 envase' }],
  }
  test('the patient sees for whom it is, who signed it and how long it is valid', () => {
    expect(v.parse(Prescription, prescription)).toEqual(prescription)
    const oldPrescription = { ...prescription, provider: 'medikit', state: 'cancelled', time: 'past' }
    expect(v.parse(Prescription, oldPrescription)).toEqual(oldPrescription)
  })
  test("a prescription signed at a provider may have fewer fields than the desk's form", () => {
    const sparse = {
      ...prescription,
      items: [{ ...item, code: null, dosage: null, dose: '', frequency: '', quantity: '' }],
    }
    expect(v.parse(Prescription, sparse)).toEqual(sparse)
  })
  test('fields for the desk only are left out', () => {
    const result = v.parse(Prescription, {
      ...prescription,
      problem: 'NOT_THIS_PATIENT',
      patient: { ...prescription.patient, document: '1' },
      clinician: { ...prescription.clinician, id },
    })
    expect(result).toEqual(prescription)
  })
})
