import { canHaveBizum } from '@cuida/core/checkout/wallet/wallet.ts'
import type { Wallet } from '@cuida/core/kit/vendors/payment-vendors.ts'

/** Safari's part of Apple Pay that we use. */
interface ApplePayWindow {
  ApplePaySession?: { canMakePayments(): boolean }
}

/**
 * Of the offered wallets, those that this device can pay with. A device has the wallet of its own maker; the provider's
 * page makes the final check, so that Google learns of a visit only when the patient chooses its wallet
 * (docs/decisions/0205).
 */
export function deviceWallets(offered: readonly Wallet[], phone: string | undefined): Wallet[] {
  const hasApplePay = canPayByApple()
  const has: Record<Wallet, boolean> = {
    applePay: hasApplePay,
    googlePay: !hasApplePay && 'PaymentRequest' in window,
    bizum: canHaveBizum(phone),
  }
  return offered.filter((wallet) => has[wallet])
}

/** Throws in a page without https. */
function canPayByApple(): boolean {
  try {
    return (window as ApplePayWindow).ApplePaySession?.canMakePayments() === true
  } catch {
    return false
  }
}

/** Wallets come first on a phone: nothing is typed there. */
export const isPhone = (): boolean => matchMedia('(pointer: coarse)').matches
