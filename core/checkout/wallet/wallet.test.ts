import { describe, expect, test } from 'vitest'
import { PaymentMethod } from '../order/order.ts'
import { canHaveBizum, walletOf, walletsOf } from './wallet.ts'

const spain: Parameters<typeof walletsOf>[0] = {
  wallets: ['bizum', 'googlePay', 'applePay'],
  paymentProvider: 'monei',
  currency: 'EUR',
  countryCodes: ['ES', 'PT'],
}
const of = (changes: object) => walletsOf({ ...spain, ...changes })

describe('the partner’s wallets', () => {
  test.each([
    ['in the order of the checkout', {}, ['applePay', 'googlePay', 'bizum']],
    ['those of the bundle only', { wallets: ['bizum'] }, ['bizum']],
    ['none without a setting, as an older server sends it', { wallets: undefined }, []],
    ['none at a provider without them', { paymentProvider: 'mercadopago' }, []],
    ['none without a provider', { paymentProvider: 'none' }, []],
    ['no Bizum outside Spain', { countryCodes: ['PT'] }, ['applePay', 'googlePay']],
    ['no Bizum in another currency', { currency: 'BRL' }, ['applePay', 'googlePay']],
  ])('%s', (_, changes, expected) => expect(of(changes)).toEqual(expected))
})

test('an order’s payment method names its wallet', () => {
  const named = PaymentMethod.options.flatMap((method) => walletOf(method) ?? [])
  expect(named).toEqual(['applePay', 'googlePay', 'bizum'])
  expect(walletOf('FULL_DISCOUNT')).toBeUndefined()
})

test.each([
  ['+34600000001', true],
  ['+34712345678', true],
  ['+34910000000', false],
  ['+351912345678', false],
  ['', false],
  [undefined, false],
])('the phone %s can have Bizum: %s', (phone, expected) => expect(canHaveBizum(phone)).toBe(expected))
