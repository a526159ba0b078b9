import type { Config } from '../../brand/config.ts'
import { paymentVendor, WALLETS, type Wallet } from '../../kit/vendors/payment-vendors.ts'
import type { PaymentMethod } from '../order/order.ts'

/** The order's payment method of each wallet. */
export const WALLET_METHODS = {
  applePay: 'APPLE_PAY',
  googlePay: 'GOOGLE_PAY',
  bizum: 'BIZUM',
} as const satisfies Record<Wallet, PaymentMethod>

/** Brand names, the same in every language. */
export const WALLET_NAMES: Readonly<Record<Wallet, string>> = {
  applePay: 'Apple Pay',
  googlePay: 'Google Pay',
  bizum: 'Bizum',
}

/** undefined for another payment method, and for one that another version stored. */
export const walletOf = (paymentMethod: string): Wallet | undefined =>
  WALLETS.find((wallet) => WALLET_METHODS[wallet] === paymentMethod)

type WalletConfig = Pick<Config, 'paymentProvider' | 'currency' | 'countryCodes'> & Partial<Pick<Config, 'wallets'>>

/** The wallets that the partner offers: set in the content bundle, taken by the provider, and Bizum only in Spain. */
export function walletsOf({ wallets = [], paymentProvider, currency, countryCodes }: WalletConfig): Wallet[] {
  const isInSpain = currency === 'EUR' && countryCodes.includes('ES')
  const taken = paymentVendor(paymentProvider)?.wallets ?? []
  return taken.filter((wallet) => wallets.includes(wallet) && (wallet !== 'bizum' || isInSpain))
}

/** Bizum is tied to a Spanish mobile number, in E.164. */
export const canHaveBizum = (phone: string | null | undefined): boolean => /^\+34[67]\d{8}$/.test(phone ?? '')
