import type { DisputeSnapshot } from '@cuida/core/checkout/dispute/dispute.ts'
import type { DisputeEffect } from '@cuida/core/checkout/reconciliation/reconciliation.ts'
import * as v from 'valibot'
import { readAnswer } from '../../post.ts'
import type { PaymentUpdate } from '../port.ts'
import { Decimal, type MercadoPagoPayment, toPaymentUpdate } from './mercadopago-update.ts'
import type { Wire } from './mercadopago-wire.ts'

const PROVIDER = 'mercadopago'
const Name = v.pipe(v.union([v.number(), v.string()]), v.transform(String), v.regex(/^\d+$/))

/** The fields of Mercado Pago's chargeback that we read. */
const Chargeback = v.object({
  id: Name,
  payments: v.array(Name),
  amount: Decimal,
  /** Null until the decision: whether the seller keeps the money. */
  coverage_applied: v.nullish(v.boolean()),
  documentation_status: v.nullish(v.string()),
  date_documentation_deadline: v.nullish(v.pipe(v.string(), v.isoTimestamp())),
})
type Chargeback = v.InferOutput<typeof Chargeback>
const Found = v.object({ results: v.array(Chargeback) })

/**
 * The fields of a claim that we read (providers: claims search): the available actions of each party, and their
 * deadlines.
 */
const Claim = v.object({
  id: Name,
  players: v.nullish(
    v.array(
      v.object({
        role: v.nullish(v.string()),
        available_actions: v.nullish(v.array(v.object({ due_date: v.nullish(v.pipe(v.string(), v.isoTimestamp())) }))),
      }),
    ),
  ),
})
type Claim = v.InferOutput<typeof Claim>
const Claims = v.object({ data: v.array(Claim) })

/** The payment update with the payment's disputes and the deadline for the answer. */
export async function withDisputes(wire: Wire, payment: MercadoPagoPayment): Promise<PaymentUpdate> {
  const update = toPaymentUpdate(payment)
  if (update.state !== 'succeeded' && update.state !== 'refunded') return update
  if (payment.status === 'in_mediation')
    return { ...update, disputes: [mediationOf(payment, await claimOf(wire, payment))] }
  if (payment.status !== 'charged_back') return update
  const { status, body } = await wire.get(`/v1/chargebacks/search?payment_id=${encodeURIComponent(payment.id)}`)
  const all = status === 404 ? [] : readAnswer(PROVIDER, Found, body).results
  // A payment can be disputed again: the latest case is the open one.
  const latest = all.toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? 1 : -1))[0]
  return { ...update, disputes: [chargebackOf(payment, latest)] }
}

/**
 * The claim of a mediation. An account without permission to read claims still learns of the mediation, without its
 * deadline.
 */
async function claimOf(wire: Wire, { id }: MercadoPagoPayment): Promise<Claim | undefined> {
  const about = new URLSearchParams({ resource: 'payment', resource_id: id, type: 'mediations', status: 'opened' })
  const { status, body } = await wire.get(`/post-purchase/v1/claims/search?${about}`)
  return status === 200 ? readAnswer(PROVIDER, Claims, body).data[0] : undefined
}

const mediationOf = (
  { transaction_amount: amount }: MercadoPagoPayment,
  claim: Claim | undefined,
): DisputeSnapshot => ({
  kind: 'mediation',
  state: 'open',
  amount,
  deadline: claim ? sellersDeadline(claim) : null,
  reference: claim?.id ?? null,
})

/** The first deadline of the seller, whose role in the claim is `respondent`. */
function sellersDeadline({ players }: Claim): Date | null {
  const respondents = (players ?? []).filter(({ role }) => role === 'respondent')
  const due = respondents
    .flatMap(({ available_actions }) => available_actions ?? [])
    .flatMap(({ due_date }) => due_date ?? [])
  return due.length > 0 ? new Date(Math.min(...due.map(Date.parse))) : null
}

function chargebackOf(payment: MercadoPagoPayment, chargeback: Chargeback | undefined): DisputeSnapshot {
  const deadline = chargeback?.date_documentation_deadline
  return {
    kind: 'chargeback',
    state: stateOf(payment, chargeback),
    amount: chargeback?.amount || payment.transaction_amount,
    deadline: deadline ? new Date(deadline) : null,
    reference: chargeback?.id ?? null,
  }
}

function stateOf({ status_detail }: MercadoPagoPayment, chargeback: Chargeback | undefined): DisputeSnapshot['state'] {
  if (status_detail === 'settled' || chargeback?.coverage_applied === false) return 'lost'
  if (status_detail === 'reimbursed' || chargeback?.coverage_applied === true) return 'won'
  const isSent = ['review_pending', 'valid'].includes(chargeback?.documentation_status ?? '')
  return isSent ? 'answered' : 'open'
}

/** The dispute's status from the payment alone, as the provider's list shows it. */
export function disputeStatusOf({ status, status_detail }: MercadoPagoPayment): DisputeEffect {
  if (status === 'in_mediation') return 'open'
  if (status !== 'charged_back' || status_detail === 'reimbursed') return 'none'
  return status_detail === 'settled' ? 'lost' : 'open'
}

/** The payments of a case. The signed notification contains only the id of the case, so the payments are queried. */
export async function disputedPayments(
  wire: Wire,
  disputeId: string,
  read: (wire: Wire, id: string) => Promise<MercadoPagoPayment | undefined>,
): Promise<{ attemptId: string; providerPaymentId: string }[]> {
  const { status, body } = await wire.get(`/v1/chargebacks/${encodeURIComponent(disputeId)}`)
  if (status === 404) return []
  const { payments } = readAnswer(PROVIDER, Chargeback, body)
  const found = await Promise.all(payments.map((id) => read(wire, id)))
  return found.flatMap((payment) =>
    payment?.external_reference ? [{ attemptId: payment.external_reference, providerPaymentId: payment.id }] : [],
  )
}
