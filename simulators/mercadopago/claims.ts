import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Account } from './account.ts'
import { MercadoPagoError, type Payment } from './wire.ts'

/** A mediation that a payer requested, as the provider stores it. */
interface Claim {
  id: number
  paymentId: number
  status: 'opened' | 'closed'
  /** Deadline for the seller's answer. */
  due: string
  createdAt: string
}

const DAYS_TO_ANSWER = 3
const claimsOf = ({ context }: Account) => context.store.collection<Claim>('mercadopago-claim')

/** The merchant's routes (with their token). Like the real one, a search without a filter is refused. */
export function claimRoutes(api: FastifyInstance, account: Account): void {
  api.get<{ Querystring: Record<string, string | undefined> }>('/post-purchase/v1/claims/search', async ({ query }) => {
    const { resource, resource_id: about, status, type = 'mediations' } = query
    if (Object.keys(query).length === 0) throw new MercadoPagoError(400, 'At least one filter is required')
    const isOfPayments = (resource === undefined || resource === 'payment') && type === 'mediations'
    const all = isOfPayments ? (about ? claimsOf(account).having(about) : claimsOf(account).list()) : []
    const found = all.filter((claim) => status === undefined || claim.status === status)
    return { paging: { offset: 0, limit: 30, total: found.length }, data: found.map(wireClaim) }
  })
}

const wireClaim = ({ id, paymentId, status, due, createdAt }: Claim) => ({
  id,
  resource: 'payment',
  resource_id: paymentId,
  status,
  type: 'mediations',
  stage: 'dispute',
  site_id: 'MLB',
  players: [
    { role: 'complainant', type: 'buyer', user_id: 242_829_175, available_actions: [] },
    {
      role: 'respondent',
      type: 'seller',
      user_id: 724_484_980,
      available_actions:
        status === 'opened' ? [{ action: 'send_message_to_mediator', mandatory: true, due_date: due }] : [],
    },
  ],
  date_created: createdAt,
  last_updated: createdAt,
})

export function openClaim(account: Account, { id: paymentId }: Payment): void {
  const now = account.context.now()
  const id = randomInt(5_000_000_000, 5_999_999_999)
  const due = new Date(now.getTime() + DAYS_TO_ANSWER * 86_400_000).toISOString()
  const claim: Claim = { id, paymentId, status: 'opened', due, createdAt: now.toISOString() }
  claimsOf(account).put(String(id), claim, String(paymentId))
}

export function closeClaim(account: Account, { id: paymentId }: Payment): void {
  const claims = claimsOf(account)
  for (const claim of claims.having(String(paymentId)))
    claims.put(String(claim.id), { ...claim, status: 'closed' }, String(paymentId))
}
