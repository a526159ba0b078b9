import { randomInt, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { fieldsOf, textOf } from '../kit/fields.ts'
import { type Account, savePayment } from './account.ts'
import {
  addMonth,
  DAY_MS,
  FIRST_CHARGE_MS,
  type Invoice,
  newPreapproval,
  type Preapproval,
  wireInvoice,
  wirePreapproval,
} from './preapproval.ts'
import { MercadoPagoError, type Payment, toCents } from './wire.ts'

/** Four retries within ten days, as documented; the days between them are the simulator's choice. */
const RETRY_DAYS = [2, 2, 3, 3]
/** After so many unpaid installments the provider cancels the subscription. */
const UNPAID_LIMIT = 3

const collectionsOf = ({ context: { store } }: Account) => ({
  subscriptions: store.collection<Preapproval>('mercadopago-preapproval'),
  invoices: store.collection<Invoice>('mercadopago-invoice'),
})
const clockOf = ({ context }: Account, { ahead }: Preapproval): number => context.now().getTime() + ahead

type WithId = { Params: { id: string } }

/** Subscriptions without a plan (docs/decisions/0208), with the seller's token. */
export function preapprovalRoutes(app: FastifyInstance, account: Account): void {
  const { publicUrl } = account.context
  const effect = { config: { serves: 'effect' } }
  const view = (subscription: Preapproval) => wirePreapproval(subscription, publicUrl)
  app.post('/preapproval', async ({ body }, reply) => {
    const subscription = newPreapproval(body, account.context.now().getTime())
    collectionsOf(account).subscriptions.put(subscription.id, subscription)
    return reply.code(201).send(view(subscription))
  })
  app.get<WithId>('/preapproval/:id', async ({ params }) => view(findPreapproval(account, params.id)))
  app.put<WithId>('/preapproval/:id', effect, async ({ params, body }) =>
    view(changePreapproval(account, params.id, body)),
  )
  app.get<{ Querystring: { preapproval_id?: string; payment_id?: string } }>(
    '/authorized_payments/search',
    async ({ query }) => {
      const results = searchInvoices(account, query).map((invoice) => invoiceView(account, invoice))
      return { paging: { total: results.length, limit: 12, offset: 0 }, results }
    },
  )
  app.get<WithId>('/authorized_payments/:id', async ({ params }) => {
    const invoice = collectionsOf(account).invoices.get(params.id)
    if (!invoice) throw new MercadoPagoError(404, 'Authorized payment not found')
    return invoiceView(account, invoice)
  })
}

/** The subscription's clock, and the bank's answer to a charge in process, for tests and the demo. */
export function preapprovalControl(app: FastifyInstance, account: Account): void {
  app.post<WithId & { Body: { isApproved?: boolean } }>(
    '/preapproval/:id/charge',
    { config: { serves: 'browser' } },
    async ({ params, body }) => decideCharge(account, findPreapproval(account, params.id), body.isApproved === true),
  )

  app.post<WithId & { Body: { days?: number } }>(
    '/preapproval/:id/clock',
    { config: { serves: 'browser' } },
    async ({ params, body }) => {
      const subscription = findPreapproval(account, params.id)
      const ahead = subscription.ahead + Math.round(Number(body.days ?? 0) * DAY_MS)
      collectionsOf(account).subscriptions.put(subscription.id, { ...subscription, ahead })
      return wirePreapproval(findPreapproval(account, params.id), account.context.publicUrl)
    },
  )
}

/** A contingency ends within two working days; an installment that fails then is not tried again by this simulator. */
function decideCharge(account: Account, subscription: Preapproval, isApproved: boolean) {
  const { invoices } = collectionsOf(account)
  const stateOf = ({ paymentId }: Invoice) => account.payments.get(String(paymentId ?? ''))
  const invoice = invoices.having(subscription.id).find((each) => stateOf(each)?.status === 'in_process')
  const payment = invoice && stateOf(invoice)
  if (!invoice || !payment) throw new MercadoPagoError(404, 'No charge is in process')
  const at = clockOf(account, subscription)
  const updatedAt = new Date(at).toISOString()
  invoices.put(String(invoice.id), { ...invoice, updatedAt: at }, subscription.id)
  const decision: Partial<Payment> = isApproved
    ? { status: 'approved', statusDetail: 'accredited', approvedAt: updatedAt }
    : { status: 'rejected', statusDetail: 'cc_rejected_other_reason' }
  savePayment(account, { ...payment, ...decision, updatedAt }, 'payment.updated')
  return invoiceView(account, { ...invoice, updatedAt: at })
}

function searchInvoices(account: Account, query: { preapproval_id?: string; payment_id?: string }): Invoice[] {
  const { invoices, subscriptions } = collectionsOf(account)
  if (query.payment_id !== undefined)
    return invoices.list().filter(({ paymentId }) => String(paymentId) === query.payment_id)
  if (query.preapproval_id === undefined || !subscriptions.get(query.preapproval_id)) return []
  findPreapproval(account, query.preapproval_id)
  return invoices.having(query.preapproval_id)
}

function invoiceView(account: Account, invoice: Invoice) {
  const subscription = findPreapproval(account, invoice.preapprovalId)
  return wireInvoice(invoice, subscription, account.payments.get(String(invoice.paymentId ?? '')))
}

/** The subscription in its current state, after everything that was due. */
function findPreapproval(account: Account, id: string): Preapproval {
  const subscription = collectionsOf(account).subscriptions.get(id)
  if (!subscription) throw new MercadoPagoError(404, `The preapproval with id ${id} does not exist`)
  return catchUp(account, subscription)
}

function save(account: Account, subscription: Preapproval, at: number): Preapproval {
  const { version } = subscription
  const saved = { ...subscription, version: version + 1, updatedAt: Math.max(subscription.updatedAt, at) }
  collectionsOf(account).subscriptions.put(saved.id, saved)
  notify(account, saved, 'subscription_preapproval', saved.id)
  return saved
}

function notify({ context }: Account, { notificationUrl }: Preapproval, type: string, id: string): void {
  if (!notificationUrl) return
  const url = new URL(notificationUrl)
  url.searchParams.set('data.id', id)
  url.searchParams.set('type', type)
  const date = context.now().toISOString()
  const body = { id: randomInt(1_000_000_000), type, date, action: 'updated', data: { id } }
  context.webhooks.notify('mercadopago', url.href, body, { dataId: id, requestId: randomUUID() })
}

const STATUSES: readonly string[] = ['authorized', 'paused', 'cancelled']

function changePreapproval(account: Account, id: string, body: unknown): Preapproval {
  const before = findPreapproval(account, id)
  if (before.status === 'cancelled') throw new MercadoPagoError(400, 'You can not modify a cancelled preapproval.')
  const sent = fieldsOf(body)
  const { status, auto_recurring } = sent
  if (status !== undefined && !STATUSES.includes(String(status))) throw new MercadoPagoError(400, 'Invalid status')
  const at = clockOf(account, before)
  const withCard = sent.card_token_id === undefined ? before : giveCard(account, before, textOf(sent.card_token_id))
  if (status === 'authorized' && !withCard.card) throw new MercadoPagoError(400, 'card_token_id is required')
  return catchUp(account, save(account, withStatus(withAmount(withCard, auto_recurring, sent), status, at), at))
}

function withAmount(subscription: Preapproval, recurring: unknown, { external_reference }: { [key: string]: unknown }) {
  const externalReference = textOf(external_reference) ?? subscription.externalReference
  if (recurring === undefined) return { ...subscription, externalReference }
  const { transaction_amount, currency_id } = fieldsOf(recurring)
  const amount = toCents(transaction_amount)
  if (!amount || currency_id !== 'BRL') throw new MercadoPagoError(400, 'auto_recurring is malformed')
  return { ...subscription, externalReference, amount }
}

/**
 * The provider checks a card with a small charge that it returns. A card without funds passes that check, so that a
 * later charge fails.
 */
function giveCard(account: Account, subscription: Preapproval, tokenId = ''): Preapproval {
  const token = account.tokens.get(tokenId)
  if (!token) throw new MercadoPagoError(404, 'Card token service not found')
  if (token.usedBy !== undefined) throw new MercadoPagoError(400, 'Invalid card_token_id')
  account.tokens.put(token.id, { ...token, usedBy: 1 })
  const { card, holder, outcome } = token
  if (outcome.status === 'rejected' && outcome.statusDetail !== 'cc_rejected_insufficient_amount')
    throw new MercadoPagoError(400, 'CC_VAL_433 Credit card validation has failed')
  return { ...subscription, card: { card, holder, outcome } }
}

function withStatus(subscription: Preapproval, status: unknown, at: number): Preapproval {
  const { status: before, trialDays, nextPaymentAt } = subscription
  if (status === 'cancelled') return { ...subscription, status, nextPaymentAt: null }
  if (status === 'paused') return { ...subscription, status }
  if (status !== 'authorized' || before === 'authorized') return subscription
  if (before === 'paused') return { ...subscription, status, nextPaymentAt: Math.max(nextPaymentAt ?? at, at) }
  return { ...subscription, status, nextPaymentAt: at + (trialDays > 0 ? trialDays * DAY_MS : FIRST_CHARGE_MS) }
}

/** Performs everything that is due, in order: retries and new installments. */
function catchUp(account: Account, subscription: Preapproval): Preapproval {
  if (subscription.status !== 'authorized') return subscription
  const { invoices } = collectionsOf(account)
  const now = clockOf(account, subscription)
  const next = { at: subscription.nextPaymentAt ?? Number.POSITIVE_INFINITY, invoice: undefined }
  const retries = invoices
    .having(subscription.id)
    .filter(({ status }) => status === 'recycling')
    .map((invoice) => ({ at: invoice.debitAt, invoice }))
  const due = [...retries, next].toSorted((one, other) => one.at - other.at)[0] ?? next
  if (due.at > now) return subscription
  if (due.invoice) return catchUp(account, collect(account, subscription, due.invoice, due.at))
  const renewed = { ...subscription, nextPaymentAt: addMonth(due.at) }
  return catchUp(account, collect(account, renewed, newInvoice(subscription, due.at), due.at))
}

const newInvoice = ({ id: preapprovalId, amount }: Preapproval, at: number): Invoice => ({
  id: randomInt(1_000_000_000, 9_999_999_999),
  preapprovalId,
  amount,
  status: 'scheduled',
  debitAt: at,
  retries: -1,
  paymentId: null,
  createdAt: at,
  updatedAt: at,
})

/** Charges an installment, or charges it again. */
function collect(account: Account, subscription: Preapproval, invoice: Invoice, at: number): Preapproval {
  const { invoices } = collectionsOf(account)
  const payment = savePayment(account, paymentOf(subscription, invoice, at), 'payment.created')
  const retries = invoice.retries + 1
  const days = RETRY_DAYS[retries]
  const charged: Invoice =
    payment.status !== 'rejected' || days === undefined
      ? { ...invoice, status: 'processed', retries, paymentId: payment.id, updatedAt: at }
      : { ...invoice, status: 'recycling', retries, paymentId: payment.id, updatedAt: at, debitAt: at + days * DAY_MS }
  invoices.put(String(charged.id), charged, subscription.id)
  notify(account, subscription, 'subscription_authorized_payment', String(charged.id))
  const unpaid = invoices
    .having(subscription.id)
    .filter(({ status, paymentId }) => status === 'processed' && isUnpaid(account, paymentId))
  return save(
    account,
    unpaid.length < UNPAID_LIMIT ? subscription : { ...subscription, status: 'cancelled', nextPaymentAt: null },
    at,
  )
}

const isUnpaid = ({ payments }: Account, id: number | null): boolean =>
  payments.get(String(id ?? ''))?.status === 'rejected'

function paymentOf({ id, card, reason, ...subscription }: Preapproval, { amount }: Invoice, at: number): Payment {
  const createdAt = new Date(at).toISOString()
  const { status, statusDetail } = card?.outcome ?? { status: 'rejected', statusDetail: 'cc_rejected_other_reason' }
  return {
    id: randomInt(1_000_000_000, 99_999_999_999),
    status,
    statusDetail,
    amount,
    refunded: 0,
    installments: 1,
    description: reason,
    externalReference: subscription.externalReference,
    notificationUrl: subscription.notificationUrl,
    statementDescriptor: null,
    payer: { email: subscription.payerEmail },
    metadata: { preapproval_id: id },
    card: card?.card ?? null,
    holder: card?.holder ?? null,
    pix: null,
    createdAt,
    updatedAt: createdAt,
    approvedAt: status === 'approved' ? createdAt : null,
  }
}
