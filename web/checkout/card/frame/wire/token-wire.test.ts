import { describe, expect, test } from 'vitest'
import type { CardValues } from '../card-values.ts'
import { problemsIn, savedTokenRequest, tokenIn, tokenRequest } from './token-wire.ts'

const card: CardValues = {
  number: '4235 6477 2802 5682',
  holder: ' Ana Souza ',
  expiry: { month: '4', year: '31' },
  securityCode: '123',
  document: '123.456.789-09',
}
const form = { sessionId: 'form-1', clientEnv: 'MjR8OTAw' }

describe('the token request [B3.6]', () => {
  test("MONEI receives the account, the form's session and the 3-D Secure data [B7.16]", () => {
    const entry = { provider: 'monei', baseUrl: 'https://bank.test/v1', accountId: 'acc' } as const
    expect(tokenRequest(entry, card, form)).toEqual({
      url: 'https://bank.test/v1/tokens',
      headers: { 'client-env': 'MjR8OTAw' },
      body: {
        accountId: 'acc',
        sessionId: 'form-1',
        paymentMethod: { card: { number: '4235647728025682', expMonth: '04', expYear: '31', cvc: '123' } },
      },
    })
  })

  test('Mercado Pago receives the holder and the CPF, and nothing of it in the URL [B7.16]', () => {
    const entry = { provider: 'mercadopago', baseUrl: 'https://bank.test', publicKey: 'k&1' } as const
    const { url, body } = tokenRequest(entry, card, form)
    expect(url).toBe('https://bank.test/v1/card_tokens?public_key=k%261')
    expect(body).toEqual({
      card_number: '4235647728025682',
      expiration_month: 4,
      expiration_year: 2031,
      security_code: '123',
      cardholder: { name: 'Ana Souza', identification: { type: 'CPF', number: '12345678909' } },
    })
  })

  test('a saved card goes to Mercado Pago as its id and code', () => {
    const entry = { provider: 'mercadopago', baseUrl: 'https://bank.test', publicKey: 'k' } as const
    const { url, body } = savedTokenRequest(entry, '149002', '123')
    expect(url).toBe('https://bank.test/v1/card_tokens?public_key=k')
    expect(body).toEqual({ card_id: '149002', security_code: '123' })
  })
})

test('a year of two digits equals one of four', () => {
  const long = { ...card, expiry: { month: '04', year: '2031' } }
  const mercado = { provider: 'mercadopago', baseUrl: 'https://bank.test' } as const
  for (const entry of [{ ...mercado, provider: 'monei' } as const, mercado])
    expect(tokenRequest(entry, long, form)).toEqual(tokenRequest(entry, card, form))
})

test.each([
  ['monei', { paymentToken: 'tok' }, 'tok'],
  ['mercadopago', { id: 'tok', status: 'active' }, 'tok'],
  ['monei', { id: 'tok' }, undefined],
  ['mercadopago', { id: '' }, undefined],
  ['mercadopago', null, undefined],
  ['mercadopago', { id: 7 }, undefined],
  ['monei', 'paymentToken', undefined],
] as const)('%s replies %j: the token is %s', (provider, answer, token) =>
  expect(tokenIn(provider, answer)).toBe(token),
)

describe('problems that a provider reports appear at their field', () => {
  const causes = (...codes: (string | number)[]) => ({ cause: codes.map((code) => ({ code, description: 'x' })) })

  test.each<[unknown, Record<string, string>]>([
    [causes('E301'), { number: 'INVALID' }],
    [causes(205, 'E301'), { number: 'REQUIRED' }],
    [causes('208', '326'), { expiry: 'REQUIRED' }],
    [causes('E203', '316', '324'), { securityCode: 'INVALID', holder: 'INVALID', document: 'INVALID' }],
    ...['208', '209'].map((code): [unknown, Record<string, string>] => [causes(code), { expiry: 'REQUIRED' }]),
    ...['325', '326'].map((code): [unknown, Record<string, string>] => [causes(code), { expiry: 'INVALID' }]),
    ...['322', '323', '324'].map((code): [unknown, Record<string, string>] => [causes(code), { document: 'INVALID' }]),
    [causes('224', '221', '214'), { securityCode: 'REQUIRED', holder: 'REQUIRED', document: 'REQUIRED' }],
    [causes('999'), {}],
    [{ cause: 'nothing of a list' }, {}],
    [null, {}],
  ])('Mercado Pago: %j', (answer, problems) => expect(problemsIn('mercadopago', answer)).toEqual(problems))

  test.each([
    ['Card number is not valid', { number: 'INVALID' }],
    ['Card expiry is not valid', { expiry: 'INVALID' }],
    ['Card security code is not valid', { securityCode: 'INVALID' }],
    ['Something else', {}],
  ])('MONEI: %s', (message, problems) => expect(problemsIn('monei', { message })).toEqual(problems))
})
