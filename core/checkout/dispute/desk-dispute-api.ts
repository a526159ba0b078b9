import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { Currency, Id, Moment, PageQuery, pageOf, Reason, Sum, Text } from '../../kit/shapes.ts'
import { RefundState } from '../refund/refund.ts'
import { DisputeKind, DisputeState } from './dispute.ts'

// Money that its payer, or their bank, wants back: what is to be answered, until when, and with which evidence. Nothing of
// anybody's health. Amounts in minor units.

/** One line of the list: names nobody. */
export const DisputeLine = v.object({
  id: Id,
  /** What was paid for: one of the two. */
  orderId: v.nullable(Id),
  subscriptionId: v.nullable(Id),
  kind: DisputeKind,
  state: DisputeState,
  provider: v.string(),
  amount: v.number(),
  currency: Currency,
  /** Until when the provider takes evidence; null: they did not say. */
  deadline: v.nullable(Moment),
  openedAt: Moment,
  decidedAt: v.nullable(Moment),
})
export type DisputeLine = v.InferOutput<typeof DisputeLine>

/** What proves that this was ordered, agreed to and given. Of signed notes only that there are some. */
const Evidence = v.object({
  orderedAt: Moment,
  /** As the receipt calls it. */
  productName: v.string(),
  amount: v.number(),
  paymentMethod: v.string(),
  maskedCardNumber: v.nullable(v.string()),
  providerPaymentId: v.nullable(v.string()),
  startsAt: v.nullable(Moment),
  clinicianName: v.nullable(v.string()),
  /** By what their text was called when it was read; null of one from before texts were kept. */
  consents: v.array(
    v.object({
      kind: v.picklist(['document', 'telemedicine']),
      title: v.nullable(v.string()),
      version: v.nullable(v.string()),
      at: Moment,
    }),
  ),
  /** What happened to what was bought and to its consultations, in the words of our books; the oldest first. */
  actions: v.array(v.object({ at: Moment, type: v.string(), role: v.nullable(v.string()) })),
  notesSignedAt: v.array(Moment),
  refunds: v.array(v.object({ amount: v.number(), state: RefundState, at: Moment })),
})
export type Evidence = v.InferOutput<typeof Evidence>

export const Dispute = v.object({
  ...DisputeLine.entries,
  /** Who paid; null once the account is deleted. */
  payerName: v.nullable(v.string()),
  /** The provider's name for the case. */
  reference: v.nullable(v.string()),
  /** A manager wrote it down, since the provider tells only people, and writes down how it ends. */
  isByHand: v.boolean(),
  answeredAt: v.nullable(Moment),
  answeredBy: v.nullable(v.string()),
  evidence: Evidence,
})
export type Dispute = v.InferOutput<typeof Dispute>

const params = v.object({ id: Id })

/** Undecided ones by their deadline; decided ones the last first. */
export const listDisputes = call({
  method: 'GET',
  path: '/desk/disputes',
  ...manager,
  query: v.object({ ...PageQuery, state: v.optional(v.picklist(['undecided', 'decided']), 'undecided') }),
  reply: pageOf(DisputeLine),
  refusals: { NOT_ALLOWED: 403 },
})

/** With its evidence. Each look is recorded, once a while. */
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

/** Where the provider writes to people only: what stood in their e-mail. One a payment. */
export const recordDispute = call({
  method: 'POST',
  path: '/desk/orders/:id/disputes',
  ...manager,
  params,
  body: ReportedDispute,
  status: 201,
  reply: Dispute,
  refusals: { ...LETTER_REFUSED, ORDER_NOT_FOUND: 404 },
})

/** The same of a month of a subscription. */
export const recordMonthDispute = call({
  method: 'POST',
  path: '/desk/subscription-payments/:id/disputes',
  ...manager,
  params,
  body: ReportedDispute,
  status: 201,
  reply: Dispute,
  refusals: { ...LETTER_REFUSED, PAYMENT_NOT_FOUND: 404 },
})

/** Somebody sent the evidence at the provider's own desk. */
export const answerDispute = call({
  method: 'POST',
  path: '/desk/disputes/:id/answer',
  ...manager,
  params,
  body: v.object({ reason: Reason }),
  reply: Dispute,
  refusals: { NOT_ALLOWED: 403, DISPUTE_NOT_FOUND: 404, CHANGED_MEANWHILE: 409 },
})

/** How it ended, of one that was recorded by hand. */
export const decideDispute = call({
  method: 'POST',
  path: '/desk/disputes/:id/decide',
  ...manager,
  params,
  body: v.object({ outcome: v.picklist(['won', 'lost']), reason: Reason }),
  reply: Dispute,
  refusals: { NOT_ALLOWED: 403, DISPUTE_NOT_FOUND: 404, PROVIDER_DECIDES: 409, CHANGED_MEANWHILE: 409 },
})
