import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashOf, randomKey, type Secrets } from '../../kit/crypto/secrets.ts'
import type { Services } from '../../services.ts'
import { isDeviceOf, rememberDevice } from './known-device-store.ts'
import type { OpenedSession } from './sessions.ts'
import { carrierOf, deliver, type SessionAudience } from './token-delivery.ts'

// Decision 0176. A device receives a signed id at its first complete sign-in and sends it from then on: browsers in
// an HttpOnly cookie, apps in a header. It authorises nothing. It decides whose tries are counted, and to whom an
// answer reveals nothing new.

type Needs = Pick<Services, 'db' | 'env' | 'secrets'>

/** About the longest lifetime that browsers allow a cookie; every sign-in renews it. */
const YEAR_S = 31_536_000
const HEADER = 'x-device'

/** The hash of the device id that the request carries; undefined without a validly signed one. */
export function deviceOfRequest(needs: Pick<Needs, 'env' | 'secrets'>, request: FastifyRequest): Buffer | undefined {
  const id = broughtId(needs, request)
  return id === undefined ? undefined : hashOf(id)
}

/** The hash of the device id in the cookie. For top-level navigations, which carry no header about token delivery. */
export function deviceOfCookie({ env, secrets }: Pick<Needs, 'env' | 'secrets'>, request: FastifyRequest) {
  const id = readId(secrets, cookie(request, cookieOf(env).name))
  return id === undefined ? undefined : hashOf(id)
}

/** The request's device, when this owner has signed in on it. An unknown owner costs the same query. */
export async function knownDevice(
  needs: Needs,
  request: FastifyRequest,
  ownerId: string | undefined,
): Promise<Buffer | undefined> {
  const device = deviceOfRequest(needs, request)
  return device && (await isDeviceOf(needs.db, ownerId, device)) ? device : undefined
}

/** The key of a rate limit on tries: each known device of an owner has its own allowance. */
export const tryLimitKey = (ownerId: string, device: Buffer | undefined): string =>
  device ? `${ownerId} ${device.toString('base64url')}` : ownerId

/** Completes a sign-in with every factor given: delivers the tokens and records the device as known. */
export async function completeSignIn(
  services: Needs & Pick<Services, 'tokens'>,
  audience: SessionAudience,
  session: OpenedSession,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  const { db, env, secrets } = services
  const id = broughtId(services, request) ?? randomKey(128)
  const owner = 'accountId' in session.owner ? session.owner.accountId : session.owner.staffId
  await rememberDevice(db, owner, hashOf(id))
  const response = await deliver(services, audience, session, { request, reply })
  if (carrierOf(request) === 'body') return { ...response, deviceKey: signed(secrets, id) }
  const { name, secure } = cookieOf(env)
  const options = { path: '/', secure, httpOnly: true, sameSite: 'strict', maxAge: YEAR_S } as const
  reply.setCookie(name, signed(secrets, id), options)
  return response
}

function broughtId({ env, secrets }: Pick<Needs, 'env' | 'secrets'>, request: FastifyRequest): string | undefined {
  return readId(
    secrets,
    carrierOf(request) === 'cookie' ? cookie(request, cookieOf(env).name) : request.headers[HEADER],
  )
}

function readId(secrets: Secrets, signedId: string | string[] | undefined): string | undefined {
  const [id = '', mac = ''] = typeof signedId === 'string' && signedId.length < 200 ? signedId.split('.') : []
  return id && secrets.isSigned('device', id, Buffer.from(mac, 'base64url')) ? id : undefined
}

const signed = (secrets: Secrets, id: string): string => `${id}.${secrets.sign('device', id).toString('base64url')}`

function cookieOf({ PUBLIC_URL }: Services['env']): { name: string; secure: boolean } {
  const secure = PUBLIC_URL.startsWith('https:')
  return { name: secure ? '__Host-device' : 'device', secure }
}

/** Parsed by hand: calls with a session run without the cookie plugin, and some ask for the password again. */
const cookie = ({ headers }: FastifyRequest, name: string): string | undefined =>
  headers.cookie
    ?.split('; ')
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1)
