import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { Cart, CartChange, Schedule } from './cart.ts'

const id = '5f0c2c4e-6d0e-4f53-9c6e-0f4d6a1a2b3c'
const can = (more: object) => v.is(CartChange, { productId: '1', ...more })
const answers = (...all: unknown[]) => ({ symptoms: all.map((answer, at) => ({ questionId: `q${at}`, answer })) })
const choices = (count: number) => Array.from({ length: count }, (_, at) => `choice-${at}`)

describe('changes of a cart by the patient’s app', () => {
  test('a change may contain any part of the patient’s input', () => {
    const change = {
      productId: '1',
      patientId: id,
      summary: 'It began on Monday.',
      contactMethod: 'video',
      clinicianId: id,
      ageConfirmed: true,
      ...answers('since Monday', 38.5, false, ['asthma']),
    }
    expect(v.parse(CartChange, change)).toEqual(change)
    expect(can({ patientId: null, clinicianId: null })).toBe(true)
    expect(can({})).toBe(true)
    expect(v.is(CartChange, {})).toBe(false)
  })
  test('a change never contains a time: lockSlot holds it instead', () => {
    const change = { productId: '1', schedule: { startTime: '2026-11-23T08:00:00Z', endTime: '2026-11-23T08:30:00Z' } }
    expect(v.parse(CartChange, change)).toEqual({ productId: '1' })
  })
  test.each<[string, object, object]>([
    ['a summary', { summary: 'x'.repeat(3_000) }, { summary: 'x'.repeat(3_001) }],
    ['an answer in words', answers('x'.repeat(30_000)), answers('x'.repeat(30_001))],
    ['a choice', answers(['x'.repeat(120)]), answers(['x'.repeat(121)])],
    ['how much is chosen', answers(choices(30)), answers(choices(31))],
    ['how much is answered', answers(...Array(60).fill(true)), answers(...Array(61).fill(true))],
    ['the name of a product', { productId: 'x'.repeat(40) }, { productId: 'x'.repeat(41) }],
  ])('a change is bounded: %s', (_, longest, longer) => expect([can(longest), can(longer)]).toEqual([true, false]))
  test.each([
    ['an empty choice', answers([''])],
    ['an answer of no kind', answers({ a: 1 })],
    ['an answer to no question', { symptoms: [{ answer: true }] }],
    ['a way to talk that there is not', { contactMethod: 'letter' }],
    ['somebody without an identifier', { patientId: 'Ana' }],
  ])('a change is not %s', (_, change) => expect(can(change)).toBe(false))
})

test('a cart contains the known fields and the end of its slot hold', () => {
  const cart = {
    productId: '1',
    patientId: null,
    symptoms: [],
    summary: null,
    contactMethod: 'phone',
    clinicianId: null,
    ageConfirmed: false,
    schedule: null,
    createdAt: '2026-11-22T11:00:00Z',
    lockedAt: null,
    lockExpiresAt: null,
  }
  const time = { startTime: '2026-11-23T08:00:00Z', endTime: '2026-11-23T08:30:00Z' }
  const held = { ...cart, schedule: time, lockedAt: '2026-11-22T11:00:00Z', lockExpiresAt: '2026-11-22T11:10:00Z' }
  for (const each of [cart, held]) expect(v.parse(Cart, { ...each, sourceHash: 'x' })).toEqual(each)
  expect(v.is(Schedule, { startTime: time.startTime })).toBe(false)
})
