import type { Card } from '../kit/card.ts'
import type { Fields } from '../kit/fields.ts'
import { CHALLENGE_PENDING, createCreq } from './creq.ts'
import type { Outcome } from './outcomes.ts'

export interface Holder {
  name: string
  identification: { type: string; number: string } | null
}

export interface CardToken {
  id: string
  /** The first digits (BIN) of the card: brand and bank. Absent for cards saved before it was stored. */
  bin?: string | undefined
  card: Card
  holder: Holder
  outcome: Outcome
  cardId?: string
  usedBy?: number
  /** The card's 3-D Secure challenge and its outcome. */
  challenge?: 'passes' | 'fails' | undefined
}

/** A 3-D Secure challenge of a payment. */
export interface Challenge {
  id: string
  ends: 'passes' | 'fails'
  /** ISO 8601: a later answer is declined. */
  until: string
}

export interface SavedCard {
  id: string
  bin?: string | undefined
  customerId: string
  card: Card
  holder: Holder
  outcome: Outcome
  challenge?: CardToken['challenge']
  at: string
}

export interface Customer {
  id: string
  email: string
  first_name: string | null
  last_name: string | null
  phone: Fields | null
  identification: Fields | null
  date_created: string
}

/** A payment as the simulator stores it. Amounts in cents; the wire format has decimals. */
export interface Payment {
  id: number
  status: Outcome['status'] | 'pending' | 'cancelled' | 'refunded' | 'in_mediation' | 'charged_back'
  statusDetail: string
  amount: number
  refunded: number
  installments: number
  /**
   * The payer's total including interest, and the installment amount. Absent for payments made before they were
   * stored.
   */
  payerTotal?: number
  each?: number
  challenge?: Challenge | null
  description: string | null
  externalReference: string | null
  notificationUrl: string | null
  statementDescriptor: string | null
  payer: Fields
  metadata: Fields
  /** Card payments only. */
  card: Card | null
  holder: Holder | null
  pix: Pix | null
  /** ISO 8601. */
  createdAt: string
  updatedAt: string
  approvedAt: string | null
}

export interface Pix {
  code: string
  /** ISO 8601: the payment expires then. */
  expiresAt: string
}

export interface Refund {
  id: number
  payment_id: number
  /** Cents. */
  amount: number
  externalReference: string
  at: string
}

/** One problem of a request. Codes are the documented ones (product 12.2 to 12.5). */
export interface Cause {
  code: number | string
  description: string
}

const WORDS: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthorized',
  404: 'not_found',
  409: 'conflict',
  500: 'internal_server_error',
}

export class MercadoPagoError extends Error {
  readonly status: number
  readonly causes: Cause[]
  constructor(status: number, message: string, causes: Cause[] = []) {
    super(message)
    this.status = status
    this.causes = causes
  }
}

export const errorBody = (status: number, message: string, cause: Cause[] = []) => ({
  message,
  error: WORDS[status] ?? 'error',
  status,
  cause,
})

/** Converts cents to the decimals of the wire format, and back; undefined for more than two decimals. */
export const toDecimal = (cents: number): number => cents / 100
export function toCents(decimal: unknown): number | undefined {
  if (typeof decimal !== 'number' || !Number.isFinite(decimal)) return undefined
  const cents = Math.round(decimal * 100)
  return cents / 100 === decimal ? cents : undefined
}

const METHODS = {
  visa: 'visa',
  mastercard: 'master',
  amex: 'amex',
  elo: 'elo',
  hipercard: 'hipercard',
  unknown: 'unknown',
} as const
export const methodOf = ({ brand }: Pick<Card, 'brand'>): string => METHODS[brand]

/** **Simulator-only**: one bank per brand. The provider does not document its numbers. */
const ISSUERS = { visa: '25', mastercard: '24', amex: '1002', elo: '2007', hipercard: '2008', unknown: '0' } as const
export const issuerOf = ({ brand }: Pick<Card, 'brand'>): string => ISSUERS[brand]

export function wirePayment(payment: Payment, publicUrl: string) {
  return {
    id: payment.id,
    date_created: payment.createdAt,
    date_approved: payment.approvedAt,
    date_last_updated: payment.updatedAt,
    date_of_expiration: payment.pix?.expiresAt ?? null,
    operation_type: 'regular_payment',
    ...(payment.card ? wireCard(payment.card, payment.holder) : wirePix(payment, publicUrl)),
    status: payment.status,
    status_detail: payment.statusDetail,
    currency_id: 'BRL',
    description: payment.description,
    live_mode: false,
    payer: payment.payer,
    metadata: payment.metadata,
    external_reference: payment.externalReference,
    transaction_amount: toDecimal(payment.amount),
    transaction_amount_refunded: toDecimal(payment.refunded),
    installments: payment.installments,
    captured: true,
    binary_mode: false,
    statement_descriptor: payment.statementDescriptor,
    transaction_details: {
      total_paid_amount: toDecimal(payment.payerTotal ?? payment.amount),
      installment_amount: toDecimal(payment.each ?? payment.amount),
    },
    notification_url: payment.notificationUrl,
    three_ds_info: challengeOf(payment, publicUrl),
  }
}

/** Included while the challenge is open. */
const challengeOf = ({ challenge, statusDetail }: Payment, publicUrl: string) =>
  challenge && statusDetail === CHALLENGE_PENDING.statusDetail
    ? { external_resource_url: `${publicUrl}/simulators/mercadopago/3ds`, creq: createCreq(challenge.id) }
    : null

function wireCard(card: Card, holder: Holder | null) {
  const method = methodOf(card)
  return {
    payment_method_id: method,
    payment_type_id: 'credit_card',
    issuer_id: issuerOf(card),
    payment_method: { id: method, type: 'credit_card', issuer_id: issuerOf(card) },
    card: {
      first_six_digits: null,
      last_four_digits: card.last4,
      expiration_month: card.expiryMonth,
      expiration_year: card.expiryYear,
      cardholder: holder,
    },
  }
}

/** The code in both fields, as the provider returns it, but without a PNG. */
function wirePix({ id, pix }: Payment, publicUrl: string) {
  return {
    payment_method_id: 'pix',
    payment_type_id: 'bank_transfer',
    payment_method: { id: 'pix', type: 'bank_transfer', issuer_id: null },
    card: {},
    point_of_interaction: {
      type: 'PIX',
      sub_type: null,
      application_data: { name: null, version: null },
      transaction_data: {
        qr_code: pix?.code,
        qr_code_base64: '',
        ticket_url: `${publicUrl}/simulators/mercadopago/pix/${id}`,
      },
    },
  }
}
