import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { uncountedList } from '../../kit/paged-list.ts'
import { Currency, Id, Moment, Reason, Sum, Text } from '../../kit/shapes.ts'
import { RefundState } from '../refund/refund.ts'
import { DisputeKind, DisputeState } from './dispute.ts'

// Disputes: what to answer, until when, and with which evidence. No health data. Amounts in minor units.

/** A line of the list, without names. */
export const DisputeLine = v.object({
  id: Id,
  /** What was paid for: exactly one of the two is set. */
  orderId: v.nullable(Id),
  subscriptionId: v.nullable(Id),
  kind: DisputeKind,
  state: DisputeState,
  provider: v.string(),
  amount: v.number(),
  currency: Currency,
  /** Until when the provider accepts evidence; null when unknown. */
  deadline: v.nullable(Moment),
  openedAt: Moment,
  decidedAt: v.nullable(Moment),
})
export type DisputeLine = v.InferOutput<typeof DisputeLine>

/** Proof of the order, the consent and the service. For signed notes it only states their dates. */
const Evidence = v.object({
  orderedAt: Moment,
  /** The product's name on the receipt. */
  productName: v.string(),
  amount: v.number(),
  paymentMethod: v.string(),
  maskedCardNumber: v.nullable(v.string()),
  providerPaymentId: v.nullable(v.string()),
  startsAt: v.nullable(Moment),
  clinicianName: v.nullable(v.string()),
  /** Title of the consent text as it was read; null for consents from before texts were stored. */
  consents: v.array(
    v.object({
      kind: v.picklist(['document', 'telemedicine']),
      title: v.nullable(v.string()),
      version: v.nullable(v.string()),
      at: Moment,
    }),
  ),
  /** History of the order and its consultations, oldest first. */
  actions: v.array(v.object({ at: Moment, type: v.string(), role: v.nullable(v.string()) })),
  notesSignedAt: v.array(Moment),
  refunds: v.array(v.object({ amount: v.number(), state: RefundState, at: Moment })),
})
export type Evidence = v.InferOutput<typeof Evidence>

export const Dispute = v.object({
  ...DisputeLine.entries,
  /** null once the account is deleted. */
  payerName: v.nullable(v.string()),
  /** The provider's id of the dispute. */
  reference: v.nullable(v.string()),
  /** A manager records the dispute and its outcome, because the provider notifies by e-mail only. */
  isByHand: v.boolean(),
  answeredAt: v.nullable(Moment),
  answeredBy: v.nullable(v.string()),
  evidence: Evidence,
})
export type Dispute = v.InferOutput<typeof Dispute>

const params = v.object({ id: Id })

/** Open ones by deadline; decided ones, latest first. */
export const listDisputes = call({
  method: 'GET',
  path: '/desk/disputes',
  ...manager,
  ...uncountedList(DisputeLine, {
    query: { state: v.optional(v.picklist(['undecided', 'decided']), 'undecided') },
  }),
  refusals: { NOT_ALLOWED: 403 },
})

/** With the evidence. Reads are audited; repeated reads within a short time count once. */
export const getDispute = call({
  method: 'GET',
  path: '/desk/disputes/:id',
  ...manager,
  params,
  reply: Dispute,
  refusals: { NOT_ALLOWED: 403, DISPUTE_NOT_FOUND: 404 },
})

const ReportedDispute = v.object({
  amount: Sum,
  deadline: Moment,
  reference: v.optional(Text(1, 80)),
  reason: Reason,
})

const LETTER_REFUSED = {
  NOT_ALLOWED: 403,
  PROVIDER_TELLS: 409,
  MORE_THAN_PAID: 409,
  DEADLINE_PASSED: 409,
  DISPUTE_KNOWN: 409,
} as const

/** Records a dispute that the provider reported by e-mail; one for each payment. */
export const recordDispute = call({
  method: 'POST',
  path: '/desk/orders/:id/disputes',
  repeat: 'replay',
  ...manager,
  params,
  body: ReportedDispute,
  status: 201,
  reply: Dispute,
  refusals: { ...LETTER_REFUSED, ORDER_NOT_FOUND: 404 },
})

/** Records a dispute about a subscription charge. */
export const recordChargeDispute = call({
  method: 'POST',
  path: '/desk/subscription-payments/:id/disputes',
  repeat: 'replay',
  ...manager,
  params,
  body: ReportedDispute,
  status: 201,
  reply: Dispute,
  refusals: { ...LETTER_REFUSED, PAYMENT_NOT_FOUND: 404 },
})

/** Marks the evidence as sent in the provider's dashboard. */
export const answerDispute = call({
  method: 'POST',
  path: '/desk/disputes/:id/answer',
  repeat: 'replay',
  ...manager,
  params,
  body: v.object({ reason: Reason }),
  reply: Dispute,
  refusals: { NOT_ALLOWED: 403, DISPUTE_NOT_FOUND: 404, CHANGED_MEANWHILE: 409 },
})

/** Records the outcome of a manually recorded dispute. */
export const recordDisputeOutcome = call({
  method: 'POST',
  path: '/desk/disputes/:id/decide',
  repeat: 'replay',
  ...manager,
  params,
  body: v.object({ outcome: v.picklist(['won', 'lost']), reason: Reason }),
  reply: Dispute,
  refusals: { NOT_ALLOWED: 403, DISPUTE_NOT_FOUND: 404, PROVIDER_DECIDES: 409, CHANGED_MEANWHILE: 409 },
})
