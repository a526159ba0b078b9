import { createHash } from 'node:crypto'
import { isSolution, PROOF_OF_WORK_HEADER, proofText } from '@cuida/core/kit/proof-of-work.ts'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../../services.ts'
import { consumeToken } from '../crypto/single-use-token.ts'
import { Refusal } from '../http/refusal.ts'
import { clientAddressOf } from '../limit/client-address.ts'
import { countUse, countUses, type RateLimit, type Use } from '../limit/rate-limit.ts'
import { issueNonce, verifyNonce } from './nonces.ts'

// Decision 0176. A rate limit that strangers share can be spent by any of them, so a spent one is a price and not a wall:
// whoever is refused gets a proof of work with it, and the same request with the solution is let through. `ui/client/send.ts`
// does that by itself, for every call.

const SECONDS = 300
/** Zero bits of a solution (core/kit/proof-of-work.ts) that one more try costs. */
export const TRY_BITS = 17

/** What is paid for: the solution of one thing pays for nothing else. */
export interface ProofOfWorkPrice {
  about: string
  bits: number
}
type Needs = Pick<Services, 'db' | 'secrets' | 'now'>

type Sealing = Pick<Services, 'secrets' | 'now'>

/** RATE_LIMITED, to whom waiting is one way on and work is the other. */
export const proofOfWorkRefusal = (needs: Sealing, price: ProofOfWorkPrice, retryAfter: number): Refusal =>
  withProofOfWork(needs, price, new Refusal('RATE_LIMITED', 429, { retryAfter }))

/** The same refusal, with a proof of work. */
export function withProofOfWork(
  { secrets, now }: Sealing,
  price: ProofOfWorkPrice,
  { code, status, extra, retryAfter }: Refusal,
): Refusal {
  const challenge = issueNonce(secrets, { kind: 'work', about: sealed(price) }, SECONDS, now())
  const proofOfWork = { challenge, bits: price.bits }
  return new Refusal(code, status, { extra: { ...extra, proofOfWork }, ...(retryAfter ? { retryAfter } : {}) })
}

/** Whether the request brings the work for exactly this. It is used up by being looked at. */
export async function hasProofOfWork(
  { db, secrets, now }: Needs,
  request: FastifyRequest,
  price: ProofOfWorkPrice,
): Promise<boolean> {
  const given = request.headers[PROOF_OF_WORK_HEADER]
  const [_whole, challenge = '', counter = ''] =
    /^([\w.-]{20,200}):(\d{1,12})$/.exec(typeof given === 'string' ? given : '') ?? []
  const ticket = verifyNonce(secrets, { kind: 'work', about: sealed(price) }, challenge, now())
  if (!ticket) return false
  const hash = createHash('sha256')
    .update(proofText(challenge, Number(counter)))
    .digest()
  return isSolution(hash.readUInt32BE(), price.bits) && consumeToken(db, ticket.id, ticket.endsAt)
}

/** Counts one use of each; where one of them is over, work pays. Says whether it did. */
export async function consumeWithProofOfWork(
  services: Needs,
  request: FastifyRequest,
  uses: readonly Use[],
  price: ProofOfWorkPrice,
): Promise<boolean> {
  const over = (await countUses(services.db, services.secrets, uses)).filter((used) => used.over)
  if (over.length === 0) return false
  if (await hasProofOfWork(services, request, price)) return true
  throw proofOfWorkRefusal(services, price, Math.max(...over.map(({ retryAfter }) => retryAfter)))
}

/** One use of a door that all behind an address share: a stranger among them may make it dearer, and cannot shut it. */
export const consumePerAddress = (services: Needs, request: FastifyRequest, door: RateLimit): Promise<boolean> =>
  consumeWithProofOfWork(services, request, [[door, clientAddressOf(request)]], { about: door.name, bits: TRY_BITS })

/**
 * Patients alone rarely go over these lines, so somebody should look, and within a minute (product 3.8): the request that
 * crosses one says so, one line a window, whichever process it meets. The line names the rate limit and nobody.
 */
export async function consumeWithAlert(
  { db, secrets, log }: Pick<Services, 'db' | 'secrets' | 'log'>,
  limit: RateLimit,
  who: string,
): Promise<void> {
  const { count, over, retryAfter } = await countUse(db, secrets, limit, who)
  if (count === limit.most + 1) log.warn('alert', { limit: limit.name, count })
  if (over) throw new Refusal('RATE_LIMITED', 429, { retryAfter })
}

const sealed = ({ about, bits }: ProofOfWorkPrice): string => `${bits} ${about}`
