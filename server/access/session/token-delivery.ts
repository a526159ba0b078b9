import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Secrets } from '../../kit/crypto/secrets.ts'
import type { Services } from '../../services.ts'
import { insertOrigin, originOf } from './origin-store.ts'
import { type Client, isOfCookie, type OpenedSession, type TokenCarrier } from './sessions.ts'

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b|\bCrOS\b/, 'Linux'],
]

/** Our native apps: their WebView calls itself a browser. */
const APPS = new Map([
  ['ios', 'iPhone'],
  ['android', 'Android'],
])

// Product 3.3: with `x-token-mode: cookie` the refresh token travels in an HttpOnly cookie; the body holds a handle
// that names the session and authorises nothing without the cookie.

export type SessionAudience = 'patient' | 'desk'

export async function deliver(
  services: Pick<Services, 'db' | 'env' | 'secrets' | 'tokens'>,
  audience: SessionAudience,
  session: OpenedSession,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<{ accessToken: string; refreshToken: string; sessionId: string }> {
  const { db, env, secrets, tokens } = services
  await insertOrigin(db, session.id, originOf(secrets, request))
  const subject = 'accountId' in session.owner ? session.owner.accountId : session.owner.staffId
  const purpose = audience === 'patient' ? 'access' : 'staff'
  const accessToken = await tokens.sign(purpose, { subject, sessionId: session.id, mfa: 'DONE' })
  if (carrierOf(request) === 'body') return { accessToken, refreshToken: session.refreshToken, sessionId: session.id }
  const { name, options } = cookieOf(audience, env)
  reply.setCookie(name, session.refreshToken, options)
  return { accessToken, refreshToken: handleOf(secrets, session.id), sessionId: session.id }
}

/** The refresh token of a request, and a check that the session found by it is the one that the client means. */
export function presentedToken(
  { env, secrets }: Pick<Services, 'env' | 'secrets'>,
  audience: SessionAudience,
  request: FastifyRequest,
): { refreshToken: string; carrier: TokenCarrier; accept: (sessionId: string) => boolean } | undefined {
  const bearer = request.headers.authorization?.match(/^Bearer (\S{20,200})$/)?.[1]
  if (!bearer) return undefined
  const carrier = carrierOf(request)
  if (carrier === 'body') return isOfCookie(bearer) ? undefined : { refreshToken: bearer, carrier, accept: () => true }
  const refreshToken = request.cookies[cookieOf(audience, env).name]
  if (!refreshToken) return undefined
  // Only our own page can set this header, so other sites cannot use the cookie (CSRF).
  const handle = Buffer.from(bearer, 'base64url')
  const accept = (sessionId: string) => secrets.isSigned('handle', sessionId, handle)
  return { refreshToken, carrier, accept }
}

export function forgetCookie({ env }: Pick<Services, 'env'>, audience: SessionAudience, reply: FastifyReply): void {
  const { name, options } = cookieOf(audience, env)
  reply.clearCookie(name, options)
}

export const carrierOf = (request: FastifyRequest): TokenCarrier =>
  request.headers['x-token-mode'] === 'cookie' ? 'cookie' : 'body'

export const clientOf = (request: FastifyRequest): Client => ({
  device: deviceOf(request),
  carrier: carrierOf(request),
})

const handleOf = (secrets: Secrets, sessionId: string): string =>
  secrets.sign('handle', sessionId).toString('base64url')

/** A `__Host-` cookie requires the path `/`; the desk's cookie is limited to its own routes, so it is `__Secure-`. */
function cookieOf(audience: SessionAudience, { PUBLIC_URL, DESK_URL }: Services['env']) {
  const secure = (audience === 'desk' ? DESK_URL : PUBLIC_URL).startsWith('https:')
  const path = audience === 'desk' ? '/v1/desk/auth' : secure ? '/' : '/v1/auth'
  const name = audience === 'desk' ? (secure ? '__Secure-rt-desk' : 'rt-desk') : secure ? '__Host-rt' : 'rt'
  return { name, options: { path, secure, httpOnly: true, sameSite: 'strict' } as const }
}

// Order matters: most browsers also name other browsers.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

/**
 * "Chrome, Android", or "App, iPhone" when `clientId` names one of our apps: enough to recognise one's own sessions.
 * Versions and models are dropped, since they identify people.
 */
export function deviceOf({ headers, query }: Pick<FastifyRequest, 'headers'> & { query?: unknown }): string | null {
  const agent = headers['user-agent'] ?? ''
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(agent))?.[1]
  const phone = APPS.get(String((query as { clientId?: unknown } | undefined)?.clientId))
  if (phone) return `App, ${find(SYSTEMS) ?? phone}`
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(', ') || null
}
