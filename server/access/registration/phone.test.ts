import { describe, expect, test } from 'vitest'
import { isPhone, isPhoneAllowed } from '../phone.ts'

describe('number validation [A5.1]', () => {
  test.each([
    ['a Spanish mobile', '+34600000001', 'ES', true],
    ['a Spanish mobile declared as Portuguese', '+34600000001', 'PT', false],
    ['a number one digit too short', '+3460000000', 'ES', false],
    ['a number one digit too long', '+346000000011', 'ES', false],
    ['a Brazilian mobile', '+5511900000001', 'BR', true],
    ['an American number declared as Canadian', '+14155552671', 'CA', false],
  ])('%s', (_, number, country, exists) => expect(isPhone({ number, country })).toBe(exists))

  test.each([
    ['a mobile', '+34600000001', 'ES', true],
    ['a landline, reachable by a phone call', '+34910000000', 'ES', true],
    ['a premium number', '+34806123456', 'ES', false],
    ['a shared-cost number', '+34902123456', 'ES', false],
    ['a mobile of Jersey, in the British numbering plan', '+447797712345', 'JE', true],
    ['a country that the partner does not serve', '+14155552671', 'US', false],
  ])('codes can be sent to: %s [A3.9]', (_, number, country, allowed) => {
    expect(isPhoneAllowed({ number, country }, ['ES', 'PT', 'GB'])).toBe(allowed)
  })
})
