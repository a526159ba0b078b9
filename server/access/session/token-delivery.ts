import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashOf, type Secrets, sameBytes } from '../../kit/secrets.ts'
import type { Services } from '../../services.ts'
import { insertOrigin, originOf } from './origin-store.ts'
import type { OpenedSession } from './sessions.ts'

// Decisions §4, "where the web keeps tokens": with `x-token-mode: cookie` the refresh token travels in an HttpOnly
// cookie, and the body holds a handle that says which session is meant and opens nothing without the cookie.

export type Door = 'patient' | 'desk'

/** What a signed-in answer hands to the app. */
export async function deliver(
  services: Pick<Services, 'db' | 'env' | 'secrets' | 'tokens'>,
  door: Door,
  session: OpenedSession,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<{ accessToken: string; refreshToken: string; sessionId: string }> {
  const { db, env, secrets, tokens } = services
  await insertOrigin(db, session.id, originOf(secrets, request))
  const subject = 'accountId' in session.owner ? session.owner.accountId : session.owner.staffId
  const purpose = door === 'patient' ? 'access' : 'staff'
  const accessToken = await tokens.sign(purpose, { subject, sessionId: session.id, mfa: 'DONE' })
  if (!usesCookie(request)) return { accessToken, refreshToken: session.refreshToken, sessionId: session.id }
  const { name, options } = cookieOf(door, env.PUBLIC_URL)
  reply.setCookie(name, session.refreshToken, options)
  return { accessToken, refreshToken: handleOf(secrets, session.id), sessionId: session.id }
}

/** The refresh token of a request, and whether the session it turns out to be of may be meant. */
export function presentedToken(
  { env, secrets }: Pick<Services, 'env' | 'secrets'>,
  door: Door,
  request: FastifyRequest,
): { refreshToken: string; accept: (sessionId: string) => boolean } | undefined {
  const bearer = request.headers.authorization?.match(/^Bearer (\S{20,200})$/)?.[1]
  if (!bearer) return undefined
  if (!usesCookie(request)) return { refreshToken: bearer, accept: () => true }
  const refreshToken = request.cookies[cookieOf(door, env.PUBLIC_URL).name]
  if (!refreshToken) return undefined
  // The header that only our own page can set keeps other sites from using the cookie.
  return { refreshToken, accept: (sessionId) => sameBytes(hashOf(bearer), hashOf(handleOf(secrets, sessionId))) }
}

export function forgetCookie({ env }: Pick<Services, 'env'>, door: Door, reply: FastifyReply): void {
  const { name, options } = cookieOf(door, env.PUBLIC_URL)
  reply.clearCookie(name, options)
}

const usesCookie = (request: FastifyRequest): boolean => request.headers['x-token-mode'] === 'cookie'

const handleOf = (secrets: Secrets, sessionId: string): string =>
  secrets.hmac('handle', sessionId).toString('base64url')

/** A `__Host-` cookie must cover the whole site, so the desk's, which covers its own door only, is `__Secure-`. */
function cookieOf(door: Door, publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const path = door === 'desk' ? '/v1/desk/auth' : secure ? '/' : '/v1/auth'
  const name = door === 'desk' ? (secure ? '__Secure-rt-desk' : 'rt-desk') : secure ? '__Host-rt' : 'rt'
  return { name, options: { path, secure, httpOnly: true, sameSite: 'strict' } as const }
}
