import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { applyFaults } from '../kit/apply-faults.ts'
import type { SimulatorContext } from '../kit/context.ts'
import { fieldsOf, textOf } from '../kit/fields.ts'

const DAY_S = 24 * 3_600

/**
 * Why a push service refuses a VAPID token (RFC 8292), or undefined. `key` is the one that the browser subscribed
 * with.
 */
function vapidProblem(
  authorization: string | undefined,
  { key, audience, now }: { key: string; audience: string; now: Date },
): string | undefined {
  const [_whole, token = '', sender] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
  if (sender !== key) return 'another sender'
  const [head = '', claims = '', signature = ''] = token.split('.')
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}')
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(point, 1), y: coordinate(point, 33) }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return 'signature'
  if (aud !== audience) return 'audience'
  const seconds = now.getTime() / 1000
  if (typeof exp !== 'number' || exp <= seconds || exp > seconds + DAY_S) return 'expiry'
  return /^(mailto:|https:)/.test(String(sub)) ? undefined : 'subject'
}

const coordinate = (point: Buffer, from: number): string => point.toString('base64url', from, from + 32)

const SALT_BYTES = 16
const TAG_BYTES = 16
const hmac = (key: Buffer, ...parts: (Buffer | string)[]): Buffer => {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

/** Decrypts one message as the browser does (RFC 8188, 8291): one record. undefined: not for this browser. */
function readMessage(body: Buffer, keys: { privateKey: string; auth: string }): string | undefined {
  try {
    const salt = body.subarray(0, SALT_BYTES)
    const idLength = body.readUInt8(SALT_BYTES + 4)
    const sender = body.subarray(SALT_BYTES + 5, SALT_BYTES + 5 + idLength)
    const encrypted = body.subarray(SALT_BYTES + 5 + idLength)
    const browser = createECDH('prime256v1')
    browser.setPrivateKey(keys.privateKey, 'base64url')
    const shared = hmac(Buffer.from(keys.auth, 'base64url'), browser.computeSecret(sender))
    const input = hmac(shared, 'WebPush: info\0', browser.getPublicKey(), sender, '\x01')
    const secret = hmac(salt, input)
    const key = hmac(secret, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16)
    const nonce = hmac(secret, 'Content-Encoding: nonce\0\x01').subarray(0, 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(encrypted.subarray(-TAG_BYTES))
    const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -TAG_BYTES)), decipher.final()])
    return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
  } catch {
    return undefined
  }
}

/** A browser's subscription: the part that the server gets, and the private key of the browser. */
interface Subscription {
  privateKey: string
  auth: string
  /** The key of the only sender that it accepts. */
  applicationServerKey: string
}
const MAX_BYTES = 4096

/**
 * A push service (RFC 8030) and the browsers behind it. Delivered messages are in the outbox in clear text, `to` the
 * last part of the endpoint: the simulator has the browser's key (RFC 8291) and can decrypt what a real push service
 * cannot.
 */
export const pushSimulator = (context: SimulatorContext) => async (app: FastifyInstance) => {
  const subscriptions = context.store.collection<Subscription>('push-subscription')
  const known = ({ params }: FastifyRequest) => {
    const id = textOf(fieldsOf(params).id) ?? ''
    return { id, subscription: subscriptions.get(id) }
  }
  applyFaults(app, context.faults, 'push', {})
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )

  // Does what `pushManager.subscribe` does in a browser.
  app.post('/subscriptions', async ({ body }, reply) => {
    const applicationServerKey = textOf(fieldsOf(body).applicationServerKey)
    if (!applicationServerKey) return reply.code(400).send({})
    const id = randomUUID()
    const auth = randomBytes(16).toString('base64url')
    const ecdh = createECDH('prime256v1')
    const p256dh = ecdh.generateKeys('base64url')
    subscriptions.put(id, { privateKey: ecdh.getPrivateKey('base64url'), auth, applicationServerKey })
    return reply.code(201).send({ endpoint: `${context.publicUrl}/simulators/push/send/${id}`, keys: { p256dh, auth } })
  })
  // The person revokes the permission: the endpoint answers 410 from then on.
  app.delete('/subscriptions/:id', async (request, reply) => {
    subscriptions.remove(known(request).id)
    return reply.code(204).send()
  })
  app.post('/send/:id', { config: { serves: 'effect' } }, async (request, reply) => {
    const { id, subscription } = known(request)
    const { headers } = request
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (!subscription) return reply.code(410).send({})
    if (!/^\d+$/.test(String(headers.ttl))) return reply.code(400).send({ reason: 'TTL' })
    if (headers['content-encoding'] !== 'aes128gcm') return reply.code(400).send({ reason: 'Content-Encoding' })
    if (typeof headers.topic === 'string' && !/^[\w-]{1,32}$/.test(headers.topic))
      return reply.code(400).send({ reason: 'Topic' })
    const problem = vapidProblem(headers.authorization, {
      key: subscription.applicationServerKey,
      audience: context.publicUrl,
      now: context.now(),
    })
    if (problem) return reply.code(403).send({ reason: problem })
    if (body.length > MAX_BYTES) return reply.code(413).send({})
    const text = readMessage(body, subscription)
    if (text === undefined) return reply.code(400).send({ reason: 'not for this browser' })
    context.outbox.add({ channel: 'push', to: id, text })
    return reply.code(201).header('location', `${context.publicUrl}/simulators/push/message/${randomUUID()}`).send({})
  })
}
