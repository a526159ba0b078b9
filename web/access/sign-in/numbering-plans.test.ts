import { expect, test } from 'vitest'
import { numberingPlansOf } from './numbering-plans.ts'
import { provideNumberingPlans, readPhone } from './phone.ts'

test.each([
  ['Jersey', '07797 712345', { number: '+447797712345', country: 'JE' }],
  ['Guernsey, with its prefix', '+44 7781 123456', { number: '+447781123456', country: 'GG' }],
  ['the Isle of Man', '07624 123456', { number: '+447624123456', country: 'IM' }],
  ['Great Britain', '07400 123456', { number: '+447400123456', country: 'GB' }],
  ['Spain', '+34 600 000 001', { number: '+34600000001', country: 'ES' }],
  ['a country that the partner does not serve', '+1 415 555 2671', undefined],
])('a partner in Britain and Spain accepts a number of %s', async (_, typed, phone) => {
  provideNumberingPlans(numberingPlansOf(['GB', 'ES']))
  expect(await readPhone(typed, 'GB')).toEqual(phone)
})

test('the choice of countries leaves out territories', () => {
  expect(numberingPlansOf(['GB', 'ES']).countries).toEqual([
    { country: 'GB', callingCode: '44' },
    { country: 'ES', callingCode: '34' },
  ])
})
