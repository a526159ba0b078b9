import { Currency } from '@cuida/core/kit/shapes.ts'
import * as v from 'valibot'
import { Decimal, MercadoPagoPayment } from '../payment/mercadopago/mercadopago-update.ts'
import type { SubscriptionPaymentUpdate, SubscriptionUpdate } from './port.ts'

const Time = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
)
const Id = v.pipe(v.string(), v.minLength(1))
const Digits = v.pipe(v.union([v.number(), v.string()]), v.transform(String), v.regex(/^\d+$/))

/** The fields of Mercado Pago's subscription ("preapproval") that we read (docs/decisions/0208). */
export const Preapproval = v.object({
  id: Id,
  status: v.pipe(v.string(), v.regex(/^[a-z][a-z_]{0,39}$/)),
  external_reference: v.nullish(v.string()),
  last_modified: Time,
  next_payment_date: v.nullish(Time),
  auto_recurring: v.object({
    transaction_amount: Decimal,
    currency_id: Currency,
    free_trial: v.nullish(v.object({ frequency: v.number(), frequency_type: v.string() })),
  }),
})
export type Preapproval = v.InferOutput<typeof Preapproval>

/** The fields of an installment ("authorized payment"). */
export const Invoice = v.object({
  preapproval_id: Id,
  status: v.string(),
  date_created: Time,
  last_modified: Time,
  payment: v.nullish(v.object({ id: v.nullish(Digits), status: v.nullish(v.string()) })),
})
export type Invoice = v.InferOutput<typeof Invoice>
export const Invoices = v.object({ results: v.array(Invoice) })

export const SubscriptionPayment = v.object({
  ...MercadoPagoPayment.entries,
  date_created: Time,
  date_last_updated: v.nullish(Time),
})

/**
 * Mercado Pago has pauses, but no end with the period. A paused subscription is never charged, so both are pauses
 * there, and the reference says which one it is and until when the person has paid: `<our id>:<mark>:<seconds>`.
 */
export interface Mark {
  isPaused: boolean
  ends: boolean
  until: Date
}
const MARK = /^(?<id>[^:]+):(?<name>paused|ends|paused-ends):(?<seconds>\d{1,11})$/

export function readReference(reference: string | null | undefined): { id: string; mark: Mark | undefined } {
  const { id, name = '', seconds } = MARK.exec(reference ?? '')?.groups ?? {}
  if (id === undefined) return { id: reference ?? '', mark: undefined }
  const until = new Date(Number(seconds) * 1000)
  return { id, mark: { isPaused: name.startsWith('paused'), ends: name.endsWith('ends'), until } }
}

export function referenceOf(id: string, { isPaused, ends, until }: Mark): string {
  const name = [isPaused ? 'paused' : undefined, ends ? 'ends' : undefined].filter(Boolean).join('-')
  return `${id}:${name}:${Math.floor(until.getTime() / 1000)}`
}

const PAYMENT_STATUSES: Readonly<Record<string, string>> = {
  approved: 'SUCCEEDED',
  // A dispute: the money was taken, and the case is reported by itself.
  in_mediation: 'SUCCEEDED',
  charged_back: 'SUCCEEDED',
  refunded: 'REFUNDED',
  rejected: 'FAILED',
  cancelled: 'CANCELED',
  pending: 'PENDING',
  in_process: 'PENDING',
  authorized: 'PENDING',
}
const paymentStatusOf = (status: string | null | undefined): string =>
  PAYMENT_STATUSES[status ?? ''] ?? (status ?? 'PENDING').toUpperCase()
const PAID: readonly string[] = ['SUCCEEDED', 'REFUNDED']
const UNPAID: readonly string[] = ['FAILED', 'CANCELED']

/** Installments that were charged or tried, latest first. */
const triedOf = (invoices: readonly Invoice[]) =>
  invoices
    .flatMap((invoice) => {
      const { id, status } = invoice.payment ?? {}
      return id ? [{ ...invoice, payment: { id, status: paymentStatusOf(status) } }] : []
    })
    .toSorted((one, other) => other.date_created.getTime() - one.date_created.getTime())

/**
 * A subscription's state follows from the subscription and its installments: Mercado Pago has no status for a trial
 * or for an overdue charge.
 */
export function toSubscriptionUpdate(found: Preapproval, invoices: readonly Invoice[], now: Date): SubscriptionUpdate {
  const { mark } = readReference(found.external_reference)
  const [latest, ...older] = triedOf(invoices)
  const isUnpaid = latest !== undefined && UNPAID.includes(latest.payment.status)
  const hasPaid = [...(latest ? [latest] : []), ...older].some(({ payment }) => PAID.includes(payment.status))
  const running = hasPaid ? 'ACTIVE' : found.auto_recurring.free_trial ? 'TRIALING' : 'PENDING'
  const isOver = mark?.ends === true && mark.until <= now
  const { status, periodEnd } = stateOf(found, { mark, isUnpaid, running, isOver })
  return {
    providerId: found.id,
    // The token reads the subscriptions of its own account only.
    isOurs: true,
    status,
    amount: found.auto_recurring.transaction_amount,
    currency: found.auto_recurring.currency_id,
    periodEnd: latest?.payment.status === 'PENDING' ? undefined : periodEnd,
    endsAtPeriodEnd: found.status === 'paused' && (mark?.ends ?? false),
    mustEnd:
      (found.status === 'paused' && (isOver || (mark?.ends === true && isUnpaid && !hasPaid))) ||
      (found.status === 'authorized' && isUnpaid && latest.status === 'processed'),
    awaitsFirstCharge: found.status === 'authorized' && status === 'PENDING',
    lastPayment: latest?.payment,
    version: Math.max(...[found, ...invoices].map(({ last_modified: at }) => Math.floor(at.getTime() / 1000))),
  }
}

interface Standing {
  mark: Mark | undefined
  isUnpaid: boolean
  running: string
  isOver: boolean
}

function stateOf(
  { status, next_payment_date: next }: Preapproval,
  { mark, isUnpaid, running, isOver }: Standing,
): Pick<SubscriptionUpdate, 'status' | 'periodEnd'> {
  switch (status) {
    case 'pending':
      return { status: 'PENDING', periodEnd: undefined }
    case 'cancelled':
      return { status: 'CANCELED', periodEnd: mark?.until }
    case 'paused':
      return { status: mark?.ends && !mark.isPaused && !isOver ? running : 'PAUSED', periodEnd: mark?.until }
    case 'authorized':
      // A retry moves the date of an unpaid installment, which pays for nothing: the known end of the period stays.
      if (isUnpaid) return { status: 'PAST_DUE', periodEnd: undefined }
      return { status: running, periodEnd: running === 'PENDING' ? undefined : (next ?? undefined) }
    default:
      return { status: status.toUpperCase(), periodEnd: undefined }
  }
}

export function toPaymentUpdate(
  payment: v.InferOutput<typeof SubscriptionPayment>,
  invoice: Invoice | undefined,
): SubscriptionPaymentUpdate {
  const { id: paymentId, transaction_amount: amount, currency_id: currency, date_created: createdAt } = payment
  const refunded = payment.transaction_amount_refunded ?? 0
  const status = paymentStatusOf(payment.status)
  return {
    paymentId,
    isOurs: true,
    providerId: invoice?.preapproval_id,
    status: status === 'SUCCEEDED' && refunded > 0 ? 'PARTIALLY_REFUNDED' : status,
    amount,
    refunded,
    currency,
    version: Math.floor((payment.date_last_updated ?? createdAt).getTime() / 1000),
    createdAt,
  }
}
