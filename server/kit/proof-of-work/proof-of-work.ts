import { createHash } from 'node:crypto'
import { isSolution, PROOF_OF_WORK_HEADER, proofText } from '@cuida/core/kit/proof-of-work.ts'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../../services.ts'
import { consumeToken } from '../crypto/single-use-token.ts'
import { Refusal } from '../http/refusal.ts'
import { clientAddressOf } from '../limit/client-address.ts'
import { countUse, countUses, type RateLimit, type RateLimitUse } from '../limit/rate-limit.ts'
import { issueNonce, verifyNonce } from './nonces.ts'

// Decision 0176. Any stranger can use up a shared rate limit, so beyond it a request has a price instead of being
// blocked: the refusal includes a proof of work, and the same request with its solution is accepted.
// `ui/client/send.ts` solves it for every call.

const SECONDS = 300
/** Leading zero bits (core/kit/proof-of-work.ts) that one more try costs. */
export const EXTRA_TRY_BITS = 17

/** What the solution pays for; it is not valid for anything else. */
export interface ProofOfWorkPrice {
  about: string
  bits: number
}
type Needs = Pick<Services, 'db' | 'secrets' | 'now'>

type NonceServices = Pick<Services, 'secrets' | 'now'>

/** RATE_LIMITED with two ways on: wait, or solve the proof of work. */
export const proofOfWorkRefusal = (needs: NonceServices, price: ProofOfWorkPrice, retryAfter: number): Refusal =>
  withProofOfWork(needs, price, new Refusal('RATE_LIMITED', 429, { retryAfter }))

export function withProofOfWork(
  { secrets, now }: NonceServices,
  price: ProofOfWorkPrice,
  { code, status, extra, retryAfter }: Refusal,
): Refusal {
  const challenge = issueNonce(secrets, { kind: 'work', about: nonceSubject(price) }, SECONDS, now())
  const proofOfWork = { challenge, bits: price.bits }
  return new Refusal(code, status, { extra: { ...extra, proofOfWork }, ...(retryAfter ? { retryAfter } : {}) })
}

/** Whether the request carries a valid solution for this price. The check uses the solution up. */
export async function hasProofOfWork(
  { db, secrets, now }: Needs,
  request: FastifyRequest,
  price: ProofOfWorkPrice,
): Promise<boolean> {
  const header = request.headers[PROOF_OF_WORK_HEADER]
  const [_whole, challenge = '', counter = ''] =
    /^([\w.-]{20,200}):(\d{1,12})$/.exec(typeof header === 'string' ? header : '') ?? []
  const ticket = verifyNonce(secrets, { kind: 'work', about: nonceSubject(price) }, challenge, now())
  if (!ticket) return false
  const hash = createHash('sha256')
    .update(proofText(challenge, Number(counter)))
    .digest()
  return isSolution(hash.readUInt32BE(), price.bits) && consumeToken(db, ticket.id, ticket.endsAt)
}

/** Counts one use of each limit; beyond any of them proof of work pays. Returns whether it did. */
export async function consumeWithProofOfWork(
  services: Needs,
  request: FastifyRequest,
  uses: readonly RateLimitUse[],
  price: ProofOfWorkPrice,
): Promise<boolean> {
  const over = (await countUses(services.db, services.secrets, uses)).filter((used) => used.over)
  if (over.length === 0) return false
  if (await hasProofOfWork(services, request, price)) return true
  throw proofOfWorkRefusal(services, price, Math.max(...over.map(({ retryAfter }) => retryAfter)))
}

/**
 * Counts one use by the client address, which may be shared: a stranger behind it can raise the price but not block
 * others.
 */
export const consumePerAddress = (services: Needs, request: FastifyRequest, limit: RateLimit): Promise<boolean> =>
  consumeWithProofOfWork(services, request, [[limit, clientAddressOf(request)]], {
    about: limit.name,
    bits: EXTRA_TRY_BITS,
  })

/**
 * Logs an alert for limits that patients alone rarely exceed (product 3.8): the request that crosses one logs a line,
 * once a window for all processes. The line names the limit and no person.
 */
export async function consumeWithAlert(
  { db, secrets, log }: Pick<Services, 'db' | 'secrets' | 'log'>,
  limit: RateLimit,
  limitKey: string,
): Promise<void> {
  const { count, over, retryAfter } = await countUse(db, secrets, limit, limitKey)
  if (count === limit.most + 1) log.warn('alert', { limit: limit.name, count })
  if (over) throw new Refusal('RATE_LIMITED', 429, { retryAfter })
}

const nonceSubject = ({ about, bits }: ProofOfWorkPrice): string => `${bits} ${about}`
