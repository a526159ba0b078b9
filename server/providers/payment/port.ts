import type { InstallmentOption } from '@cuida/core/checkout/card/installments.ts'
import type { DisputeSnapshot } from '@cuida/core/checkout/dispute/dispute.ts'
import type { CardType } from '@cuida/core/checkout/order/order.ts'
import type { FailureReason } from '@cuida/core/checkout/payment/failure.ts'
import type { TheirPayment } from '@cuida/core/checkout/reconciliation/reconciliation.ts'
import type { Currency } from '@cuida/core/kit/shapes.ts'
import type { Wallet } from '@cuida/core/kit/vendors/payment-vendors.ts'
import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import type { Checkable } from '../provider-check.ts'

export { ProviderDown } from '../provider-down.ts'

// The order's own types, so that no translation is needed. Providers import nothing else of an area.
export type { CardType, DisputeSnapshot, FailureReason, TheirPayment }

/**
 * A payment's state at the provider, ranked in this order: later updates never go back. Amounts in minor units.
 * `refunded` may be partial: the rest is still paid. Disputes are reported beside the state.
 */
export type PaymentUpdate =
  | { state: 'pending'; providerPaymentId: string; nextAction?: NextAction }
  | { state: 'processing'; providerPaymentId: string }
  | { state: 'failed'; providerPaymentId?: string; reason: FailureReason }
  | Paid
  | Refunded

/**
 * What the patient must do: visit the page of the bank or, for a wallet, of the provider, answer the bank in a frame that the request is posted to, or pay
 * with a Pix code, whose text comes from the provider unchecked.
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
  /**
   * The total of the payer with installments: the price and the bank's interest, which neither the clinic nor we
   * receive.
   */
  payerTotal?: number
  disputes?: DisputeSnapshot[]
}

interface Refunded {
  state: 'refunded'
  providerPaymentId: string
  refundedAmount: number
  amount: number
  currency: Currency
  disputes?: DisputeSnapshot[]
}

export type ChargeRequest = CardCharge | PixCharge | WalletCharge

interface AnyCharge {
  /** Our id of this attempt, and the provider's idempotency key or order id. */
  attemptId: string
  amount: number
  currency: Currency
  /** On the statement of the bank, which others may read: the clinic's name, and nothing about the care. */
  description: string
  payer: {
    email: string
    firstName: string
    lastName: string
    document?: { type: string; number: string }
    phone?: string
  }
  returnUrl: string
  callbackUrl: string
  ip?: string
  /** Known from an earlier try of this attempt: continues that payment instead of creating another. */
  providerPaymentId?: string
  /**
   * For providers without idempotency keys (MONEI): called before money can move, with the id that `find` needs
   * later. When it throws, nothing is charged. Other providers return the id in the update.
   */
  onCreated?: (providerPaymentId: string) => Promise<void>
}

export interface CardCharge extends AnyCharge {
  method: 'card'
  /** Created by the provider in the patient's browser; single use. */
  cardToken: string
  /** The form session that a MONEI token is bound to. */
  tokenSession?: string
  installments: number
  cardholderName?: string
  deviceSessionId?: string
  /** The patient's app can show a bank's challenge in a frame. */
  showsChallenge?: boolean
  /** The card will be saved after the payment (`keepCard`). */
  keepCard?: boolean
  /** The provider's customer whose saved card this token was made from, where the provider requires it. */
  customerId?: string
  /** When the provider ends an unanswered bank challenge, where it supports that. */
  expiresAt?: Date
}

/** Where the provider or the account has no Pix, the update is `failed` with PIX_DISABLED. */
export interface PixCharge extends AnyCharge {
  method: 'pix'
  /** After this moment the provider accepts no payment for the code. The same for every try of one attempt. */
  expiresAt: Date
}

/**
 * Paid on the provider's own page, which offers this wallet alone. The update is `pending` with that page, or `failed`
 * where the account does not have the wallet.
 */
export interface WalletCharge extends AnyCharge {
  method: Wallet
  /** After this moment the provider accepts no payment. */
  expiresAt: Date
}

