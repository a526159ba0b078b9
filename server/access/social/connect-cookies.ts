import type { FastifyReply, FastifyRequest } from 'fastify'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { UNNAMED_KEY } from '../../kit/crypto/keys.ts'
import { type EncryptionKey, hashOf, type PerKey, randomKey, type Secrets } from '../../kit/crypto/secrets.ts'
import type { RedirectState } from '../../providers/identity/port.ts'
import type { Services } from '../../services.ts'

type Needs = Pick<Services, 'env' | 'secrets'>
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

const MINUTES = 10
/** Most tabs with a pending redirect. Without a bound another site could fill the browser's cookies with ours. */
const AT_ONCE = 3
const AWAY = 'away-'
const BROWSER = 'arrived'
const LINKING = 'linking'

/** A departure to the provider; `linkTo` is the signed-in account that wants to link an identity. */
export interface Journey extends RedirectState {
  walker: string
  linkTo?: string | undefined
  /**
   * Challenge of the native app that opened the phone's browser (core/access/social/app-journey.ts); absent for a web
   * browser.
   */
  challenge?: string | undefined
}

/** The account to link, and the app's challenge if an app started it. */
export type LinkIntent = Pick<Journey, 'linkTo' | 'challenge'>

/**
 * Encrypts the state of a redirect into a cookie, one for each departure, so that a second tab does not overwrite the
 * first one's. SameSite=Lax, since the return is a navigation from another site.
 */
export async function encryptDeparture(needs: Needs, { request, reply }: Exchange, departure: Journey): Promise<void> {
  for (const name of departures(request).slice(AT_ONCE - 1)) reply.clearCookie(name, awayOptions(needs))
  const [{ id: kid, key }] = departureKeys(needs.secrets)
  const encrypted = await new EncryptJWT({ ...departure })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
    .setExpirationTime(`${MINUTES}m`)
    .encrypt(key)
  reply.setCookie(nameOf(departure.state), encrypted, { ...awayOptions(needs), maxAge: MINUTES * 60 })
}

/** Reads and removes the state of one departure; undefined for a forged, foreign or expired return. */
export async function decryptDeparture(needs: Needs, { request, reply }: Exchange, state: string) {
  const name = nameOf(state)
  const encrypted = request.cookies[name]
  if (!encrypted) return undefined
  reply.clearCookie(name, awayOptions(needs))
  try {
    const { payload } = await jwtDecrypt<Journey>(encrypted, findKey(departureKeys(needs.secrets)), {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return payload.state === state ? payload : undefined
  } catch {
    return undefined
  }
}

/** After a signed-in user confirmed the password: allows this browser one redirect that links the account. */
export async function keepLinkIntent(needs: Needs, reply: FastifyReply, accountId: string): Promise<void> {
  const encrypted = await encryptLinkIntent(needs, { linkTo: accountId })
  reply.setCookie(LINKING, encrypted, { ...awayOptions(needs), maxAge: MINUTES * 60 })
}

/**
 * Encrypts the link intent for the app, which passes it to the phone's browser in a URL. Without the app's secret it
 * links nothing.
 */
export function encryptLinkIntent({ secrets }: Needs, intent: LinkIntent): Promise<string> {
  const [{ id: kid, key }] = linkIntentKeys(secrets)
  return new EncryptJWT({ ...intent })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
    .setExpirationTime(`${MINUTES}m`)
    .encrypt(key)
}

/** Reads the link intent from a browser's cookie, once; undefined without one. */
export async function decryptLinkIntent(
  needs: Needs,
  { request, reply }: Exchange,
  fromApp?: string,
): Promise<LinkIntent | undefined> {
  const encrypted = fromApp ?? request.cookies[LINKING]
  if (!encrypted) return undefined
  if (!fromApp) reply.clearCookie(LINKING, awayOptions(needs))
  const how = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
  return jwtDecrypt<LinkIntent>(encrypted, findKey(linkIntentKeys(needs.secrets)), how).then(
    ({ payload: { linkTo, challenge } }) => ({ linkTo, challenge }),
    () => undefined,
  )
}

/**
 * The two calls that take a one-time code; the cookie with the browser's secret is limited to the path of the one it
 * is for.
 */
export type CodePath = '/v1/auth/social-login' | '/v1/user/google'

/**
 * Binds a one-time code to this browser, so that a link with another person's code fails. Returns the hash of the
 * browser's secret.
 */
export function bindToBrowser({ env }: Needs, reply: FastifyReply, path: CodePath): Buffer {
  const secret = randomKey(256)
  reply.setCookie(BROWSER, secret, { ...browserOptions(env), path, maxAge: MINUTES * 60 })
  return hashOf(secret)
}

/** Binds it to an app, which alone knows the secret of its challenge. */
export const bindToApp = (challenge: string): Buffer => Buffer.from(challenge, 'base64url')

/** The hash of the browser's or the app's secret, as the code was bound to it. */
export function boundSecretOf(request: FastifyRequest, verifier: string | undefined): Buffer | undefined {
  const secret = verifier ?? request.cookies[BROWSER]
  return secret ? hashOf(secret) : undefined
}

const departureKeys = (secrets: Secrets) => secrets.encryptionKeys('connect', 'departure')
const linkIntentKeys = (secrets: Secrets) => secrets.encryptionKeys('connect', 'link-intent')
/** The key that the text names; one from before keys had ids names none. */
const findKey =
  (keys: PerKey<EncryptionKey>) =>
  ({ kid = UNNAMED_KEY }: { kid?: string }): Uint8Array => {
    const found = keys.find(({ id }) => id === kid)
    if (!found) throw new Error('the key is not known')
    return found.key
  }
const nameOf = (state: string): string => `${AWAY}${hashOf(state).toString('base64url').slice(0, 12)}`
const departures = ({ cookies }: FastifyRequest): string[] =>
  Object.keys(cookies).filter((name) => name.startsWith(AWAY))

const isSecure = (env: Services['env']): boolean => env.PUBLIC_URL.startsWith('https:')
const awayOptions = ({ env }: Needs) =>
  ({ path: '/api/connect', secure: isSecure(env), httpOnly: true, sameSite: 'lax' }) as const
const browserOptions = (env: Services['env']) =>
  ({ secure: isSecure(env), httpOnly: true, sameSite: 'strict' }) as const
