import { createHash } from 'node:crypto'
import { isSolution, PUZZLE_BITS, puzzleText } from '@cuida/core/access/puzzle.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Budget, spend, use, uses } from '../../kit/limits.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Services } from '../../services.ts'
import { spendToken } from '../account-store.ts'
import {
  ANSWERED_BEFORE,
  LOOK_UPS_FOR_PROOF,
  LOOK_UPS_OF_NETWORK,
  LOOK_UPS_OF_PAGE,
  LOOK_UPS_OF_PAGES_OF_SOURCE,
  LOOK_UPS_OF_PHONE,
  LOOK_UPS_OF_SOURCE,
  LOOK_UPS_UNPAID,
  networkOf,
  sourceOf,
} from '../budgets.ts'
import { issueTicket, readTicket } from './tickets.ts'

const PAGE_SECONDS = 1_800
const PUZZLE_SECONDS = 300
const COOKIE = 'page'
const EVERYBODY = 'everybody'

interface Proof {
  challenge: string
  counter: number
}

/**
 * Charges for one look-up of a number: its page's first ones are free, then a solved puzzle pays, and whoever brings
 * neither shares a small budget with everybody else who does not. Refuses with RATE_LIMITED when nothing pays. All of
 * it together keeps an hour's answers to strangers below 200 (quality A12).
 */
export async function payLookUp(
  services: Services,
  request: FastifyRequest,
  number: string,
  proof: Proof | undefined,
): Promise<void> {
  const { db, secrets, now } = services
  const source = sourceOf(request)
  const asked = `${source} ${number}`
  // Told again, an answer tells nothing new.
  if ((await uses(db, secrets, ANSWERED_BEFORE, asked)) === 0) {
    if (proof && (await isSolved(services, number, proof))) await spendWatched(services, LOOK_UPS_FOR_PROOF, EVERYBODY)
    else if (!(await isFreeForPage(services, request, now()))) {
      await spendWatched(services, LOOK_UPS_OF_SOURCE, source)
      await spendWatched(services, LOOK_UPS_OF_NETWORK, networkOf(request))
      await spendWatched(services, LOOK_UPS_UNPAID, EVERYBODY)
    }
  }
  await spend(db, secrets, LOOK_UPS_OF_PHONE, number)
  await use(db, secrets, ANSWERED_BEFORE, asked)
}

export const newPuzzle = ({ secrets, now }: Services) => ({
  challenge: issueTicket(secrets, 'puzzle', PUZZLE_SECONDS, now()),
  bits: PUZZLE_BITS,
})

/** Every page of ours brings a ticket for a few look-ups, in a cookie: the page itself stays the same for everybody. */
export function giveLookUps({ secrets, env, now }: Services, reply: FastifyReply): void {
  // Written by hand: pages are served without the cookie plugin, which only the doors need.
  const secure = env.PUBLIC_URL.startsWith('https:') ? '; Secure' : ''
  const ticket = issueTicket(secrets, 'page', PAGE_SECONDS, now())
  const where = `Max-Age=${PAGE_SECONDS}; Path=/v1/auth/register; HttpOnly; SameSite=Strict${secure}`
  reply.header('set-cookie', `${COOKIE}=${ticket}; ${where}`)
}

async function isFreeForPage({ db, secrets }: Services, request: FastifyRequest, now: Date): Promise<boolean> {
  const page = readTicket(secrets, 'page', request.cookies[COOKIE] ?? '', now)
  if (!page) return false
  if ((await use(db, secrets, LOOK_UPS_OF_PAGE, page.id)).over) return false
  return !(await use(db, secrets, LOOK_UPS_OF_PAGES_OF_SOURCE, sourceOf(request))).over
}

/** Good once, and for this number only. */
async function isSolved({ db, secrets, now }: Services, number: string, { challenge, counter }: Proof) {
  const puzzle = readTicket(secrets, 'puzzle', challenge, now())
  if (!puzzle) return false
  const hash = createHash('sha256')
    .update(puzzleText(challenge, number, counter))
    .digest()
  return isSolution(hash.readUInt32BE(), PUZZLE_BITS) && (await spendToken(db, puzzle.id, puzzle.endsAt))
}

/**
 * Patients alone rarely go over these lines, so somebody should look, and within a minute (quality A12): the request that
 * crosses one says so, one line a window, whichever process it meets. The line names the budget and nobody.
 */
async function spendWatched({ db, secrets, log }: Services, budget: Budget, who: string): Promise<void> {
  const { count, over, retryAfter } = await use(db, secrets, budget, who)
  if (count === budget.most + 1) log.warn('alert', { budget: budget.name, count })
  if (over) throw new Refusal('RATE_LIMITED', 429, { retryAfter })
}
