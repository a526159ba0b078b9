import type { Currency } from '../../kit/shapes.ts'

/** What may be wrong with money, so that a person must look. */
export const differenceKinds = [
  // The provider holds money that no order of ours asked for.
  'UNKNOWN_PAYMENT',
  // They have taken it, and we do not know.
  'NOT_RECORDED',
  // We count on it, and they have not taken it.
  'MISSING_PAYMENT',
  'AMOUNT_DIFFERS',
  'CURRENCY_DIFFERS',
  'REFUND_DIFFERS',
  // They tell of a dispute that our books do not know, or the reverse.
  'DISPUTE_DIFFERS',
  // The provider spoke of other money than ours, and nothing was moved.
  'MONEY_SET_ASIDE',
  'REFUND_REFUSED',
  // What was paid and will not be invoiced by the provider, and what was invoiced and has gone back.
  'INVOICE_REFUSED',
  'INVOICE_TO_CANCEL',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** What a dispute does to a payment: it is held, the money has gone by it, or neither. */
export type DisputeStanding = 'open' | 'lost' | 'none'

/** Amounts in minor units. */
export interface OurPayment {
  attemptId: string
  orderId: string
  providerPaymentId: string | null
  captured: number
  refunded: number
  currency: Currency
  at: Date
  /** Somebody looks into it already. */
  isSetAside: boolean
  dispute: DisputeStanding
}
export interface TheirPayment {
  providerPaymentId: string
  /** Our name for it, as they were told it: an attempt's id. */
  reference: string
  /** Zero when no money moved. */
  paid: number
  /** All that was given back so far. */
  refunded: number
  currency: Currency
  at: Date
  /** Left out where the provider's books do not tell. */
  dispute?: DisputeStanding
}
export interface Difference {
  kind: DifferenceKind
  providerPaymentId: string | null
  attemptId: string | null
  orderId: string | null
  /** Of a subscription, where it is not an order's. */
  monthId?: string | null
  ours: number | null
  theirs: number | null
}

/**
 * Sets our books beside the provider's: one difference a payment, the gravest. What began after `until` may still be on
 * its way and is not judged.
 */
export function compareBooks(ours: readonly OurPayment[], theirs: readonly TheirPayment[], until: Date): Difference[] {
  const known = new Map(ours.map((own) => [own.attemptId, own]))
  const met = new Set<string>()
  const differences: Difference[] = []
  for (const their of theirs) {
    if (their.paid === 0) continue
    const own = known.get(their.reference)
    const isTheSame = own && (own.providerPaymentId ?? their.providerPaymentId) === their.providerPaymentId
    if (isTheSame) met.add(own.attemptId)
    if (their.at > until || own?.isSetAside) continue
    const found = isTheSame ? compare(own, their) : { kind: 'UNKNOWN_PAYMENT' as const, ours: null, theirs: their.paid }
    if (found) differences.push({ ...found, ...namesOf(own), providerPaymentId: their.providerPaymentId })
  }
  const missing = ours.filter(
    (own) => own.captured > 0 && own.at <= until && !own.isSetAside && !met.has(own.attemptId),
  )
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
  return undefined
}

const atStake = (dispute: DisputeStanding, amount: number): number | null => (dispute === 'none' ? null : amount)

const namesOf = (own: OurPayment | undefined) => ({
  attemptId: own?.attemptId ?? null,
  orderId: own?.orderId ?? null,
})

/** Those that were found twice with the same numbers: what was on its way the first time has arrived by the second. */
export function lasting(first: readonly Difference[], second: readonly Difference[]): Difference[] {
  const seen = new Set(first.map((difference) => JSON.stringify(difference)))
  return second.filter((difference) => seen.has(JSON.stringify(difference)))
}
