import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kit/http/refusal.ts'
import { consumeRateLimit, countUse, findUseCount } from '../../kit/limit/rate-limit.ts'
import { issueNonce, verifyNonce } from '../../kit/proof-of-work/nonces.ts'
import {
  consumeWithAlert,
  hasProofOfWork,
  type ProofOfWorkPrice,
  proofOfWorkRefusal,
} from '../../kit/proof-of-work/proof-of-work.ts'
import type { Services } from '../../services.ts'
import {
  clientAddressOf,
  LOOK_UP_BITS,
  LOOK_UPS_A_BIT,
  LOOK_UPS_FOR_WORK,
  LOOK_UPS_OF_ALL,
  LOOK_UPS_OF_NETWORK,
  LOOK_UPS_OF_PAGES_PER_ADDRESS,
  LOOK_UPS_OF_PHONE,
  LOOK_UPS_PER_ADDRESS,
  LOOK_UPS_PER_PAGE,
  networkOf,
  REPEATED_LOOK_UPS,
} from '../rate-limits.ts'

const PAGE_SECONDS = 1_800
const COOKIE = 'page'
/** The page ticket of an app, which keeps no cookies: issued with `GET /v1/initial-state`, sent with each look-up. */
const HEADER = 'x-page'

/**
 * Charges for one look-up of a number. The first ones of a page are free, a call without a page has a small rate
 * limit by address, and beyond that proof of work pays, with rising difficulty for each hundred of one address.
 * Strangers at other addresses do not raise the price. Refuses with RATE_LIMITED and the proof of work to solve.
 */
export async function consumeLookUp(services: Services, request: FastifyRequest, number: string): Promise<void> {
  const { db, secrets, now } = services
  const page = verifyNonce(secrets, { kind: 'page' }, pageTicket(request), now())?.id
  // A repeated look-up from the same page reveals nothing new. Other clients at the same address still pay.
  const limitKey = page && `${page} ${number}`
  if (!limitKey || (await findUseCount(db, secrets, REPEATED_LOOK_UPS, limitKey)) === 0)
    await payOnce(services, request, number, page)
  await consumeRateLimit(db, secrets, LOOK_UPS_OF_PHONE, number)
  if (limitKey) await countUse(db, secrets, REPEATED_LOOK_UPS, limitKey)
}

async function payOnce(
  services: Services,
  request: FastifyRequest,
  number: string,
  page: string | undefined,
): Promise<void> {
  const source = clientAddressOf(request)
  const bits =
    LOOK_UP_BITS +
    Math.floor((await findUseCount(services.db, services.secrets, LOOK_UPS_FOR_WORK, source)) / LOOK_UPS_A_BIT)
  const price = (bits: number) => ({ about: `look-up ${number}`, bits })
  // The price may have risen while the client solved its proof of work.
  if (
    (await hasProofOfWork(services, request, price(bits))) ||
    (await hasProofOfWork(services, request, price(bits - 1)))
  )
    await consumeWithAlert(services, LOOK_UPS_FOR_WORK, source)
  else if (!page || !(await isFreeForPage(services, request, page))) await payBare(services, request, price(bits))
  await watchAll(services)
}

async function payBare(services: Services, request: FastifyRequest, price: ProofOfWorkPrice): Promise<void> {
  try {
    await consumeWithAlert(services, LOOK_UPS_PER_ADDRESS, clientAddressOf(request))
    await consumeWithAlert(services, LOOK_UPS_OF_NETWORK, networkOf(request))
  } catch (failure) {
    throw failure instanceof Refusal ? proofOfWorkRefusal(services, price, failure.retryAfter ?? 1) : failure
  }
}

/** Counts look-ups of all addresses together: logs one alert an hour and refuses nobody. */
async function watchAll({ db, secrets, log }: Services): Promise<void> {
  const { count } = await countUse(db, secrets, LOOK_UPS_OF_ALL, 'everybody')
  if (count === LOOK_UPS_OF_ALL.most + 1) log.warn('alert', { limit: LOOK_UPS_OF_ALL.name, count })
}

function pageTicket({ cookies, headers }: FastifyRequest): string {
  const named = headers[HEADER]
  return cookies[COOKIE] ?? (typeof named === 'string' ? named : '')
}

/**
 * Sets a cookie with a ticket for a few look-ups on every page; the page's body stays the same for everybody and can
 * be cached.
 */
export function setPageTicket(services: Services, reply: FastifyReply): void {
  // Set by hand: pages are served without the cookie plugin.
  const secure = services.env.PUBLIC_URL.startsWith('https:') ? '; Secure' : ''
  const ticket = newPage(services)
  const where = `Max-Age=${PAGE_SECONDS}; Path=/v1/auth/register; HttpOnly; SameSite=Strict${secure}`
  reply.header('set-cookie', `${COOKIE}=${ticket}; ${where}`)
}

/** The ticket for an app, which loads no page from this server. */
export const setAppPageTicket = (services: Services, reply: FastifyReply): unknown =>
  reply.header(HEADER, newPage(services))

const newPage = ({ secrets, now }: Services): string => issueNonce(secrets, { kind: 'page' }, PAGE_SECONDS, now())

async function isFreeForPage({ db, secrets }: Services, request: FastifyRequest, page: string): Promise<boolean> {
  if ((await countUse(db, secrets, LOOK_UPS_PER_PAGE, page)).over) return false
  return !(await countUse(db, secrets, LOOK_UPS_OF_PAGES_PER_ADDRESS, clientAddressOf(request))).over
}
