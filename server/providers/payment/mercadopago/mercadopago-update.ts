import { Currency } from '@cuida/core/kit/shapes.ts'
import * as v from 'valibot'
import { toMinorUnits } from '../decimal.ts'
import type { FailureReason, NextAction, PaymentUpdate } from '../port.ts'
import { CARD_TYPES } from './mercadopago-cards.ts'

export const Decimal = v.pipe(
  v.number(),
  v.check((decimal) => toMinorUnits(decimal) !== undefined),
  v.transform((decimal) => toMinorUnits(decimal) ?? 0),
)

/** The fields of Mercado Pago's payment that we read (product 12.4). Amounts are converted to minor units here. */
export const MercadoPagoPayment = v.object({
  id: v.pipe(v.union([v.number(), v.string()]), v.transform(String), v.regex(/^\d+$/)),
  external_reference: v.nullish(v.string()),
  status: v.picklist([
    'pending',
    'approved',
    'authorized',
    'in_process',
    'in_mediation',
    'rejected',
    'cancelled',
    'refunded',
    'charged_back',
  ]),
  status_detail: v.nullish(v.string()),
  currency_id: Currency,
  transaction_amount: Decimal,
  transaction_amount_refunded: v.nullish(Decimal),
  payment_method_id: v.nullish(v.string()),
  installments: v.nullish(v.number()),
  transaction_details: v.nullish(v.object({ total_paid_amount: v.nullish(v.number()) })),
  card: v.nullish(v.object({ last_four_digits: v.nullish(v.string()) })),
  point_of_interaction: v.nullish(
    v.object({ transaction_data: v.nullish(v.object({ qr_code: v.nullish(v.string()) })) }),
  ),
  three_ds_info: v.nullish(v.object({ external_resource_url: v.nullish(v.string()), creq: v.nullish(v.string()) })),
})
export type MercadoPagoPayment = v.InferOutput<typeof MercadoPagoPayment>

/** Details of `rejected` and `cancelled`; every other one is a plain decline. */
const REASONS: Readonly<Record<string, FailureReason>> = {
  cc_rejected_bad_filled_card_number: 'BAD_CARD_DETAILS',
  cc_rejected_bad_filled_date: 'BAD_CARD_DETAILS',
  cc_rejected_bad_filled_security_code: 'BAD_CARD_DETAILS',
  cc_rejected_bad_filled_other: 'BAD_CARD_DETAILS',
  cc_rejected_insufficient_amount: 'INSUFFICIENT_FUNDS',
  cc_rejected_card_disabled: 'DISABLED_CARD',
  cc_rejected_duplicated_payment: 'DUPLICATED_PAYMENT',
  cc_rejected_call_for_authorize: 'UNAUTHORISED',
  cc_rejected_3ds_mandatory: 'UNAUTHORISED',
  cc_rejected_3ds_challenge: 'UNAUTHORISED',
  expired: 'EXPIRED',
  by_collector: 'CANCELLED',
  by_payer: 'CANCELLED',
}

export function toPaymentUpdate(payment: MercadoPagoPayment): PaymentUpdate {
  const providerPaymentId = payment.id
  switch (payment.status) {
    case 'approved':
    // A dispute: the money was taken, and `mercadopago-dispute.ts` reads the case.
    case 'in_mediation':
    case 'charged_back':
      return payment.transaction_amount_refunded ? refundedUpdate(payment) : paidUpdate(payment)
    case 'authorized':
    case 'in_process':
      return { state: 'processing', providerPaymentId }
    case 'pending':
      return pendingUpdate(payment)
    case 'rejected':
    case 'cancelled':
      return { state: 'failed', providerPaymentId, reason: REASONS[payment.status_detail ?? ''] ?? 'DECLINED' }
    case 'refunded':
      return refundedUpdate(payment)
  }
}

/** The request was refused (product 12.4) because this account has no Pix key, which is not the patient's fault. */
export function pixRefusal(body: unknown): FailureReason {
  const { output, success } = v.safeParse(Refused, body)
  return success && output.cause.some(({ code }) => String(code) === NO_PIX_KEY) ? 'PIX_DISABLED' : 'PIX_FAILED'
}
const Refused = v.object({ cause: v.array(v.object({ code: v.union([v.number(), v.string()]) })) })
/** "Collector user without key enabled for QR render": absent from the documentation that we read. */
const NO_PIX_KEY = '13253'

function pendingUpdate(payment: MercadoPagoPayment): PaymentUpdate {
  const { id: providerPaymentId, three_ds_info, point_of_interaction } = payment
  const code = point_of_interaction?.transaction_data?.qr_code
  if (payment.payment_method_id === 'pix')
    return { state: 'pending', providerPaymentId, nextAction: { kind: 'pix', code: code ?? '' } }
  return { state: 'pending', providerPaymentId, ...challengeIn(three_ds_info) }
}

/** Requires both parts of the challenge: the bank's page opens only by a posted form. */
function challengeIn(info: MercadoPagoPayment['three_ds_info']): { nextAction?: NextAction } {
  const { external_resource_url: url, creq: request } = info ?? {}
  return url && /^https?:\/\//.test(url) && request ? { nextAction: { kind: 'frame', url, request } } : {}
}

function refundedUpdate(payment: MercadoPagoPayment): PaymentUpdate {
  const { id: providerPaymentId, transaction_amount: amount, currency_id: currency } = payment
  const refundedAmount = payment.transaction_amount_refunded ?? amount
  return { state: 'refunded', providerPaymentId, refundedAmount, amount, currency }
}

/** For installments only, and never less than the price: another value means that the field is not what we expect. */
function payerTotalOf({ installments, transaction_details, transaction_amount }: MercadoPagoPayment) {
  const total = toMinorUnits(transaction_details?.total_paid_amount ?? 0) ?? 0
  return (installments ?? 1) > 1 && total >= transaction_amount ? total : undefined
}

function paidUpdate(payment: MercadoPagoPayment): PaymentUpdate {
  const { id: providerPaymentId, transaction_amount: amount, currency_id: currency } = payment
  const last4 = payment.card?.last_four_digits
  const cardType = CARD_TYPES.find((type) => type === payment.payment_method_id)
  const payerTotal = payerTotalOf(payment)
  return {
    state: 'succeeded',
    providerPaymentId,
    amount,
    currency,
    ...(last4 && /^\d{4}$/.test(last4) ? { maskedCardNumber: `•••• ${last4}` } : {}),
    ...(cardType ? { cardType } : {}),
    ...(payerTotal ? { payerTotal } : {}),
  }
}
