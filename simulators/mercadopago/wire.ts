import type { Card } from '../kit/card.ts'
import type { Fields } from '../kit/fields.ts'
import { ASKED, creqOf } from './creq.ts'
import type { Outcome } from './outcomes.ts'

export interface Holder {
  name: string
  identification: { type: string; number: string } | null
}

export interface CardToken {
  id: string
  /** How its number begins: brand and bank. Not of cards that were saved before this was kept. */
  bin?: string | undefined
  card: Card
  holder: Holder
  outcome: Outcome
  cardId?: string
  usedBy?: number
  /** Its bank asks its holder before it pays, and what comes of that. */
  challenge?: 'passes' | 'fails' | undefined
}

/** What a bank asks about a payment (3-D Secure). */
export interface Challenge {
  id: string
  ends: 'passes' | 'fails'
  /** ISO 8601: whoever answers later is refused. */
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

/** A payment as the simulator keeps it. Amounts in cents; the wire has decimals. */
export interface Payment {
  id: number
  status: Outcome['status'] | 'pending' | 'cancelled' | 'refunded' | 'in_mediation' | 'charged_back'
  statusDetail: string
  amount: number
  refunded: number
  installments: number
  /** What the payer pays, interest of the parts included, and in which parts. Not of payments of before this was kept. */
  payerTotal?: number
  each?: number
  challenge?: Challenge | null
  description: string | null
  externalReference: string | null
  notificationUrl: string | null
  statementDescriptor: string | null
  payer: Fields
  metadata: Fields
  /** Of a payment by card. */
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
  /** ISO 8601: nobody can pay it from then on. */
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

/** One wrong thing in a request. Codes are the documented ones (product 12.2 to 12.5). */
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

/** Cents to the decimal of the wire, and back; undefined when it has more than two decimals. */
export const toDecimal = (cents: number): number => cents / 100
export function toCents(decimal: unknown): number | undefined {
  if (typeof decimal !== 'number' || !Number.isFinite(decimal)) return undefined
  const cents = Math.round(decimal * 100)
  return cents / 100 === decimal ? cents : undefined
}

const METHODS = { visa: 'visa', mastercard: 'master', amex: 'amex', unknown: 'unknown' } as const
export const methodOf = ({ brand }: Pick<Card, 'brand'>): string => METHODS[brand]

/** **Simulator-only**: one bank a brand. The provider's own numbers are not documented. */
const ISSUERS = { visa: '25', mastercard: '24', amex: '1002', unknown: '0' } as const
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

/** Told for as long as the bank waits. */
const challengeOf = ({ challenge, statusDetail }: Payment, publicUrl: string) =>
  challenge && statusDetail === ASKED.statusDetail
    ? { external_resource_url: `${publicUrl}/simulators/mercadopago/3ds`, creq: creqOf(challenge.id) }
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

/** The code twice, as the provider gives it, but for the picture: nobody here needs a PNG. */
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
