import { describe, expect, test } from 'vitest'
import { hasChoice, patientOf, peopleFor } from './who.ts'

const ana = { id: 'ana', firstName: 'Ana', dateOfBirth: '1988-05-14', isDependant: false, place: 0 }
const leo = { id: 'leo', firstName: 'Leo', dateOfBirth: '2008-11-22', isDependant: true, place: 1 }
const anybody = { ages: null }
const children = { ages: { from: null, to: 17 } }
const today = '2026-11-21'
const idOf = (person: { id: string } | undefined) => person?.id

describe('whom a booking is for [B2.7]', () => {
  test('myself, when there is nobody else', () => expect(idOf(patientOf(anybody, [ana], undefined, today))).toBe('ana'))
  test('somebody has to be asked in a family', () =>
    expect(patientOf(anybody, [ana, leo], undefined, today)).toBeUndefined())
  test('who was chosen', () => expect(idOf(patientOf(anybody, [ana, leo], 'leo', today))).toBe('leo'))
  test('not who left the family meanwhile', () => {
    expect(idOf(patientOf(anybody, [ana], 'leo', today))).toBe('ana')
    expect(patientOf(anybody, [ana, leo], 'max', today)).toBeUndefined()
  })
  test('not somebody whom the product is not for, from their birthday on', () => {
    expect(idOf(patientOf(children, [ana, leo], 'leo', today))).toBe('leo')
    expect(patientOf(children, [ana, leo], 'leo', '2026-11-22')).toBeUndefined()
    expect(patientOf(children, [ana], undefined, today)).toBeUndefined()
  })
})

test('who is not of the age is told apart', () =>
  expect(peopleFor(children, [ana, leo], today)).toEqual({ may: [leo], not: [ana] }))

test('there is something to ask in a family, and of whom nothing fits; never of a guest', () => {
  expect(hasChoice(anybody, [ana, leo], today)).toBe(true)
  expect(hasChoice(children, [ana], today)).toBe(true)
  expect(hasChoice(anybody, [ana], today)).toBe(false)
  expect(hasChoice(children, [], today)).toBe(false)
})
