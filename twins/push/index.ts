import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldsOf, textOf } from '../kit/fields.ts'
import { misbehave } from '../kit/misbehave.ts'
import type { World } from '../kit/world.ts'
import { readMessage } from './message.ts'
import { vapidProblem } from './vapid.ts'

/** A browser's subscription with both of its ends: what the server is given, and the key that only the browser has. */
interface Subscription {
  privateKey: string
  auth: string
  /** The only sender whom it takes messages from. */
  applicationServerKey: string
}
const MOST_BYTES = 4096

/**
 * A push service (RFC 8030) and the browsers behind it. What reaches a browser is in the outbox, `to` the last part of its
 * endpoint, in clear text: the twin has the browser's key (RFC 8291) and can read what a push service cannot.
 */
export const pushTwin = (world: World) => async (app: FastifyInstance) => {
  const subscriptions = world.store.collection<Subscription>('push-subscription')
  const known = ({ params }: FastifyRequest) => {
    const id = textOf(fieldsOf(params).id) ?? ''
    return { id, subscription: subscriptions.get(id) }
  }
  misbehave(app, world.faults, 'push', {})
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )

  // What `pushManager.subscribe` does in a browser, without one.
  app.post('/subscriptions', async ({ body }, reply) => {
    const applicationServerKey = textOf(fieldsOf(body).applicationServerKey)
    if (!applicationServerKey) return reply.code(400).send({})
    const id = randomUUID()
    const auth = randomBytes(16).toString('base64url')
    const ecdh = createECDH('prime256v1')
    const p256dh = ecdh.generateKeys('base64url')
    subscriptions.put(id, { privateKey: ecdh.getPrivateKey('base64url'), auth, applicationServerKey })
    return reply.code(201).send({ endpoint: `${world.publicUrl}/twins/push/send/${id}`, keys: { p256dh, auth } })
  })
  // Its person takes the permission back: from then on its endpoint is gone.
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
      audience: world.publicUrl,
      now: world.now(),
    })
    if (problem) return reply.code(403).send({ reason: problem })
    if (body.length > MOST_BYTES) return reply.code(413).send({})
    const text = readMessage(body, subscription)
    if (text === undefined) return reply.code(400).send({ reason: 'not for this browser' })
    world.outbox.add({ channel: 'push', to: id, text })
    return reply.code(201).header('location', `${world.publicUrl}/twins/push/message/${randomUUID()}`).send({})
  })
}
