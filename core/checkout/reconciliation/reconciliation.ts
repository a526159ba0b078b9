import { DOUBLE_CHARGE_DAYS } from '../../kit/assumptions.ts'
import type { Currency } from '../../kit/shapes.ts'

/** Issues with payments that a person must check. */
export const differenceKinds = [
  // The provider has a payment that matches no order.
  'UNKNOWN_PAYMENT',
  // The provider took a payment that our records lack.
  'NOT_RECORDED',
  // Our records have a payment that the provider did not take.
  'MISSING_PAYMENT',
  'AMOUNT_DIFFERS',
  'CURRENCY_DIFFERS',
  'REFUND_DIFFERS',
  // The provider reports a dispute that our records lack, or the reverse.
  'DISPUTE_DIFFERS',
  // Both records have two charges of one month of a subscription.
  'CHARGED_TWICE',
  // The provider reported a different amount; the payment is on hold.
  'MONEY_ON_HOLD',
  'REFUND_REFUSED',
  // A payment whose invoice the provider refuses, and a refunded payment whose invoice must be cancelled.
  'INVOICE_REFUSED',
  'INVOICE_TO_CANCEL',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** Effect of a dispute on its payment: the money is blocked, lost, or neither. */
export type DisputeEffect = 'open' | 'lost' | 'none'

/** An order's attempt or a subscription charge: it has `attemptId` and `orderId`, or `chargeId`. Amounts in minor units. */
export interface OurPayment {
  attemptId: string | null
  orderId: string | null
  chargeId: string | null
  providerPaymentId: string | null
  captured: number
  refunded: number
  currency: Currency
  at: Date
  /** On hold: a person already checks it. */
  isOnHold: boolean
  dispute: DisputeEffect
  /** Of a subscription charge: when the kept charge before it was made. */
  chargedBefore: Date | null
}
export interface TheirPayment {
  providerPaymentId: string
  /** Our payment attempt's id, as the provider knows it. */
  reference: string
  /** Zero when no money moved. */
  paid: number
  /** Refunded in total. */
  refunded: number
  currency: Currency
  at: Date
  /** Absent when the provider's report has no disputes. */
  dispute?: DisputeEffect
}
export interface Difference {
  kind: DifferenceKind
  providerPaymentId: string | null
  attemptId: string | null
  orderId: string | null
  /** Id of the subscription charge, unless it belongs to an order. */
  chargeId: string | null
  ours: number | null
  theirs: number | null
}

/**
 * Compares our records with the provider's report: at most one difference for each payment, the most severe. Payments
 * that began after `until` may still be in progress and are skipped.
 */
export function compareBooks(
  ourPayments: readonly OurPayment[],
  theirPayments: readonly TheirPayment[],
  until: Date,
): Difference[] {
  // The provider makes a charge by itself, so only its own id names it; an attempt may lack that id.
  const known = new Map(ourPayments.map((own) => [own.attemptId ?? own.providerPaymentId, own]))
  const met = new Set<OurPayment>()
  const differences: Difference[] = []
  for (const their of theirPayments) {
    if (their.paid === 0) continue
    const own = known.get(their.providerPaymentId) ?? known.get(their.reference)
    const isTheSame = own && (own.providerPaymentId ?? their.providerPaymentId) === their.providerPaymentId
    if (isTheSame) met.add(own)
    if (their.at > until || own?.isOnHold) continue
    const found = isTheSame ? compare(own, their) : { kind: 'UNKNOWN_PAYMENT' as const, ours: null, theirs: their.paid }
    if (found) differences.push({ ...found, ...namesOf(own), providerPaymentId: their.providerPaymentId })
  }
  const missing = ourPayments.filter((own) => own.captured > 0 && own.at <= until && !own.isOnHold && !met.has(own))
  return [
    ...differences,
    ...missing.map((own) => ({
      kind: 'MISSING_PAYMENT' as const,
      ours: own.captured,
      theirs: 0,
      ...namesOf(own),
      providerPaymentId: own.providerPaymentId,
    })),
  ]
}

function compare(own: OurPayment, their: TheirPayment): Pick<Difference, 'kind' | 'ours' | 'theirs'> | undefined {
  if (own.captured === 0) return { kind: 'NOT_RECORDED', ours: 0, theirs: their.paid }
  if (own.currency !== their.currency) return { kind: 'CURRENCY_DIFFERS', ours: own.captured, theirs: their.paid }
  if (own.captured !== their.paid) return { kind: 'AMOUNT_DIFFERS', ours: own.captured, theirs: their.paid }
  if (own.refunded !== their.refunded) return { kind: 'REFUND_DIFFERS', ours: own.refunded, theirs: their.refunded }
  if (their.dispute && own.dispute !== their.dispute)
    return {
      kind: 'DISPUTE_DIFFERS',
      ours: atStake(own.dispute, own.captured),
      theirs: atStake(their.dispute, their.paid),
    }
  if (isSecondCharge(own)) return { kind: 'CHARGED_TWICE', ours: own.captured, theirs: their.paid }
  return undefined
}

/** A second charge within so few days that it cannot be the next month's, and that nobody has returned. */
const isSecondCharge = ({ at, captured, refunded, dispute, chargedBefore }: OurPayment): boolean =>
  chargedBefore !== null &&
  at.getTime() - chargedBefore.getTime() <= DOUBLE_CHARGE_DAYS * 86_400_000 &&
  captured > refunded &&
  dispute !== 'lost'

const atStake = (dispute: DisputeEffect, amount: number): number | null => (dispute === 'none' ? null : amount)

const namesOf = (own: OurPayment | undefined) => ({
  attemptId: own?.attemptId ?? null,
  orderId: own?.orderId ?? null,
  chargeId: own?.chargeId ?? null,
})

/**
 * Differences found twice with the same amounts: a payment that was in progress the first time is settled by the
 * second.
 */
export function findLastingDifferences(first: readonly Difference[], second: readonly Difference[]): Difference[] {
  const firstKeys = new Set(first.map((difference) => JSON.stringify(difference)))
  return second.filter((difference) => firstKeys.has(JSON.stringify(difference)))
}
