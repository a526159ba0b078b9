import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { spend } from '../kit/limits.ts'
import { Refusal } from '../kit/refusal.ts'
import { hashOf } from '../kit/secrets.ts'
import { type Departure, IdentityRefused, type SocialPerson } from '../providers/identity/port.ts'
import type { Services } from '../services.ts'
import { CONNECTIONS_OF_SOURCE, sourceOf } from './budgets.ts'
import { openDeparture, sealDeparture, tieToBrowser } from './connect-cookies.ts'
import { newSocialCode } from './social-code.ts'
import { insertIntroduction } from './social-store.ts'

const CONNECT = '/api/connect/google'
/** Ours alone: nothing that a request says becomes part of an address that a browser is sent to. */
const ARRIVAL = '/account/connect/google'
const NOBODY = '/welcome?reason=unauthorized'

/**
 * The content service's road to Google and back (spec 1 §7). A content service elsewhere has its own, so these stand
 * only beside our own one. Whatever goes wrong ends on Welcome, never on a white page.
 */
export function connectRoutes(app: FastifyInstance, services: Services): void {
  const { identities } = services.providers
  if (!services.pack) return
  app.get<{ Querystring: { callback?: string } }>(CONNECT, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!identities) return strapiError(reply, 'ApplicationError', 'This provider is disabled')
    const { callback } = request.query
    if (callback !== undefined && callback !== services.env.PUBLIC_URL + ARRIVAL)
      return strapiError(reply, 'ValidationError', 'Invalid callback URL provided')
    return landing(services, reply, async () => {
      await spend(services.db, services.secrets, CONNECTIONS_OF_SOURCE, sourceOf(request))
      const { address, departure } = await identities.depart()
      await sealDeparture(services, { request, reply }, departure)
      return address
    })
  })
  app.get(`${CONNECT}/callback`, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!identities) return strapiError(reply, 'ApplicationError', 'This provider is disabled')
    return landing(services, reply, async () => {
      const departure = await departureOf(services, request, reply)
      if (!departure) return NOBODY
      await spend(services.db, services.secrets, CONNECTIONS_OF_SOURCE, sourceOf(request))
      const person = await identities.arrive(searchOf(request), departure)
      return introduce(services, reply, person)
    })
  })
}

function departureOf(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Departure | undefined> {
  const state = new URLSearchParams(searchOf(request)).getAll('state')
  if (state.length !== 1 || !state[0]) return Promise.resolve(undefined)
  return openDeparture(services, { request, reply }, state[0])
}

/** The app's address with a one-time code in its fragment, which no server, log or Referer ever sees. */
async function introduce({ db, env, secrets }: Services, reply: FastifyReply, person: SocialPerson): Promise<string> {
  const code = newSocialCode()
  const browser = tieToBrowser({ env, secrets }, reply)
  await insertIntroduction(db, 'google', person, { code: hashOf(code), browser })
  return `${ARRIVAL}#code=${code}`
}

/** Where the browser goes; a failure is Welcome's to tell. */
async function landing({ log }: Services, reply: FastifyReply, find: () => Promise<string>): Promise<FastifyReply> {
  try {
    return reply.redirect(await find(), 303)
  } catch (error) {
    if (!(error instanceof IdentityRefused) && !(error instanceof Refusal))
      log.warn('sign-in through a provider failed', { provider: 'google', error })
    return reply.redirect(NOBODY, 303)
  }
}

const strapiError = (reply: FastifyReply, name: string, message: string): FastifyReply =>
  reply.code(400).send({ data: null, error: { status: 400, name, message, details: {} } })

const searchOf = ({ raw }: FastifyRequest): string => new URL(raw.url ?? '', 'http://any').search