export interface RefundRequest {
  providerPaymentId: string
  /** Our id of this refund, which is executed once. */
  refundId: string
  amount: number
  currency: Currency
  /** Total of earlier refunds of this payment by our own records. Required where the provider has no refund ids. */
  refundedBefore?: number
}

export interface CardToSave {
  reference: string
  cardToken: string
  tokenSession?: string
  cardholderName?: string
  currency: Currency
  payer: ChargeRequest['payer']
  /** The payment that the card has just made. Without it the provider verifies the card without charging it. */
  providerPaymentId?: string
}

/** A card saved at the provider. It holds no number and can only pay this merchant. */
export interface KeptCard {
  /** Equal for the same card, however often it is saved. */
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
  /** The raw bytes of the request, which the signature covers. */
  body: Buffer
  headers: Record<string, string | undefined>
  query: Record<string, string | undefined>
}

export interface WebhookNote {
  /** Identifies the notification: repeated deliveries have the same id. */
  eventId: string
  /** An unsigned hint: `find` checks that payment and attempt belong together. */
  attemptId?: string
  providerPaymentId: string
  /** Our subscription id from the callback URL; an unsigned hint. */
  subscriptionId?: string
  /** The provider's id of a changed dispute; `providerPaymentId` is empty then. */
  disputeId?: string
  /** Unauthenticated: only a reason to query the provider about a known payment. */
  isUnsigned?: true
}

/** Payments by card, and by Pix where the provider has it. Every method may throw ProviderDown: the outcome is unknown then. */
export interface CardPayments extends Checkable {
  /** Charges once for each attempt. A refusal is a `failed` update, not an exception. */
  charge(request: ChargeRequest): Promise<PaymentUpdate>
  /**
   * The provider's state of this attempt. Undefined when it was never asked to charge it, or the payment belongs to
   * another attempt.
   */
  find(ref: { attemptId: string; providerPaymentId?: string }): Promise<PaymentUpdate | undefined>
  /**
   * Cancels a payment that waits for the patient and returns its state afterwards: `succeeded` when the payment was
   * completed first. Idempotent. Undefined as in `find`.
   */
  cancel(ref: { attemptId: string; providerPaymentId: string }): Promise<PaymentUpdate | undefined>
  /** Throws RefundRefused for a permanent refusal. */
  refund(request: RefundRequest): Promise<{ refundedAmount: number }>
  /**
   * All payments created since then, by the provider's records; a payment may appear twice while the list grows.
   * Slow: for the nightly reconciliation.
   */
  list(since: Date): Promise<TheirPayment[]>
  /** Throws CardNotKept when the provider refuses. Saving the same card again returns the same card. */
  keepCard(card: CardToSave): Promise<KeptCard>
  /** Succeeds for a card that the provider no longer has. */
  forgetCard(card: Pick<KeptCard, 'customerId' | 'cardId'>): Promise<void>
  /** The payments of a dispute, for providers whose notifications name disputes. */
  disputed?(disputeId: string): Promise<{ attemptId: string; providerPaymentId: string }[]>
  /**
   * Undefined for a forged, altered or outdated webhook. It only says which payment changed; `find` returns its
   * state.
   */
  readWebhook(raw: RawWebhook, now: Date): WebhookNote | undefined
  /** Installments of an amount, for each bank that can have issued the card; absent where the provider has none. */
  installments?(card: { cardToken: string; amount: number }): Promise<InstallmentOption[][]>
  /** The wallets that the account has enabled; absent where the provider has none. */
  wallets?(): Promise<Wallet[]>
  /** What the browser needs to turn a card into a token. */
  browser: BrowserEntry
}

export interface BrowserEntry {
  provider: Vendor<'payments'> | 'none'
  baseUrl: string
  publicKey?: string
  accountId?: string
  /** A saved card pays with a token made of its id and the security code, not by its id alone. */
  keptCardNeedsCode: boolean
}

/** The provider refused: a used token, a card that it does not save, or a bank that requires a challenge first. */
export class CardNotSaved extends Error {
  override readonly name = 'CardNotKept'
}

/** The provider refused: not refundable, too old, or more than was paid. A retry does not help. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused'
}
