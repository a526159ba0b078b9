import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import type { Checkable } from '../provider-check.ts'

/**
 * A subscription's state at the provider. Statuses are the provider's, which may add new ones. Amounts in minor
 * units.
 */
export interface SubscriptionUpdate {
  providerId: string
  /** False when it belongs to another account at the provider. */
  isOurs: boolean
  status: string
  amount: number
  currency: string
  /** End of the paid or free period. */
  periodEnd: Date | undefined
  endsAtPeriodEnd: boolean
  /**
   * The provider leaves the end to us: the period of a cancelled subscription is over, or all retries of a charge
   * have failed.
   */
  mustEnd: boolean
  /** A pending subscription has its card, and the provider makes the first charge by itself. */
  awaitsFirstCharge?: boolean
  lastPayment: { id: string; status: string } | undefined
  /** Time of the last change in whole seconds: of two updates the later one wins. */
  version: number
}

export interface SubscriptionPaymentUpdate {
  paymentId: string
  isOurs: boolean
  /** The provider's id of the subscription, where a payment names it. */
  providerId: string | undefined
  status: string
  amount: number
  refunded: number
  currency: string
  version: number
  createdAt: Date
}

export interface NewSubscription {
  id: string
  amount: number
  currency: string
  /** As of a charge: the clinic's name. */
  description: string
  trialDays: number
  customer: { email: string; name: string }
  callbackUrl: string
  /** Our page to which the provider's own pages lead back. */
  returnUrl: string
}

export interface Activation {
  paymentId: string
  url: string
}

/**
 * Subscriptions at a payment provider. Every method may throw ProviderDown: the outcome is unknown then. Methods that
 * change something throw SubscriptionRefused for a refusal.
 */
export interface Subscriptions extends Checkable {
  provider: Vendor<'subscriptions'>
  /** Moves no money. Created twice after a lost response, the unused subscription never gets a card. */
  create(input: NewSubscription): Promise<SubscriptionUpdate>
  /**
   * Requests the provider's page for a card: the first one, one for an overdue charge, or a replacement. Absent where
   * the card is typed in our form, and `giveCard` takes its token.
   */
  activate?(providerId: string, returnUrl: string): Promise<Activation>
  /** An overdue charge is made with the new card, at once or at the provider's next retry. A token works once. */
  giveCard?(providerId: string, cardToken: string): Promise<SubscriptionUpdate>
  find(providerId: string): Promise<SubscriptionUpdate | undefined>
  findPayment(paymentId: string): Promise<SubscriptionPaymentUpdate | undefined>
  /**
   * The subscription and payment that a webhook means, if it names one of its payments. Absent where our callback URL,
   * which names the subscription, is the only address of webhooks.
   */
  findNoted?(notedId: string): Promise<{ providerId: string; paymentId: string | undefined } | undefined>
  /** No charge follows, and an overdue one is not retried. Ends at once when no period is left. */
  endWithPeriod(providerId: string): Promise<SubscriptionUpdate>
  /** Withdraws `endWithPeriod`. */
  keep(providerId: string): Promise<SubscriptionUpdate>
  endNow(providerId: string): Promise<SubscriptionUpdate>
  /** Stops charges until `resume`. */
  pause(providerId: string): Promise<SubscriptionUpdate>
  resume(providerId: string): Promise<SubscriptionUpdate>
  setAmount(providerId: string, amount: number): Promise<SubscriptionUpdate>
}

/**
 * The provider refused: the subscription has ended, or its state does not allow the change. A retry does not help.
 */
export class SubscriptionRefused extends Error {
  override readonly name = 'SubscriptionRefused'
}
