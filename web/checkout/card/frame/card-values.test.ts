import { describe, expect, test } from 'vitest'
import { cardFormProblems, codeProblems } from './card-values.ts'

const now = new Date('2026-11-26T10:00:00Z')

describe('the card form', () => {
  const typed = {
    document: '123.456.789-09',
    number: '4235 6477 2802 5682',
    holder: 'Ana Souza',
    expiry: { month: '04', year: '31' },
    securityCode: '123',
  }
  const wrong = (values: typeof typed, provider: 'monei' | 'mercadopago') =>
    Object.entries(cardFormProblems(values, provider, now)).filter(([_, problem]) => problem)

  test('a valid card with the CPF of the profile is accepted', () => expect(wrong(typed, 'mercadopago')).toEqual([]))
  test('the CPF is requested only where the provider needs it [B5.7]', () => {
    expect(wrong({ ...typed, document: '' }, 'mercadopago')).toEqual([['document', 'REQUIRED']])
    expect(wrong({ ...typed, document: '123.456.789-00' }, 'mercadopago')).toEqual([['document', 'INVALID']])
    expect(wrong({ ...typed, document: '' }, 'monei')).toEqual([])
  })
  test('the problem of a code names its number of digits', () => {
    expect(wrong({ ...typed, securityCode: '12' }, 'monei')).toEqual([['securityCode', 'WANTS_3']])
    expect(wrong({ ...typed, number: '3753 651535 56885' }, 'monei')).toEqual([['securityCode', 'WANTS_4']])
    expect(wrong({ ...typed, securityCode: '' }, 'monei')).toEqual([['securityCode', 'REQUIRED']])
  })
  test.each([
    ['5067 7667 8388 8311', undefined, 'UNSUPPORTED'],
    ['6062 8288 8866 6688', undefined, 'UNSUPPORTED'],
    ['6011 1111 1111 1117', 'UNSUPPORTED_IN_BRAZIL', 'UNSUPPORTED'],
  ])('the brand of %s is taken in Brazil: %s, and in Spain: %s', (number, inBrazil, inSpain) => {
    expect(cardFormProblems({ ...typed, number }, 'mercadopago', now).number).toBe(inBrazil)
    expect(cardFormProblems({ ...typed, number }, 'monei', now).number).toBe(inSpain)
  })
  test('a saved card needs only its code', () => {
    const blank = { ...typed, number: '', holder: '', document: '' }
    expect(codeProblems(blank, 'visa')).toEqual({ securityCode: undefined })
    expect(codeProblems(blank, 'amex')).toEqual({ securityCode: 'WANTS_4' })
    expect(codeProblems({ ...blank, securityCode: '' }, 'visa')).toEqual({ securityCode: 'REQUIRED' })
  })
  test('the test cards of both providers are accepted', () => {
    for (const number of ['4444 4444 4444 4422', '5555 5555 5555 5565', '4444 4444 4444 4406', '3753 651535 56885'])
      expect(wrong({ ...typed, number, securityCode: number.startsWith('37') ? '1234' : '123' }, 'monei')).toEqual([])
  })
})
