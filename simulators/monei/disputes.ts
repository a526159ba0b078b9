import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type DisputablePayment, type DisputeAction, sendDisputePage } from '../kit/dispute-page.ts'
import { fieldsOf } from '../kit/fields.ts'
import { findPayment } from './account.ts'
import type { Account } from './account-shape.ts'
import { MoneiError, type Payment } from './wire.ts'

interface Dispute {
  id: string
  state: 'open' | 'answered' | 'won' | 'lost'
  deadline: string
}

const DAYS_TO_ANSWER = 7
const LIMIT = 30
/** The merchant's address: MONEI notifies the merchant by e-mail only. */
export const MERCHANT_EMAIL = 'disputes@merchant.example'

const disputesOf = ({ context }: Account) => context.store.collection<Dispute>('monei-dispute')

/**
 * MONEI's documentation has no call, webhook or payment status for disputes: the merchant is notified by e-mail and
 * answers in MONEI's own panel. The simulator does the same; its payments do not change.
 */
export function disputePages(app: FastifyInstance, account: Account): void {
  const browser = { config: { serves: 'browser' } }
  app.get('/disputes', browser, async (request, reply) => {
    const lines = account.payments.list(LIMIT).map((payment) => lineOf(account, payment))
    return sendDisputePage(request, reply, {
      path: '/simulators/monei/disputes',
      lines: lines.filter(({ acts }) => acts.length > 0),
    })
  })
  app.post<{ Params: { id: string } }>('/disputes/:id', browser, async ({ params, body }, reply) => {
    const payment = findPayment(account, params.id)
    const act = actsOf(account, payment).find((each) => each === fieldsOf(body).act)
    if (!act) throw new MoneiError(400, 'no such act now')
    dispute(account, payment, act)
    return reply.redirect('/simulators/monei/disputes', 303)
  })
}

function lineOf(account: Account, payment: Payment): DisputablePayment {
  const known = disputesOf(account).get(payment.id)
  return {
    id: payment.id,
    title: payment.description ?? '',
    amount: payment.amount,
    currency: payment.currency,
    state: known?.state ?? payment.status,
    acts: actsOf(account, payment),
  }
}

const PAID = ['SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED']

function actsOf(account: Account, { id, status, amount }: Payment): readonly DisputeAction[] {
  const known = disputesOf(account).get(id)
  if (!known) return PAID.includes(status) && amount > 0 ? ['open'] : []
  if (known.state === 'open') return ['answer', 'win', 'lose']
  return known.state === 'answered' ? ['win', 'lose'] : []
}

const STATES = { open: 'open', answer: 'answered', win: 'won', lose: 'lost' } as const

function dispute(account: Account, payment: Payment, act: DisputeAction): void {
  if (act !== 'open' && act !== 'answer' && act !== 'win' && act !== 'lose') return
  const { context } = account
  const deadline = new Date(context.now().getTime() + DAYS_TO_ANSWER * 86_400_000).toISOString()
  const known = disputesOf(account).get(payment.id)
  const next = {
    id: known?.id ?? String(randomInt(1_000_000)),
    state: STATES[act],
    deadline: known?.deadline ?? deadline,
  }
  disputesOf(account).put(payment.id, next)
  context.outbox.add({ channel: 'email', to: MERCHANT_EMAIL, text: letter(payment, next) })
}

const letter = ({ id, orderId, amount, currency }: Payment, dispute: Dispute): string =>
  [
    `Dispute ${dispute.id}: ${dispute.state}`,
    `Payment ${id}, order ${orderId}: ${(amount / 100).toFixed(2)} ${currency}`,
    ...(dispute.state === 'open' ? [`Respond at your dashboard before ${dispute.deadline}`] : []),
  ].join('\n')
