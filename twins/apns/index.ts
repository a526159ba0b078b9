import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { fieldsOf } from '../kit/fields.ts'
import { misbehave } from '../kit/misbehave.ts'
import type { World } from '../kit/world.ts'
import { passProblem } from './pass.ts'
import { headerProblem, payloadProblem } from './request.ts'

/**
 * Apple's push service and the iPhones behind it. It answers HTTP/2 alone, as the real one: without TLS, on the port of
 * all twins (kit/either-http.ts). What reaches a phone is in the outbox, `to` its device token.
 */
export const apnsTwin = (world: World) => async (app: FastifyInstance) => {
  const phones = world.store.collection<{ isGone: boolean }>('apns-phone')
  let oldest = 0
  misbehave(app, world.faults, 'apns', { reason: 'InternalServerError' })
  app.removeAllContentTypeParsers()
  // Nobody has to say what it is, nor how long: it is read where it is asked for.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  /** Twin-only: what Apple does on a phone that installs the app, and when the app is removed. */
  app.post('/phones', async (_request, reply) => {
    const token = randomBytes(32).toString('hex')
    phones.put(token, { isGone: false })
    return reply.code(201).send({ token })
  })
  app.delete<{ Querystring: { token: string } }>('/phones', async ({ query }, reply) => {
    phones.put(query.token, { isGone: true })
    return reply.code(204).send()
  })

  /** Twin-only: every pass of before this moment is too old from now on. */
  app.delete('/passes', async (_request, reply) => {
    oldest = Math.floor(world.now().getTime() / 1000)
    return reply.code(204).send()
  })

  app.post<{ Params: { token: string } }>(
    '/3/device/:token',
    { config: { serves: 'effect' } },
    async ({ params: { token }, headers, raw }, reply) => {
      const refuse = (code: number, reason: string, more: object = {}) => reply.code(code).send({ reason, ...more })
      if (raw.httpVersionMajor !== 2) return reply.code(505).send()
      reply.header('apns-id', randomUUID().toUpperCase())
      const untrusted = passProblem(headers.authorization, { now: world.now(), oldest })
      if (untrusted) return refuse(403, untrusted)
      const wrong = headerProblem(headers)
      if (wrong) return refuse(400, wrong)
      const payload = await buffer(raw)
      const unreadable = payloadProblem(payload)
      if (unreadable) return refuse(unreadable === 'PayloadTooLarge' ? 413 : 400, unreadable)
      const phone = phones.get(token)
      if (!phone) return refuse(400, 'BadDeviceToken')
      if (phone.isGone) return refuse(410, 'Unregistered', { timestamp: world.now().getTime() })
      const { aps, path } = JSON.parse(payload.toString('utf8'))
      const { title, body: text } = fieldsOf(fieldsOf(aps).alert)
      world.outbox.add({ channel: 'push', to: token, text: JSON.stringify({ title, body: text, path }) })
      return reply.code(200).send()
    },
  )
}
