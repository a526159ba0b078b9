import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashOf, randomKey, type Secrets, sameBytes } from '../../kit/crypto/secrets.ts'
import type { Services } from '../../services.ts'
import { isDeviceOf, rememberDevice } from './known-device-store.ts'
import type { OpenedSession } from './sessions.ts'
import { carrierOf, type Door, deliver } from './token-delivery.ts'

// Decision 0176. A device gets a name of ours at its first complete sign-in, signed, and brings it along from then on: in
// a cookie that no script reads, or, from an app, in a header. It opens nothing. It says whose tries are counted, and
// whom we tell what they know already.

type Needs = Pick<Services, 'db' | 'env' | 'secrets'>

/** As long as a browser keeps a cookie at most, roughly; every sign-in begins it anew. */
const YEAR_S = 31_536_000
const HEADER = 'x-device'

/** The hash of the device's name, when it brings one that we gave out. */
export function broughtDevice(needs: Pick<Needs, 'env' | 'secrets'>, request: FastifyRequest): Buffer | undefined {
  const id = broughtId(needs, request)
  return id === undefined ? undefined : hashOf(id)
}

/** The same of a browser that comes by an address, where no script says how tokens travel. */
export function browsersDevice({ env, secrets }: Pick<Needs, 'env' | 'secrets'>, request: FastifyRequest) {
  const id = readId(secrets, cookie(request, cookieOf(env).name))
  return id === undefined ? undefined : hashOf(id)
}

/** The brought one, when this owner has signed in on it before. A name that nobody has costs the same look. */
export async function knownDevice(
  needs: Needs,
  request: FastifyRequest,
  ownerId: string | undefined,
): Promise<Buffer | undefined> {
  const device = broughtDevice(needs, request)
  return device && (await isDeviceOf(needs.db, ownerId, device)) ? device : undefined
}

/** Whose tries these are, as far as rate limits go: those of an owner on a device of theirs are that device's alone. */
export const triesOf = (ownerId: string, device: Buffer | undefined): string =>
  device ? `${ownerId} ${device.toString('base64url')}` : ownerId

/** Lets somebody in who has given every factor: from here on this device is known, whatever address it has. */
export async function admit(
  services: Needs & Pick<Services, 'tokens'>,
  door: Door,
  session: OpenedSession,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  const { db, env, secrets } = services
  const id = broughtId(services, request) ?? randomKey(128)
  const owner = 'accountId' in session.owner ? session.owner.accountId : session.owner.staffId
  await rememberDevice(db, owner, hashOf(id))
  const told = await deliver(services, door, session, { request, reply })
  if (carrierOf(request) === 'body') return { ...told, deviceKey: signed(secrets, id) }
  const { name, secure } = cookieOf(env)
  const options = { path: '/', secure, httpOnly: true, sameSite: 'strict', maxAge: YEAR_S } as const
  reply.setCookie(name, signed(secrets, id), options)
  return told
}

function broughtId({ env, secrets }: Pick<Needs, 'env' | 'secrets'>, request: FastifyRequest): string | undefined {
  return readId(
    secrets,
    carrierOf(request) === 'cookie' ? cookie(request, cookieOf(env).name) : request.headers[HEADER],
  )
}

function readId(secrets: Secrets, brought: string | string[] | undefined): string | undefined {
  const [id = '', mac = ''] = typeof brought === 'string' && brought.length < 200 ? brought.split('.') : []
  return id && sameBytes(Buffer.from(mac), Buffer.from(macOf(secrets, id))) ? id : undefined
}

const signed = (secrets: Secrets, id: string): string => `${id}.${macOf(secrets, id)}`
const macOf = (secrets: Secrets, id: string): string => secrets.hmac('device', id).toString('base64url')

function cookieOf({ PUBLIC_URL }: Services['env']): { name: string; secure: boolean } {
  const secure = PUBLIC_URL.startsWith('https:')
  return { name: secure ? '__Host-device' : 'device', secure }
}

/** By hand: calls inside an account are served without the cookie plugin, and ask for its password too. */
const cookie = ({ headers }: FastifyRequest, name: string): string | undefined =>
  headers.cookie
    ?.split('; ')
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1)
