import { expect, test } from 'vitest'
import type { CartContent } from '../../booking/cart/merge.ts'
import type { Question } from '../../catalogue/product/question.ts'
import { cartProblems, contactMethodsOf, isScheduled } from './cart-problems.ts'

const question: Question = { key: 'smokes', type: 'yesNo', text: 'Do you smoke?', help: null, required: true }
const product = {
  symptomCollector: [question],
  contactMethods: ['video' as const, 'phone' as const],
  scheduled: true,
  onDemand: true,
}
const partner = { availableContactMethods: ['phone' as const, 'video' as const], maximumLengthAllowed: 50 }
const ID = '0b8a9c5e-2f4d-4c7b-9a41-6f2f3f8f7a10'
const cart: CartContent = {
  productId: '1',
  patientId: ID,
  symptoms: [{ questionId: 'smokes', answer: false }],
  summary: 'I have had a cough since Monday.',
  contactMethod: 'video',
  clinicianId: ID,
  ageConfirmed: false,
}
const onDemand = { ...cart, clinicianId: null, ageConfirmed: true }

test.each([
  ['a scheduled booking is complete', cart, product, {}],
  ['an on-demand booking with the confirmed age is complete', onDemand, product, {}],
  ['an unanswered question is required', { ...cart, symptoms: [] }, product, { 'symptoms.smokes': 'REQUIRED' }],
  ['a summary is optional beside answers', { ...cart, summary: null }, product, {}],
  [
    'a summary is required where nothing is asked',
    { ...cart, summary: null },
    { ...product, symptomCollector: [] },
    { summary: 'REQUIRED' },
  ],
  ['a summary of one word is too short', { ...cart, summary: 'cough' }, product, { summary: 'TOO_SHORT' }],
  ['a patient is required', { ...cart, patientId: null }, product, { patientId: 'REQUIRED' }],
  ['a contact method is required', { ...cart, contactMethod: null }, product, { contactMethod: 'REQUIRED' }],
  [
    'a contact method that the product lacks is invalid',
    cart,
    { ...product, contactMethods: ['phone'] },
    { contactMethod: 'INVALID' },
  ],
  [
    'a clinician is invalid for a product without appointments',
    cart,
    { ...product, scheduled: false },
    { clinicianId: 'INVALID' },
  ],
  [
    'a clinician is required for a product without on-demand care',
    onDemand,
    { ...product, onDemand: false },
    { clinicianId: 'REQUIRED' },
  ],
  ['the age must be confirmed on demand', { ...onDemand, ageConfirmed: false }, product, { ageConfirmed: 'REQUIRED' }],
])('%s', (_, cartInput, productVariant, problems) => {
  expect(cartProblems(cartInput, productVariant as typeof product, partner)).toEqual(problems)
})

test('a contact method that the partner has switched off is not offered', () => {
  const phoneOnly = { ...partner, availableContactMethods: ['phone' as const] }
  expect(contactMethodsOf(product, phoneOnly)).toEqual(['phone'])
  expect(cartProblems(cart, product, phoneOnly)).toEqual({ contactMethod: 'INVALID' })
})

test('all missing fields are reported at once [B5.1]', () => {
  const bare = {
    ...onDemand,
    symptoms: [],
    summary: 'cough',
    contactMethod: null,
    patientId: null,
    ageConfirmed: false,
  }
  expect(Object.keys(cartProblems(bare, product, partner)).sort()).toEqual([
    'ageConfirmed',
    'contactMethod',
    'patientId',
    'summary',
    'symptoms.smokes',
  ])
})

test('a cart with a clinician is a scheduled booking', () => {
  expect(isScheduled(cart)).toBe(true)
  expect(isScheduled(onDemand)).toBe(false)
})
