import type { FastifyReply, FastifyRequest } from 'fastify'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { hashOf, randomKey, type Secrets } from '../../kit/crypto/secrets.ts'
import type { Departure } from '../../providers/identity/port.ts'
import type { Services } from '../../services.ts'

type Needs = Pick<Services, 'env' | 'secrets'>
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

const MINUTES = 10
/** Tabs that may be on their way at once. Without a bound a page elsewhere could fill the browser's cookies with ours. */
const AT_ONCE = 3
const AWAY = 'away-'
const BROWSER = 'arrived'
const LINKING = 'linking'

/** A departure; `linkTo` is the account that somebody who is signed in wants to link. */
export interface Journey extends Departure {
  /** Whose ways they are, as far as rate limits go. */
  walker: string
  linkTo?: string | undefined
  /** Of the app that sent the phone's browser (core/access/social/app-journey.ts); a browser's own journey has none. */
  challenge?: string | undefined
}

/** Whose account, and from which app, if it is one. */
export type LinkIntent = Pick<Journey, 'linkTo' | 'challenge'>

/**
 * What is needed when the browser comes back, sealed into a cookie of that browser, one for each departure, so that a
 * second tab does not spoil the first one's. Lax: the way back is a navigation from another site.
 */
export async function sealDeparture(needs: Needs, { request, reply }: Exchange, departure: Journey): Promise<void> {
  for (const name of departures(request).slice(AT_ONCE - 1)) reply.clearCookie(name, awayOptions(needs))
  const sealed = await new EncryptJWT({ ...departure })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${MINUTES}m`)
    .encrypt(key(needs.secrets))
  reply.setCookie(nameOf(departure.state), sealed, { ...awayOptions(needs), maxAge: MINUTES * 60 })
}

/** What this browser left with under this state, once: undefined for a forged, foreign or old way back. */
export async function openDeparture(needs: Needs, { request, reply }: Exchange, state: string) {
  const name = nameOf(state)
  const sealed = request.cookies[name]
  if (!sealed) return undefined
  reply.clearCookie(name, awayOptions(needs))
  try {
    const { payload } = await jwtDecrypt<Journey>(sealed, key(needs.secrets), {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return payload.state === state ? payload : undefined
  } catch {
    return undefined
  }
}

/** Somebody signed in has just given their password: this browser may leave once to link this account. */
export async function keepLinkIntent(needs: Needs, reply: FastifyReply, accountId: string): Promise<void> {
  const sealed = await encryptLinkIntent(needs, { linkTo: accountId })
  reply.setCookie(LINKING, sealed, { ...awayOptions(needs), maxAge: MINUTES * 60 })
}

/** The same for an app, which hands it to the phone's browser in an address. It opens nothing without the app's secret. */
export const encryptLinkIntent = ({ secrets }: Needs, intent: LinkIntent): Promise<string> =>
  new EncryptJWT({ ...intent })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${MINUTES}m`)
    .encrypt(linkIntentKey(secrets))

/** The link intent, read once from a browser's cookie; undefined without one. */
export async function decryptLinkIntent(
  needs: Needs,
  { request, reply }: Exchange,
  fromApp?: string,
): Promise<LinkIntent | undefined> {
  const sealed = fromApp ?? request.cookies[LINKING]
  if (!sealed) return undefined
  if (!fromApp) reply.clearCookie(LINKING, awayOptions(needs))
  const how = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
  return jwtDecrypt<LinkIntent>(sealed, linkIntentKey(needs.secrets), how).then(
    ({ payload: { linkTo, challenge } }) => ({ linkTo, challenge }),
    () => undefined,
  )
}

/** The two calls that take a one-time code: each browser's secret travels to the one that its journey was for. */
export type CodePath = '/v1/auth/social-login' | '/v1/user/google'

/** Ties a one-time code to this browser: a link with somebody else's code opens nothing here. Returns its hash. */
export function tieToBrowser({ env }: Needs, reply: FastifyReply, path: CodePath): Buffer {
  const secret = randomKey(256)
  reply.setCookie(BROWSER, secret, { ...browserOptions(env), path, maxAge: MINUTES * 60 })
  return hashOf(secret)
}

/** Ties it to an app, which alone knows the secret of its challenge. */
export const tieToApp = (challenge: string): Buffer => Buffer.from(challenge, 'base64url')

/** Who brings a code, as it was tied to them. */
export function browserOf(request: FastifyRequest, verifier: string | undefined): Buffer | undefined {
  const secret = verifier ?? request.cookies[BROWSER]
  return secret ? hashOf(secret) : undefined
}

const key = (secrets: Secrets): Uint8Array => new Uint8Array(secrets.hmac('connect', 'departure'))
const linkIntentKey = (secrets: Secrets): Uint8Array => new Uint8Array(secrets.hmac('connect', 'link-intent'))
const nameOf = (state: string): string => `${AWAY}${hashOf(state).toString('base64url').slice(0, 12)}`
const departures = ({ cookies }: FastifyRequest): string[] =>
  Object.keys(cookies).filter((name) => name.startsWith(AWAY))

const isSecure = (env: Services['env']): boolean => env.PUBLIC_URL.startsWith('https:')
const awayOptions = ({ env }: Needs) =>
  ({ path: '/api/connect', secure: isSecure(env), httpOnly: true, sameSite: 'lax' }) as const
const browserOptions = (env: Services['env']) =>
  ({ secure: isSecure(env), httpOnly: true, sameSite: 'strict' }) as const
