import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { credentials } from '../credentials.ts'
import { applyFaults } from '../kit/apply-faults.ts'
import type { SimulatorContext } from '../kit/context.ts'
import { fieldsOf, textOf } from '../kit/fields.ts'
import { createRecorder } from '../kit/recorder.ts'
import { SNIPPET } from './snippet.ts'

/** A conversation of an identified person, as an agent sees it. */
interface Conversation extends ChatUser {
  lines: string[]
}
const MAX_LINES = 100

/**
 * Zendesk's messaging widget (product 12.20): the script, and the conversations of identified people, the same on
 * every device. Messages of anonymous people reach nobody.
 */
export const zendeskSimulator = (context: SimulatorContext) => async (app: FastifyInstance) => {
  applyFaults(app, context.faults, 'zendesk', { error: 'Internal Server Error' })
  // The widget posts text/plain from the embedding page, which needs no CORS preflight.
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  const conversations = createRecorder<Conversation>(app, context.store, 'zendesk')

  app.get<{ Querystring: { key?: string } }>('/snippet.js', async ({ query: { key = '' } }, reply) => {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)) return reply.code(404).send({ error: 'Not found' })
    return unkept(reply).type('text/javascript; charset=utf-8').send(SNIPPET)
  })

  /** Signs a person in and appends their lines: an anonymous conversation becomes theirs. */
  app.post('/conversation', async ({ body }, reply) => {
    const { pass, lines } = sentBy(body)
    const user = verifyChatToken(pass, context.now())
    unkept(reply).header('access-control-allow-origin', '*')
    if ('reason' in user) return reply.code(401).send({ message: 'Login failed', reason: user.reason })
    const known = conversations.get(user.externalId)?.lines ?? []
    const all = [...known, ...lines].slice(-MAX_LINES)
    conversations.record({ ...user, lines: all }, user.externalId)
    return { lines: all }
  })
}

const unkept = (reply: FastifyReply) => reply.header('cache-control', 'no-store')

function sentBy(body: unknown): { pass: string; lines: string[] } {
  try {
    const { pass, lines } = fieldsOf(JSON.parse(String(body)))
    return { pass: textOf(pass) ?? '', lines: Array.isArray(lines) ? lines.map(String).slice(-MAX_LINES) : [] }
  } catch {
    return { pass: '', lines: [] }
  }
}

interface ChatUser {
  externalId: string
  name: string
}

/** The person in a token, or why Zendesk refuses it ("Authenticating end users"; product 12.20). */
export function verifyChatToken(pass: string, now: Date): ChatUser | { reason: string } {
  const [head = '', body = '', signature = ''] = pass.split('.')
  const header = parsed(head)
  const claims = parsed(body)
  if (header?.alg !== 'HS256' || header.kid !== credentials.zendesk.keyId) return { reason: 'unknown signing key' }
  const right = createHmac('sha256', credentials.zendesk.secret).update(`${head}.${body}`).digest()
  const receivedSignature = Buffer.from(signature, 'base64url')
  if (receivedSignature.length !== right.length || !timingSafeEqual(receivedSignature, right))
    return { reason: 'invalid signature' }
  if (claims?.scope !== 'user') return { reason: 'scope must be user' }
  const { external_id: externalId, name, exp } = claims
  if (typeof externalId !== 'string' || !externalId || externalId.length > 255) return { reason: 'invalid external_id' }
  if (exp !== undefined && !(typeof exp === 'number' && exp * 1000 > now.getTime())) return { reason: 'expired' }
  return { externalId, name: typeof name === 'string' ? name : '' }
}

function parsed(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
