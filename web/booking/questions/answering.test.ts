import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { expect, test } from 'vitest'
import { bookingOf } from '../cart/booking.ts'
import { answerTo, contactMethods, missingStep, resolveChoices, withAnswer } from './answering.ts'

const symptoms = [
  { value: 'fever', label: 'Fiebre', exclusive: false },
  { value: 'cough', label: 'Tos', exclusive: false },
  { value: 'none', label: 'Ninguno', exclusive: true },
]

test.each([
  ['several choices can be selected', ['cough'], ['fever', 'cough'], ['fever', 'cough']],
  ['a choice can be deselected', ['fever', 'cough'], ['cough'], ['cough']],
  ['"none of these" clears the others', ['fever', 'cough'], ['fever', 'cough', 'none'], ['none']],
  ['another choice clears "none of these"', ['none'], ['cough', 'none'], ['cough']],
])('%s [B5.2]', (_, before, after, expected) => expect(resolveChoices(symptoms, before, after)).toEqual(expected))

test('an answer replaces the previous one and leaves the others alone', () => {
  const first = withAnswer(withAnswer([], 'since', 'today'), 'pain', 4)
  const second = withAnswer(first, 'pain', 7)
  expect(answerTo(second, 'pain')).toBe(7)
  expect(answerTo(second, 'since')).toBe('today')
  expect(answerTo(second, 'fever')).toBeUndefined()
})

test('a withdrawn answer is sent as blank', () => {
  expect(withAnswer(withAnswer([], 'notes', 'algo'), 'notes', '')).toEqual([{ questionId: 'notes', answer: '' }])
})

test('contact methods need both the product and the partner', () => {
  expect(contactMethods({ contactMethods: ['phone', 'video'] }, ['video'])).toEqual(['video'])
})

const product = {
  symptomCollector: [
    { type: 'yesNo', key: 'fever', text: '¿Tienes fiebre?', help: null, required: true },
    { type: 'text', key: 'notes', text: '¿Algo más?', help: null, required: false },
    { type: 'yesNo', key: 'cough', text: '¿Tienes tos?', help: null, required: true },
  ],
} as unknown as Product
const empty = bookingOf({ productId: '1', productSlug: 'medical', mode: 'later' }, undefined, {})
const answered = { ...empty, symptoms: withAnswer(withAnswer([], 'fever', true), 'cough', false) }
const completeBooking = { ...answered, summary: 'Desde ayer con fiebre', contactMethod: 'video' as const }

test.each([
  ['without answers the first question is missing', empty, { step: 'questions', at: 0 }],
  [
    'an optional question may be skipped',
    { ...empty, symptoms: withAnswer([], 'fever', true) },
    { step: 'questions', at: 2 },
  ],
  ['without a summary the summary is missing', answered, { step: 'summary' }],
  [
    'an answer longer than the partner allows is asked again',
    { ...completeBooking, symptoms: withAnswer(completeBooking.symptoms, 'notes', 'x'.repeat(51)) },
    { step: 'questions', at: 1 },
  ],
  ['a short summary is missing', { ...completeBooking, summary: 'fiebre' }, { step: 'summary' }],
  [
    'without a contact method the summary is missing',
    { ...completeBooking, contactMethod: undefined },
    { step: 'summary' },
  ],
  [
    'an unconfirmed answer of a past consultation is asked again',
    { ...completeBooking, toConfirm: ['cough'] },
    { step: 'questions', at: 2 },
  ],
  ['a complete booking misses nothing', completeBooking, undefined],
  [
    'on-demand care without a confirmed age misses the summary',
    { ...completeBooking, mode: 'now' as const },
    { step: 'summary' },
  ],
  [
    'on-demand care with a confirmed age misses nothing',
    { ...completeBooking, mode: 'now' as const, ageConfirmed: true },
    undefined,
  ],
])('%s', (_, booking, expected) =>
  expect(missingStep(product, booking, { allowed: 50, personOf: () => undefined })).toEqual(expected),
)

test.each([
  ['a man', { sex: 'Male', age: 30 } as const, { step: 'summary' }],
  ['an unknown person', undefined, { step: 'questions', at: 3 }],
])('a question for women is missing in the booking of: %s', (_, person, expected) => {
  const pregnancy = { type: 'yesNo', key: 'pregnancy', required: true, askedOf: { sex: 'Female' } }
  const withPregnancy = { symptomCollector: [...product.symptomCollector, pregnancy] } as unknown as Product
  expect(missingStep(withPregnancy, answered, { allowed: 50, personOf: () => person })).toEqual(expected)
})
