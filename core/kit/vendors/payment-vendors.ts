import type { Vendor } from './vendors.ts'

/** Payment methods of a phone or a bank's app, in the order of the checkout; the provider's own spelling. */
export const WALLETS = ['applePay', 'googlePay', 'bizum'] as const
export type Wallet = (typeof WALLETS)[number]

/** Differences between payment providers; a new one must set each field. */
interface PaymentVendor {
  /** The provider's own spelling. */
  name: string
  hasPix: boolean
  /** Paid on the provider's page (docs/decisions/0205). */
  wallets: readonly Wallet[]
  /** Brazil's card brands, Elo and Hipercard. */
  takesElo: boolean
  /** Card payments need a CPF. */
  asksDocument: boolean
  /** Cards can pay in installments. */
  offersInstallments: boolean
  /** The 3-D Secure challenge can be shown in a frame of the app. */
  asksInFrame: boolean
  hasSubscriptions: boolean
  /**
   * Giving a subscription's card makes the charge that is due, the first or an overdue one. Otherwise the provider makes
   * it later by itself.
   */
  chargesSubscriptionsAtOnce: boolean
  /** How often the provider retries a declined charge of a subscription, and for how many days. */
  subscriptionRetries: { times: number; days: number }
  /** The vendor's API has calls and webhooks for disputes; otherwise the vendor reports disputes by e-mail. */
  tellsOfDisputes: boolean
}

export const PAYMENT_VENDORS: Readonly<Record<Vendor<'payments'>, PaymentVendor>> = {
  monei: {
    name: 'MONEI',
    hasPix: false,
    wallets: WALLETS,
    takesElo: false,
    asksDocument: false,
    offersInstallments: false,
    asksInFrame: false,
    hasSubscriptions: true,
    chargesSubscriptionsAtOnce: true,
    subscriptionRetries: { times: 3, days: 7 },
    tellsOfDisputes: false,
  },
  mercadopago: {
    name: 'Mercado Pago',
    hasPix: true,
    wallets: [],
    takesElo: true,
    asksDocument: true,
    offersInstallments: true,
    asksInFrame: true,
    hasSubscriptions: true,
    chargesSubscriptionsAtOnce: false,
    subscriptionRetries: { times: 4, days: 10 },
    tellsOfDisputes: true,
  },
}

/** undefined without a payment provider, and for a name that another version stored. */
export const paymentVendor = (name: string): PaymentVendor | undefined =>
  new Map<string, PaymentVendor>(Object.entries(PAYMENT_VENDORS)).get(name)
