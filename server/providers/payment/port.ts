import type { InstallmentOption } from '@cuida/core/checkout/card/installments.ts'
import type { DisputeSnapshot } from '@cuida/core/checkout/dispute/dispute.ts'
import type { CardType } from '@cuida/core/checkout/order/order.ts'
import type { FailureReason } from '@cuida/core/checkout/payment/failure.ts'
import type { TheirPayment } from '@cuida/core/checkout/reconciliation/reconciliation.ts'
import type { Currency } from '@cuida/core/kit/shapes.ts'
import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'

export { ProviderDown } from '../provider-down.ts'

// The words of the order, so that nobody translates twice. Providers know nothing else of an area.
export type { CardType, DisputeSnapshot, FailureReason, TheirPayment }

/**
 * How the money stands at the provider, ranked in this order: later facts never go back. Amounts in minor units.
 * `refunded` may be partial: what was not given back is still paid. A dispute is a fact of its own, beside it.
 */
export type PaymentUpdate =
  | { state: 'pending'; providerPaymentId: string; nextAction?: NextAction }
  | { state: 'processing'; providerPaymentId: string }
  | { state: 'failed'; providerPaymentId?: string; reason: FailureReason }
  | Paid
  | Refunded

/**
 * What the patient must do: go to the bank's page, answer the bank in a frame that the request is posted into, or pay with a
 * Pix code, which may be anything that arrived.
 */
export type NextAction =
  | { kind: 'redirect'; url: string }
  | { kind: 'frame'; url: string; request: string }
  | { kind: 'pix'; code: string }

interface Paid {
  state: 'succeeded'
  providerPaymentId: string
  amount: number
  currency: Currency
  /** `•••• 1234` */
  maskedCardNumber?: string
  cardType?: CardType
  /** What the payer pays in all where they pay in parts: the price and the bank's interest, which nobody here receives. */
  payerTotal?: number
  disputes?: DisputeSnapshot[]
}

interface Refunded {
  state: 'refunded'
  providerPaymentId: string
  /** All that was given back so far. */
  refundedAmount: number
  amount: number
  currency: Currency
  disputes?: DisputeSnapshot[]
}

export type ChargeRequest = CardCharge | PixCharge

interface AnyCharge {
  /** Our name for this try, and the provider's idempotency key or order id. */
  attemptId: string
  amount: number
  currency: Currency
  description: string
  payer: {
    email: string
    firstName: string
    lastName: string
    document?: { type: string; number: string }
    phone?: string
  }
  /** Where the bank's page sends the patient back to. */
  returnUrl: string
  callbackUrl: string
  ip?: string
  /** Known from an earlier try of this attempt: goes on with that payment instead of making another. */
  providerPaymentId?: string
  /**
   * Where the provider knows no idempotency key (MONEI): called before any money can move, with what `find` needs
   * later. When it throws, nothing is charged. Other providers tell the id in the fact.
   */
  onCreated?: (providerPaymentId: string) => Promise<void>
}

export interface CardCharge extends AnyCharge {
  method: 'card'
  /** Made by the provider in the patient's browser; works once. */
  cardToken: string
  /** The form session that a MONEI token is bound to. */
  tokenSession?: string
  installments: number
  cardholderName?: string
  deviceSessionId?: string
  /** The patient's app can show a bank's question in a frame. */
  showsChallenge?: boolean
  /** The card is to be kept once it has paid (`keepCard`). */
  keepCard?: boolean
  /** Whose kept card this token was made of, where the provider wants to know. */
  customerId?: string
  /** The provider gives up a bank challenge that nobody answered by then, where it can. */
  expiresAt?: Date
}

/** Where the provider has no Pix, or none for this account, the fact is `failed`, PIX_DISABLED. */
export interface PixCharge extends AnyCharge {
  method: 'pix'
  /** From then on the provider takes no money for the code. Always the same for one attempt. */
  expiresAt: Date
}

export interface RefundRequest {
  providerPaymentId: string
  /** Our name for this refund: it happens once. */
  refundId: string
  amount: number
  currency: Currency
  /** What earlier refunds of this payment gave back, by our own books. Needed where the provider knows no refund id. */
  refundedBefore?: number
}

