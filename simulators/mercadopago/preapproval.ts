import { randomBytes } from 'node:crypto'
import { type Fields, fieldsOf, isWebUrl, textOf } from '../kit/fields.ts'
import { type CardToken, MercadoPagoError, methodOf, type Payment, toCents, toDecimal } from './wire.ts'

export const DAY_MS = 86_400_000
/** The documentation: the first installment is charged about an hour after the card was given. */
export const FIRST_CHARGE_MS = 3_600_000

/** A subscription as the simulator stores it (docs/decisions/0208). Times in milliseconds, by its own clock. */
export interface Preapproval {
  id: string
  status: 'pending' | 'authorized' | 'paused' | 'cancelled'
  reason: string
  externalReference: string | null
  payerEmail: string
  backUrl: string
  notificationUrl: string | null
  amount: number
  trialDays: number
  card: Pick<CardToken, 'card' | 'holder' | 'outcome'> | null
  nextPaymentAt: number | null
  createdAt: number
  updatedAt: number
  version: number
  /** By how much its clock is ahead of the simulator's (`POST /simulators/mercadopago/preapproval/:id/clock`). */
  ahead: number
}

/** An installment of a subscription ("authorized payment"). */
export interface Invoice {
  id: number
  preapprovalId: string
  amount: number
  status: 'scheduled' | 'processed' | 'recycling'
  /** A retry moves it. */
  debitAt: number
  retries: number
  paymentId: number | null
  createdAt: number
  updatedAt: number
}

const refuse = (description: string) => new MercadoPagoError(400, description)

export function newPreapproval(body: unknown, now: number): Preapproval {
  const sent = fieldsOf(body)
  const { frequency, frequency_type, transaction_amount, currency_id, free_trial } = fieldsOf(sent.auto_recurring)
  const amount = toCents(transaction_amount)
  const reason = textOf(sent.reason)
  const payerEmail = textOf(sent.payer_email)
  if (sent.status !== 'pending') throw refuse('The simulator creates pending subscriptions only')
  if (!reason) throw refuse('reason is required')
  if (!payerEmail?.includes('@')) throw refuse('payer_email is required')
  if (!isWebUrl(sent.back_url)) throw refuse('back_url is required')
  if (frequency !== 1 || frequency_type !== 'months' || currency_id !== 'BRL' || !amount)
    throw refuse('auto_recurring is malformed')
  return {
    id: randomBytes(16).toString('hex'),
    status: 'pending',
    reason,
    externalReference: textOf(sent.external_reference) ?? null,
    payerEmail,
    backUrl: String(sent.back_url),
    notificationUrl: isWebUrl(sent.notification_url) ? String(sent.notification_url) : null,
    amount,
    trialDays: readTrial(free_trial),
    card: null,
    nextPaymentAt: null,
    createdAt: now,
    updatedAt: now,
    version: 0,
    ahead: 0,
  }
}

function readTrial(sent: unknown): number {
  if (sent === undefined || sent === null) return 0
  const { frequency, frequency_type } = fieldsOf(sent)
  if (!Number.isInteger(frequency) || Number(frequency) < 1 || frequency_type !== 'days')
    throw refuse('free_trial is malformed')
  return Number(frequency)
}

/** The same day of a later month; a day that the month lacks becomes its last day. */
export function addMonth(from: number): number {
  const start = new Date(from)
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 2, 0)).getUTCDate()
  const end = new Date(start)
  end.setUTCFullYear(start.getUTCFullYear(), start.getUTCMonth() + 1, Math.min(start.getUTCDate(), lastDay))
  return end.getTime()
}

const iso = (at: number): string => new Date(at).toISOString()

export function wirePreapproval(subscription: Preapproval, publicUrl: string): Fields {
  const { id, amount, trialDays, card, nextPaymentAt } = subscription
  return {
    id,
    version: subscription.version,
    application_id: 6_245_132_082_630_004,
    collector_id: 724_484_980,
    payer_id: 766_790_067,
    payer_email: '',
    back_url: subscription.backUrl,
    status: subscription.status,
    reason: subscription.reason,
    external_reference: subscription.externalReference,
    date_created: iso(subscription.createdAt),
    last_modified: iso(subscription.updatedAt),
    init_point: `${publicUrl}/simulators/mercadopago/subscriptions/checkout?preapproval_id=${id}`,
    auto_recurring: {
      frequency: 1,
      frequency_type: 'months',
      transaction_amount: toDecimal(amount),
      currency_id: 'BRL',
      free_trial: trialDays > 0 ? { frequency: trialDays, frequency_type: 'days' } : null,
    },
    payment_method_id: card ? methodOf(card.card) : null,
    first_invoice_offset: null,
    ...(nextPaymentAt === null ? {} : { next_payment_date: iso(nextPaymentAt) }),
  }
}

export function wireInvoice(invoice: Invoice, subscription: Preapproval, payment: Payment | undefined): Fields {
  return {
    id: invoice.id,
    type: 'scheduled',
    date_created: iso(invoice.createdAt),
    last_modified: iso(invoice.updatedAt),
    preapproval_id: invoice.preapprovalId,
    reason: subscription.reason,
    external_reference: subscription.externalReference,
    currency_id: 'BRL',
    transaction_amount: toDecimal(invoice.amount),
    debit_date: iso(invoice.debitAt),
    retry_attempt: invoice.retries,
    status: invoice.status,
    summarized: invoice.status === 'processed' ? 'done' : 'pending',
    ...(payment ? { payment: { id: payment.id, status: payment.status, status_detail: payment.statusDetail } } : {}),
  }
}
