import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'

/**
 * How a subscription stands at the provider at one moment. Statuses are the provider's words: it may learn new ones.
 * Amounts in minor units.
 */
export interface SubscriptionUpdate {
  providerId: string
  /** False: made for somebody else's account at the provider. */
  isOurs: boolean
  status: string
  amount: number
  currency: string
  /** Until when it is paid, or free. */
  periodEnd: Date | undefined
  endsAtPeriodEnd: boolean
  lastPayment: { id: string; status: string } | undefined
  /** When it changed last, in whole seconds: of two facts the later one is true. */
  version: number
}

export interface SubscriptionPaymentUpdate {
  paymentId: string
  isOurs: boolean
  /** The provider's name of the subscription that made it, where it tells. */
  providerId: string | undefined
  status: string
  amount: number
  refunded: number
  currency: string
  version: number
  createdAt: Date
}

export interface NewSubscription {
  /** Our name for it. */
  id: string
  amount: number
  currency: string
  description: string
  trialDays: number
  customer: { email: string; name: string }
  callbackUrl: string
}

export interface Activation {
  paymentId: string
  /** The provider's own page, where the card is given. */
  url: string
}

/**
 * Subscriptions at a payment provider. Every method may throw ProviderDown: the outcome is unknown then. Those that change
 * something throw SubscriptionRefused when the provider will not.
 */
export interface Subscriptions {
  provider: Vendor<'subscriptions'>
  /** Moves no money, and gives nobody anything: made twice, the one that nobody knows of expires. */
  create(wanted: NewSubscription): Promise<SubscriptionUpdate>
  /** Asks for a page where a card is given: for the first time, for what is due, or in place of another. */
  activate(providerId: string, returnUrl: string): Promise<Activation>
  find(providerId: string): Promise<SubscriptionUpdate | undefined>
  findPayment(paymentId: string): Promise<SubscriptionPaymentUpdate | undefined>
  endWithPeriod(providerId: string): Promise<SubscriptionUpdate>
  /** Takes `endWithPeriod` back. */
  keep(providerId: string): Promise<SubscriptionUpdate>
  endNow(providerId: string): Promise<SubscriptionUpdate>
  /** Charges nothing from now on, until `resume`. */
  pause(providerId: string): Promise<SubscriptionUpdate>
  resume(providerId: string): Promise<SubscriptionUpdate>
  /** What is charged from the next period on. */
  setAmount(providerId: string, amount: number): Promise<SubscriptionUpdate>
}

/** The provider answered no: the subscription is over, or in no state for this. Trying again does not help. */
export class SubscriptionRefused extends Error {
  override readonly name = 'SubscriptionRefused'
}