export interface CardToKeep {
  /** Our name for this request. */
  reference: string
  cardToken: string
  tokenSession?: string
  cardholderName?: string
  currency: Currency
  payer: ChargeRequest['payer']
  /** The payment that the card has just made. Without it the provider checks the card, and no money moves. */
  providerPaymentId?: string
}

/** A card that the provider keeps. No number, and nothing that pays for anybody but us. */
export interface KeptCard {
  /** The same of the same card, however often it is kept. */
  fingerprint: string
  customerId?: string
  cardId: string
  cardType: CardType
  /** `•••• 1234` */
  maskedCardNumber: string
  expiryMonth: number
  expiryYear: number
}

export interface RawWebhook {
  /** The very bytes that arrived. */
  body: Buffer
  /** Names in lower case. */
  headers: Record<string, string | undefined>
  query: Record<string, string | undefined>
}

export interface WebhookNote {
  /** The same notification, delivered again, has the same id. */
  eventId: string
  /** A hint: nobody signs it. `find` checks that payment and attempt belong together. */
  attemptId?: string
  providerPaymentId: string
  /** Ours, where the address that was called names a subscription: a hint that nobody signs. */
  subscriptionId?: string
  /** The provider's name for a dispute, where that changed; `providerPaymentId` is empty then. */
  disputeId?: string
  /** Anybody may have sent it: it is a reason to ask the provider about a payment that we know, and nothing more. */
  isUnsigned?: true
}

/** Payments by card, and by Pix where the provider has it. Every method may throw ProviderDown: the outcome is unknown then. */
export interface CardPayments {
  /** Charges once per attempt. A definite refusal is a fact, not an exception. */
  charge(request: ChargeRequest): Promise<PaymentUpdate>
  /**
   * What the provider knows of this attempt. Undefined: it was never asked to charge it, or the payment belongs to
   * another attempt.
   */
  find(ref: { attemptId: string; providerPaymentId?: string }): Promise<PaymentUpdate | undefined>
  /**
   * Gives up a payment that still waits for the patient, and tells how it stands after that: `succeeded` when the money
   * was faster. Asked again, it tells the same. Undefined as in `find`.
   */
  cancel(ref: { attemptId: string; providerPaymentId: string }): Promise<PaymentUpdate | undefined>
  /** Throws RefundRefused when the provider will not, now or ever. */
  refund(request: RefundRequest): Promise<{ refundedAmount: number }>
  /**
   * All payments that began since then, as the provider's books show them; a payment may be on the list twice while the
   * list grows. Slow, for comparisons at night.
   */
  list(since: Date): Promise<TheirPayment[]>
  /** Throws CardNotKept when the provider will not. The same card kept again is the same card. */
  keepCard(card: CardToKeep): Promise<KeptCard>
  /** Ends well too when the provider does not know the card any more. */
  forgetCard(card: Pick<KeptCard, 'customerId' | 'cardId'>): Promise<void>
  /** The payments that a dispute is about, where the provider has names for disputes and tells. */
  disputed?(disputeId: string): Promise<{ attemptId: string; providerPaymentId: string }[]>
  /** Undefined: forged, altered or too old. Only says which payment changed; `find` tells the truth. */
  readWebhook(raw: RawWebhook, now: Date): WebhookNote | undefined
  /** In which parts so much may be paid, at each bank that the card of a token may be of; absent where the provider knows none. */
  installments?(card: { cardToken: string; amount: number }): Promise<InstallmentOption[][]>
  /** What the browser needs to turn a card into a token. */
  browser: BrowserEntry
}

export interface BrowserEntry {
  provider: Vendor<'payments'> | 'none'
  baseUrl: string
  publicKey?: string
  accountId?: string
  /** A kept card pays with a token that is made of its id and the security code, not by itself. */
  keptCardNeedsCode: boolean
}

/** The provider answered no: a dead token, a card that it does not keep, a bank that wants to see the patient first. */
export class CardNotKept extends Error {
  override readonly name = 'CardNotKept'
}

/** The provider answered no: not refundable, too old, more than was paid. Trying again does not help. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused'
}
