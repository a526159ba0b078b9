import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { credentials } from '../credentials.ts'
import { fieldsOf, textOf } from '../kit/fields.ts'
import { misbehave } from '../kit/misbehave.ts'
import type { World } from '../kit/world.ts'
import { assertionProblem } from './assertion.ts'
import { messageProblem } from './message.ts'

const TOKEN_SECONDS = 3_599

/**
 * Google's grant for service accounts, Firebase Cloud Messaging (HTTP v1), and the phones behind it. What reaches a phone
 * is in the outbox, `to` its registration token.
 */
export const fcmTwin = (world: World) => async (app: FastifyInstance) => {
  const phones = world.store.collection<{ token: string }>('fcm-phone')
  const granted = world.store.collection<{ until: number }>('fcm-access')
  const seconds = () => world.now().getTime() / 1000
  misbehave(app, world.faults, 'fcm', { error: { code: 500, message: 'Internal error', status: 'INTERNAL' } })

  /** Twin-only: what Firebase does on a phone that installs the app, and when the app is removed. */
  app.post('/phones', async (_request, reply) => {
    const token = `${randomBytes(16).toString('base64url')}:APA91b${randomBytes(96).toString('base64url')}`
    phones.put(token, { token })
    return reply.code(201).send({ token })
  })
  app.delete<{ Querystring: { token: string } }>('/phones', async ({ query }, reply) => {
    phones.remove(query.token)
    return reply.code(204).send()
  })
  /** Twin-only: Google takes back the access tokens that were given out. */
  app.delete('/tokens', async (_request, reply) => {
    granted.keep(0)
    return reply.code(204).send()
  })

  app.post('/token', async ({ body }, reply) => {
    const problem = assertionProblem(fieldsOf(body), seconds())
    if (problem) return reply.code(400).send({ error: 'invalid_grant', error_description: problem })
    const token = `ya29.${randomBytes(48).toString('base64url')}`
    granted.put(token, { until: seconds() + TOKEN_SECONDS })
    return { access_token: token, expires_in: TOKEN_SECONDS, token_type: 'Bearer' }
  })

  app.post<{ Params: { project: string } }>(
    '/v1/projects/:project/messages::send',
    { config: { serves: 'effect' } },
    async ({ params, headers, body }, reply) => {
      const refuse = (code: number, status: string, errorCode = status, more: object = {}) => {
        const fcm = { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }
        const details = 'fieldViolations' in more ? [more] : [fcm]
        return reply.code(code).send({ error: { code, message: errorCode, status, details } })
      }
      const access = granted.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
      if (!access || access.until <= seconds()) return refuse(401, 'UNAUTHENTICATED', 'THIRD_PARTY_AUTH_ERROR')
      if (params.project !== credentials.fcm.project) return refuse(403, 'PERMISSION_DENIED')
      const message = fieldsOf(fieldsOf(body).message)
      const field = messageProblem(message)
      if (field) {
        const more = { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field }] }
        return refuse(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', more)
      }
      const token = textOf(message.token) ?? ''
      if (!/^[\w-]+:[\w-]+$/.test(token)) return refuse(400, 'INVALID_ARGUMENT')
      if (!phones.get(token)) return refuse(404, 'NOT_FOUND', 'UNREGISTERED')
      const { title, body: text } = fieldsOf(message.notification)
      const { path } = fieldsOf(message.data)
      world.outbox.add({ channel: 'push', to: token, text: JSON.stringify({ title, body: text, path }) })
      return { name: `projects/${params.project}/messages/0:${randomUUID()}` }
    },
  )
}
