import { Challenge } from '@cuida/core/access/social/app-journey.ts'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { hashOf } from '../../kit/crypto/secrets.ts'
import { Refusal } from '../../kit/http/refusal.ts'
import { consumeRateLimit } from '../../kit/limit/rate-limit.ts'
import { type Identities, IdentityRefused, type SocialPerson } from '../../providers/identity/port.ts'
import type { Services } from '../../services.ts'
import { clientAddressOf, SOCIAL_REDIRECTS } from '../rate-limits.ts'
import { deviceOfCookie } from '../session/known-device.ts'
import { appReturnUrl, GOOGLE_LINK_RETURN_PATH, GOOGLE_RETURN_PATH } from './app-return.ts'
import {
  bindToApp,
  bindToBrowser,
  decryptDeparture,
  decryptLinkIntent,
  type Exchange,
  encryptDeparture,
  type Journey,
  type LinkIntent,
} from './connect-cookies.ts'
import { newSocialCode } from './social-code.ts'
import { insertIntroduction } from './social-store.ts'

const CONNECT = '/api/connect/google'
/** Built from constants only: no part of a request becomes part of a redirect address. */
const NOBODY = '/welcome?reason=unauthorized'

function endOf({ linkTo, challenge }: LinkIntent, env: Services['env'], code?: string): string {
  const arrival = linkTo ? GOOGLE_LINK_RETURN_PATH : GOOGLE_RETURN_PATH
  if (!code && !linkTo && !challenge) return NOBODY
  return (challenge ? appReturnUrl(env, arrival) : arrival) + (code ? `#code=${code}` : '')
}

/**
 * The content service's redirect to Google and back (A7.31). This server handles it even when the content service is
 * remote, so that no personal data goes there (decision 0076). Every failure ends on Welcome, or in the app of the
 * signed-in user, never on a blank page. `app` is the challenge of a native app that opened the phone's browser
 * (decision 0082).
 */
export function connectRoutes(app: FastifyInstance, services: Services): void {
  const { env, providers } = services
  const { identities } = providers
  app.get<{ Querystring: { callback?: string; app?: string } }>(CONNECT, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!identities) return strapiError(reply, 'ApplicationError', 'This provider is disabled')
    const { callback, app: challenge } = request.query
    if (callback !== undefined && callback !== env.PUBLIC_URL + GOOGLE_RETURN_PATH)
      return strapiError(reply, 'ValidationError', 'Invalid callback URL provided')
    if (challenge !== undefined && !v.is(Challenge, challenge))
      return strapiError(reply, 'ValidationError', 'Invalid challenge provided')
    const intent = { challenge }
    return landing(services, reply, endOf(intent, env), () => leave(services, identities, { request, reply }, intent))
  })
  app.get<{ Querystring: { intent?: string } }>(`${CONNECT}/link`, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { intent: named } = request.query
    const intent = await decryptLinkIntent(services, { request, reply }, typeof named === 'string' ? named : undefined)
    if (!intent?.linkTo || !identities) return reply.redirect(GOOGLE_LINK_RETURN_PATH, 303)
    return landing(services, reply, endOf(intent, env), () => leave(services, identities, { request, reply }, intent))
  })
  app.get(`${CONNECT}/callback`, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!identities) return strapiError(reply, 'ApplicationError', 'This provider is disabled')
    const journey = await departureOf(services, request, reply)
    return landing(services, reply, endOf(journey ?? {}, env), async () => {
      if (!journey) return NOBODY
      await consumeRateLimit(services.db, services.secrets, SOCIAL_REDIRECTS, journey.walker)
      const person = await identities.arrive(searchOf(request), journey)
      return endOf(journey, env, await introduce(services, reply, person, journey))
    })
  })
}

async function leave(services: Services, identities: Identities, at: Exchange, intent: LinkIntent): Promise<string> {
  // Recorded at departure: on the return from another site the browser does not send the device's SameSite cookie.
  const walker = deviceOfCookie(services, at.request)?.toString('base64url') ?? clientAddressOf(at.request)
  await consumeRateLimit(services.db, services.secrets, SOCIAL_REDIRECTS, walker)
  const { address, departure } = await identities.depart()
  await encryptDeparture(services, at, { ...departure, walker, ...intent })
  return address
}

function departureOf(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Journey | undefined> {
  const state = new URLSearchParams(searchOf(request)).getAll('state')
  if (state.length !== 1 || !state[0]) return Promise.resolve(undefined)
  return decryptDeparture(services, { request, reply }, state[0])
}

/** A one-time code for the URL fragment, which no server, log or Referer sees. */
async function introduce(
  { db, env, secrets }: Services,
  reply: FastifyReply,
  person: SocialPerson,
  { linkTo, challenge }: LinkIntent,
): Promise<string> {
  const code = newSocialCode()
  const browser = challenge
    ? bindToApp(challenge)
    : bindToBrowser({ env, secrets }, reply, linkTo ? '/v1/user/google' : '/v1/auth/social-login')
  await insertIntroduction(db, VENDOR.google, person, { code: hashOf(code), browser, accountId: linkTo ?? null })
  return code
}

/** The next redirect; on failure `otherwise`, whose screen shows the error. */
async function landing(
  { log }: Services,
  reply: FastifyReply,
  otherwise: string,
  find: () => Promise<string>,
): Promise<FastifyReply> {
  try {
    return reply.redirect(await find(), 303)
  } catch (error) {
    if (!(error instanceof IdentityRefused) && !(error instanceof Refusal))
      log.warn('sign-in through a provider failed', { provider: VENDOR.google, error })
    return reply.redirect(otherwise, 303)
  }
}

const strapiError = (reply: FastifyReply, name: string, message: string): FastifyReply =>
  reply.code(400).send({ data: null, error: { status: 400, name, message, details: {} } })

const searchOf = ({ raw }: FastifyRequest): string => new URL(raw.url ?? '', 'http://any').search
