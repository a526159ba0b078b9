import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { credentials } from '../credentials.ts'
import { applyFaults } from '../kit/apply-faults.ts'
import type { SimulatorContext } from '../kit/context.ts'
import { type Fields, fieldsOf, isFields, textOf } from '../kit/fields.ts'
import { claimsOf } from '../kit/jwt.ts'

const MAX_BYTES = 4096
const KNOWN = new Set(['token', 'notification', 'data', 'android'])
const KNOWN_OF_ANDROID = new Set(['priority', 'ttl', 'collapse_key', 'notification'])

/** The field of a message that Firebase refuses, or undefined. */
function messageProblem(message: Fields): string | undefined {
  const { notification, data = {}, android = {} } = message
  const strange = Object.keys(message).find((name) => !KNOWN.has(name))
  if (strange) return `message.${strange}`
  if (typeof message.token !== 'string') return 'message.token'
  if (notification !== undefined && !isFields(notification)) return 'message.notification'
  if (!isFields(data) || Object.keys(data).some((name) => /^(from|message_type|google.*|gcm.*)$/.test(name)))
    return 'message.data'
  if (Object.values(data).some((value) => typeof value !== 'string')) return 'message.data[0].value'
  if (Buffer.byteLength(JSON.stringify({ notification, data })) > MAX_BYTES) return 'message'
  return androidProblem(fieldsOf(android))
}

function androidProblem(android: Fields): string | undefined {
  const strange = Object.keys(android).find((name) => !KNOWN_OF_ANDROID.has(name))
  if (strange) return `message.android.${strange}`
  const { priority = 'NORMAL', ttl = '0s', collapse_key: key = '' } = android
  if (priority !== 'NORMAL' && priority !== 'HIGH') return 'message.android.priority'
  if (!/^\d+(\.\d{1,9})?s$/.test(String(ttl))) return 'message.android.ttl'
  return typeof key === 'string' ? undefined : 'message.android.collapse_key'
}

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const AUDIENCE = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const MAX_S = 3_600
/** Allowed clock skew, in seconds. */
const SLACK_S = 300

/** Why Google refuses an assertion, or undefined. */
function assertionProblem({ grant_type, assertion }: Fields, now: number): string | undefined {
  if (grant_type !== GRANT) return 'unsupported grant type'
  const { clientEmail, keyId, publicKey } = credentials.fcm
  const claims = claimsOf(String(assertion), { alg: 'RS256', kid: keyId, publicKey })
  if (!claims) return 'Invalid JWT Signature.'
  const { iss, aud, scope, iat, exp } = claims
  if (iss !== clientEmail) return 'Invalid issuer.'
  if (aud !== AUDIENCE) return 'Invalid JWT: Failed audience check.'
  if (scope !== SCOPE) return 'Invalid scope.'
  if (typeof iat !== 'number' || typeof exp !== 'number' || iat > now + SLACK_S || exp < now || exp > iat + MAX_S)
    return 'Invalid JWT: Token must be a short-lived token and in a reasonable timeframe.'
  return undefined
}

const TOKEN_SECONDS = 3_599

/**
 * Google's grant for service accounts, Firebase Cloud Messaging (HTTP v1), and the phones behind it. Delivered
 * notifications are in the outbox, `to` the registration token.
 */
export const fcmSimulator = (context: SimulatorContext) => async (app: FastifyInstance) => {
  const phones = context.store.collection<{ token: string }>('fcm-phone')
  const granted = context.store.collection<{ until: number }>('fcm-access')
  const seconds = () => context.now().getTime() / 1000
  applyFaults(app, context.faults, 'fcm', { error: { code: 500, message: 'Internal error', status: 'INTERNAL' } })

  /** Simulator-only: installs the app on a phone, and removes it. */
  app.post('/phones', async (_request, reply) => {
    const token = `${randomBytes(16).toString('base64url')}:APA91b${randomBytes(96).toString('base64url')}`
    phones.put(token, { token })
    return reply.code(201).send({ token })
  })
  app.delete<{ Querystring: { token: string } }>('/phones', async ({ query }, reply) => {
    phones.remove(query.token)
    return reply.code(204).send()
  })
  /** Simulator-only: revokes all access tokens. */
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
      context.outbox.add({ channel: 'push', to: token, text: JSON.stringify({ title, body: text, path }) })
      return { name: `projects/${params.project}/messages/0:${randomUUID()}` }
    },
  )
}
