import { randomInt, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type DisputablePayment, type DisputeAction, sendDisputePage } from '../kit/dispute-page.ts'
import { fieldsOf } from '../kit/fields.ts'
import { type Account, currentPayment, findPayment, refundPayment, savePayment } from './account.ts'
import { closeClaim, openClaim } from './claims.ts'
import { MercadoPagoError, type Payment, toDecimal } from './wire.ts'

/** A chargeback as the provider stores it. Ids have 18 digits, more than a JSON number can represent. */
interface Chargeback {
  id: string
  paymentId: number
  amount: number
  coverageApplied: boolean | null
  documentationStatus: 'pending' | 'review_pending' | 'valid' | 'not_supplied'
  deadline: string
  createdAt: string
  updatedAt: string
}

const DAYS_TO_ANSWER = 10
const casesOf = ({ context }: Account) => context.store.collection<Chargeback>('mercadopago-chargeback')
type WithId = { Params: { id: string } }

/** The merchant's routes (with their token): one case, or the cases of a payment. */
export function chargebackRoutes(api: FastifyInstance, account: Account): void {
  const cases = casesOf(account)
  api.get<{ Querystring: { payment_id?: string } }>('/v1/chargebacks/search', async ({ query }) => {
    const found = query.payment_id ? cases.having(query.payment_id) : cases.list()
    return { paging: { total: found.length, limit: 30, offset: 0 }, results: found.map(wireChargeback) }
  })
  api.get<WithId>('/v1/chargebacks/:id', async ({ params }) => {
    const found = cases.get(params.id)
    if (!found) throw new MercadoPagoError(404, 'Chargeback not found')
    return wireChargeback(found)
  })
}

/** Spelling error of the provider. */
const wireChargeback = (each: Chargeback) => ({
  id: each.id,
  payments: [each.paymentId],
  currency: 'BRL',
  amount: toDecimal(each.amount),
  reason: 'general',
  coverage_applied: each.coverageApplied,
  coverage_elegible: true,
  documentation_required: true,
  documentation_status: each.documentationStatus,
  documentation: [],
  date_documentation_deadline: each.deadline,
  date_created: each.createdAt,
  date_last_updated: each.updatedAt,
  live_mode: false,
})

const LIMIT = 30

/** Manual actions of the payer, their bank and the provider's mediators. */
export function disputePages(app: FastifyInstance, account: Account): void {
  const browser = { config: { serves: 'browser' } }
  app.get('/disputes', browser, async (request, reply) => {
    const all = account.payments.list(LIMIT).map((storedPayment) => currentPayment(account, storedPayment))
    const lines = all.map((payment) => lineOf(account, payment)).filter(({ acts }) => acts.length > 0)
    return sendDisputePage(request, reply, { path: '/simulators/mercadopago/disputes', lines })
  })
  app.post<WithId>('/disputes/:id', browser, async ({ params, body }, reply) => {
    const payment = findPayment(account, params.id)
    const act = actsOf(account, payment).find((each) => each === fieldsOf(body).act)
    if (!act) throw new MercadoPagoError(400, 'no such act now')
    dispute(account, payment, act)
    return reply.redirect('/simulators/mercadopago/disputes', 303)
  })
}

const lineOf = (account: Account, payment: Payment): DisputablePayment => ({
  id: String(payment.id),
  title: payment.description ?? '',
  amount: payment.amount,
  currency: 'BRL',
  state: `${payment.status} / ${payment.statusDetail}`,
  acts: actsOf(account, payment),
})

function actsOf(account: Account, { id, status, statusDetail }: Payment): readonly DisputeAction[] {
  if (status === 'approved') return ['mediate', 'open']
  if (status === 'refunded') return ['open']
  if (status === 'in_mediation') return ['agree', 'giveBack', 'open']
  if (status !== 'charged_back' || statusDetail !== 'in_process') return []
  const isAnswered = casesOf(account).having(String(id))[0]?.documentationStatus !== 'pending'
  return isAnswered ? ['win', 'lose'] : ['answer', 'win', 'lose']
}

/** The payment status and detail after each action. */
const BECOMES: Partial<Record<DisputeAction, [Payment['status'], string]>> = {
  mediate: ['in_mediation', 'pending'],
  agree: ['approved', 'accredited'],
  giveBack: ['approved', 'accredited'],
  open: ['charged_back', 'in_process'],
  win: ['charged_back', 'reimbursed'],
  lose: ['charged_back', 'settled'],
}

/** The case's fields after each action. */
const DECIDES: Partial<Record<DisputeAction, Partial<Chargeback>>> = {
  answer: { documentationStatus: 'review_pending' },
  win: { documentationStatus: 'valid', coverageApplied: true },
  lose: { coverageApplied: false },
}

function dispute(account: Account, payment: Payment, act: DisputeAction): void {
  const { [act]: becomes } = BECOMES
  const { [act]: decides } = DECIDES
  // The case is written first, because a receiver of the payment's webhook fetches it.
  if (act === 'mediate') openClaim(account, payment)
  else closeClaim(account, payment)
  const changed = act === 'open' ? newCase(account, payment) : decides && { ...latest(account, payment), ...decides }
  if (changed) saveChargeback(account, changed)
  if (becomes) {
    const [status, statusDetail] = becomes
    const updatedAt = account.context.now().toISOString()
    savePayment(account, { ...payment, status, statusDetail, updatedAt }, 'payment.updated')
  }
  if (act === 'giveBack') refundPayment(account, String(payment.id), {})
  if (changed && payment.notificationUrl) notify(account, payment, changed.id)
}

function newCase({ context }: Account, { id, amount }: Payment): Chargeback {
  const now = context.now()
  const at = now.toISOString()
  const deadline = new Date(now.getTime() + DAYS_TO_ANSWER * 86_400_000).toISOString()
  const name = `217${String(randomInt(1_000_000_000)).padStart(9, '0')}${String(now.getTime() % 1_000_000).padStart(6, '0')}`
  return {
    id: name,
    paymentId: id,
    amount,
    coverageApplied: null,
    documentationStatus: 'pending',
    deadline,
    createdAt: at,
    updatedAt: at,
  }
}

function latest(account: Account, payment: Payment): Chargeback {
  const [found] = casesOf(account).having(String(payment.id))
  if (!found) throw new MercadoPagoError(404, 'Chargeback not found')
  return found
}

function saveChargeback(account: Account, chargeback: Chargeback): void {
  const updated = { ...chargeback, updatedAt: account.context.now().toISOString() }
  casesOf(account).put(updated.id, updated, String(updated.paymentId))
}

/**
 * Sent to the address from the merchant's panel, here the one of the payment's own webhooks; the signature covers the
 * case's id.
 */
function notify({ context }: Account, payment: Payment, id: string): void {
  const { origin, pathname } = new URL(payment.notificationUrl ?? '')
  const now = context.now()
  const data = {
    checkout: 'API',
    date_updated: now.toISOString(),
    id: Number(id),
    payment_id: payment.id,
    site_id: 'MLB',
  }
  const body = {
    actions: ['changed_case_status'],
    api_version: 'v1',
    application_id: 9_007_201_037_432,
    data,
    date_created: now.toISOString(),
    id: randomInt(1_000_000_000, 99_999_999_999),
    live_mode: false,
    type: 'topic_chargebacks_wh',
    user_id: 724_484_980,
    version: Math.floor(now.getTime() / 1000),
  }
  const url = `${origin}${pathname}?data.id=${id}&type=topic_chargebacks_wh`
  context.webhooks.notify('mercadopago', url, body, { dataId: id, requestId: randomUUID() })
}
