import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CartChange } from './cart.ts'
import { type CartContent, emptyContent, mergeCart } from './merge.ts'

const questions = ['a', 'b', 'c']
const ANA = '0b8a9c5e-2f4d-4c7b-9a41-6f2f3f8f7a10'
const cart: CartContent = {
  productId: '1',
  patientId: ANA,
  symptoms: [{ questionId: 'a', answer: true }],
  summary: 'It began on Monday.',
  contactMethod: 'video',
  clinicianId: ANA,
  ageConfirmed: true,
}

test('an absent field stays unchanged', () => expect(mergeCart(cart, { productId: '1' }, questions)).toEqual(cart))

test('null removes a person or a clinician', () => {
  const merged = mergeCart(cart, { productId: '1', patientId: null, clinicianId: null }, questions, ANA)
  expect(merged).toEqual({ ...cart, patientId: null, clinicianId: null })
})

describe('the person of the answers', () => {
  const LEO = '0b8a9c5e-2f4d-4c7b-9a41-6f2f3f8f7a11'
  const answered = { symptoms: cart.symptoms, summary: cart.summary, ageConfirmed: true }
  const unanswered = { symptoms: [], summary: null, ageConfirmed: false }
  test.each([
    ['answers stay when the same person is chosen again', ANA, ANA, answered],
    ['answers without a person belong to the holder', null, ANA, answered],
    ['the holder’s answers stay when no person is chosen', ANA, null, answered],
    ['the holder’s answers are dropped for a dependant', ANA, LEO, unanswered],
    ['answers without a person are dropped for a dependant', null, LEO, unanswered],
    ['a dependant’s answers are dropped for the holder', LEO, ANA, unanswered],
    ['a dependant’s answers are dropped when no person is chosen', LEO, null, unanswered],
  ])('%s', (_, before, after, expected) => {
    const merged = mergeCart({ ...cart, patientId: before }, { productId: '1', patientId: after }, questions, ANA)
    expect(merged).toEqual({ ...cart, patientId: after, ...expected })
  })
  test('a guest’s answers do not pass to a person whom a session names', () =>
    expect(mergeCart({ ...cart, patientId: null }, { productId: '1', patientId: LEO }, questions)).toMatchObject(
      unanswered,
    ))
  test('answers that come with the new person are kept', () => {
    const symptoms = [{ questionId: 'b', answer: 2 }]
    const merged = mergeCart(cart, { productId: '1', patientId: LEO, answersFor: LEO, symptoms }, questions, ANA)
    expect(merged).toMatchObject({ patientId: LEO, symptoms, summary: null })
  })
  test('answers of a tab that knows another person are dropped, and its other changes are kept', () => {
    const symptoms = [{ questionId: 'b', answer: 2 }]
    const late = { productId: '1', answersFor: LEO, symptoms, summary: 'Leo coughs.', contactMethod: 'phone' } as const
    expect(mergeCart(cart, late, questions, ANA)).toEqual({ ...cart, contactMethod: 'phone' })
  })
})

describe('merging answers', () => {
  test('answers merge one by one, in the order of the questions', () => {
    const symptoms = [
      { questionId: 'c', answer: 'x' },
      { questionId: 'b', answer: 2 },
    ]
    const merged = mergeCart(cart, { productId: '1', symptoms }, questions)
    expect(merged.symptoms.map(({ questionId }) => questionId)).toEqual(['a', 'b', 'c'])
  })
  test('a new answer replaces the old one', () => {
    const merged = mergeCart(cart, { productId: '1', symptoms: [{ questionId: 'a', answer: false }] }, questions)
    expect(merged.symptoms).toEqual([{ questionId: 'a', answer: false }])
  })
  test('answers to unknown questions are dropped', () => {
    expect(mergeCart(cart, { productId: '1', symptoms: [{ questionId: 'z', answer: 1 }] }, questions)).toEqual(cart)
  })
})

test('another product resets the cart, for the same person', () => {
  const merged = mergeCart(cart, { productId: '2', symptoms: [{ questionId: 'b', answer: 1 }] }, questions)
  expect(merged).toEqual({
    ...emptyContent('2'),
    patientId: ANA,
    contactMethod: 'video',
    symptoms: [{ questionId: 'b', answer: 1 }],
  })
})

test('changes of different fields commute', () => {
  const changes: CartChange[] = [
    { productId: '1', symptoms: [{ questionId: 'b', answer: 1 }] },
    { productId: '1', symptoms: [{ questionId: 'c', answer: 2 }] },
    { productId: '1', summary: 'A new summary.' },
    { productId: '1', contactMethod: 'phone' },
    { productId: '1', clinicianId: null },
    { productId: '1', ageConfirmed: false },
  ]
  const apply = (order: CartChange[]) => order.reduce((each, change) => mergeCart(each, change, questions), cart)
  const expected = apply(changes)
  fc.assert(
    fc.property(fc.shuffledSubarray(changes, { minLength: 6 }), (order) => {
      expect(apply(order)).toEqual(expected)
    }),
  )
})
