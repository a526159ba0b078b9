import { createHash } from 'node:crypto'
import { isSolution, puzzleText, WORK_HEADER } from '@cuida/core/kit/puzzle.ts'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../../services.ts'
import { spendToken } from '../crypto/spent-token.ts'
import { Refusal } from '../http/refusal.ts'
import { type RateLimit, type Use, use, useAll } from '../limit/rate-limit.ts'
import { sourceOf } from '../limit/source.ts'
import { issueTicket, readTicket } from './tickets.ts'

// Decision 0176. A rate limit that strangers share can be spent by any of them, so a spent one is a price and not a wall:
// whoever is refused gets a puzzle with it, and the same request with the solution is let through. `ui/client/send.ts`
// does that by itself, for every call.

const SECONDS = 300
/** Zero bits of a solution (core/kit/puzzle.ts) that one more try costs. */
export const TRY_BITS = 17

/** What is paid for: the solution of one thing pays for nothing else. */
export interface Price {
  about: string
  bits: number
}
type Needs = Pick<Services, 'db' | 'secrets' | 'now'>

type Sealing = Pick<Services, 'secrets' | 'now'>

/** RATE_LIMITED, to whom waiting is one way on and work is the other. */
export const workDue = (needs: Sealing, price: Price, retryAfter: number): Refusal =>
  payable(needs, price, new Refusal('RATE_LIMITED', 429, { retryAfter }))

/** The same refusal, with a puzzle. */
export function payable(
  { secrets, now }: Sealing,
  price: Price,
  { code, status, extra, retryAfter }: Refusal,
): Refusal {
  const challenge = issueTicket(secrets, { kind: 'work', about: sealed(price) }, SECONDS, now())
  const puzzle = { challenge, bits: price.bits }
  return new Refusal(code, status, { extra: { ...extra, puzzle }, ...(retryAfter ? { retryAfter } : {}) })
}

/** Whether the request brings the work for exactly this. It is used up by being looked at. */
export async function bringsWork({ db, secrets, now }: Needs, request: FastifyRequest, price: Price): Promise<boolean> {
  const given = request.headers[WORK_HEADER]
  const [_whole, challenge = '', counter = ''] =
    /^([\w.-]{20,200}):(\d{1,12})$/.exec(typeof given === 'string' ? given : '') ?? []
  const ticket = readTicket(secrets, { kind: 'work', about: sealed(price) }, challenge, now())
  if (!ticket) return false
  const hash = createHash('sha256')
    .update(puzzleText(challenge, Number(counter)))
    .digest()
  return isSolution(hash.readUInt32BE(), price.bits) && spendToken(db, ticket.id, ticket.endsAt)
}

/** Counts one use of each; where one of them is over, work pays. Says whether it did. */
export async function spendOrWork(
  services: Needs,
  request: FastifyRequest,
  uses: readonly Use[],
  price: Price,
): Promise<boolean> {
  const over = (await useAll(services.db, services.secrets, uses)).filter((used) => used.over)
  if (over.length === 0) return false
  if (await bringsWork(services, request, price)) return true
  throw workDue(services, price, Math.max(...over.map(({ retryAfter }) => retryAfter)))
}

/** One use of a door that all behind an address share: a stranger among them may make it dearer, and cannot shut it. */
export const spendAtDoor = (services: Needs, request: FastifyRequest, door: RateLimit): Promise<boolean> =>
  spendOrWork(services, request, [[door, sourceOf(request)]], { about: door.name, bits: TRY_BITS })

/**
 * Patients alone rarely go over these lines, so somebody should look, and within a minute (product 3.8): the request that
 * crosses one says so, one line a window, whichever process it meets. The line names the rate limit and nobody.
 */
export async function spendWatched(
  { db, secrets, log }: Pick<Services, 'db' | 'secrets' | 'log'>,
  limit: RateLimit,
  who: string,
): Promise<void> {
  const { count, over, retryAfter } = await use(db, secrets, limit, who)
  if (count === limit.most + 1) log.warn('alert', { limit: limit.name, count })
  if (over) throw new Refusal('RATE_LIMITED', 429, { retryAfter })
}

const sealed = ({ about, bits }: Price): string => `${bits} ${about}`
