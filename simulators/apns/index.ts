import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { credentials } from '../credentials.ts'
import { applyFaults } from '../kit/apply-faults.ts'
import type { SimulatorContext } from '../kit/context.ts'
import { type Fields, fieldsOf, isFields } from '../kit/fields.ts'
import { claimsOf } from '../kit/jwt.ts'

const MAX_BYTES = 4096
const MAX_ID = 64

/** Apple's error reason for invalid headers, or undefined. */
function headerProblem(headers: IncomingHttpHeaders): string | undefined {
  const { 'apns-topic': topic, 'apns-push-type': type } = headers
  if (!topic) return 'MissingTopic'
  if (topic !== credentials.apns.topic) return 'TopicDisallowed'
  if (type !== 'alert') return 'InvalidPushType'
  if (!/^(1|5|10)$/.test(String(headers['apns-priority'] ?? '10'))) return 'BadPriority'
  if (!/^\d{1,11}$/.test(String(headers['apns-expiration'] ?? '0'))) return 'BadExpirationDate'
  const id = String(headers['apns-collapse-id'] ?? '')
  return Buffer.byteLength(id) > MAX_ID ? 'BadCollapseId' : undefined
}

/** Apple's error reason for an invalid payload, or undefined. */
function payloadProblem(payload: Buffer): string | undefined {
  if (payload.length > MAX_BYTES) return 'PayloadTooLarge'
  const { aps } = parsed(payload)
  return isFields(aps) && fieldsOf(aps).alert ? undefined : 'PayloadEmpty'
}

function parsed(payload: Buffer): Fields {
  try {
    return fieldsOf(JSON.parse(payload.toString('utf8')))
  } catch {
    return {}
  }
}

const OLDEST_S = 3_600

/** Apple's error reason for an invalid provider token, or undefined. */
function passProblem(
  authorization: string | undefined,
  { now, oldest }: { now: Date; oldest: number },
): string | undefined {
  const [_whole, pass] = /^bearer (.+)$/i.exec(authorization ?? '') ?? []
  if (!pass) return 'MissingProviderToken'
  const { keyId: kid, teamId, publicKey } = credentials.apns
  const claims = claimsOf(pass, { alg: 'ES256', kid, publicKey })
  if (!claims || claims.iss !== teamId || typeof claims.iat !== 'number') return 'InvalidProviderToken'
  const age = now.getTime() / 1000 - claims.iat
  if (age < -OLDEST_S) return 'InvalidProviderToken'
  return age > OLDEST_S || claims.iat < oldest ? 'ExpiredProviderToken' : undefined
}

/**
 * Apple's push service and the iPhones behind it. Like the real one it speaks only HTTP/2: without TLS, on the port
 * of all simulators (kit/http1-and-2-server.ts). Delivered notifications are in the outbox, `to` the device token.
 */
export const apnsSimulator = (context: SimulatorContext) => async (app: FastifyInstance) => {
  const phones = context.store.collection<{ isGone: boolean }>('apns-phone')
  let oldest = 0
  applyFaults(app, context.faults, 'apns', { reason: 'InternalServerError' })
  app.removeAllContentTypeParsers()
  // Accepts any or no content type: routes that need the body read it themselves.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  /** Simulator-only: installs the app on a phone, and removes it. */
  app.post('/phones', async (_request, reply) => {
    const token = randomBytes(32).toString('hex')
    phones.put(token, { isGone: false })
    return reply.code(201).send({ token })
  })
  app.delete<{ Querystring: { token: string } }>('/phones', async ({ query }, reply) => {
    phones.put(query.token, { isGone: true })
    return reply.code(204).send()
  })

  /** Simulator-only: expires every provider token issued before now. */
  app.delete('/passes', async (_request, reply) => {
    oldest = Math.floor(context.now().getTime() / 1000)
    return reply.code(204).send()
  })

  app.post<{ Params: { token: string } }>(
    '/3/device/:token',
    { config: { serves: 'effect' } },
    async ({ params: { token }, headers, raw }, reply) => {
      const refuse = (code: number, reason: string, more: object = {}) => reply.code(code).send({ reason, ...more })
      if (raw.httpVersionMajor !== 2) return reply.code(505).send()
      reply.header('apns-id', randomUUID().toUpperCase())
      const untrusted = passProblem(headers.authorization, { now: context.now(), oldest })
      if (untrusted) return refuse(403, untrusted)
      const wrong = headerProblem(headers)
      if (wrong) return refuse(400, wrong)
      const payload = await buffer(raw)
      const unreadable = payloadProblem(payload)
      if (unreadable) return refuse(unreadable === 'PayloadTooLarge' ? 413 : 400, unreadable)
      const phone = phones.get(token)
      if (!phone) return refuse(400, 'BadDeviceToken')
      if (phone.isGone) return refuse(410, 'Unregistered', { timestamp: context.now().getTime() })
      const { aps, path } = JSON.parse(payload.toString('utf8'))
      const { title, body: text } = fieldsOf(fieldsOf(aps).alert)
      context.outbox.add({ channel: 'push', to: token, text: JSON.stringify({ title, body: text, path }) })
      return reply.code(200).send()
    },
  )
}
