import type { FastifyInstance, FastifyRequest } from 'fastify'
import { credentials } from '../credentials.ts'
import { applyFaults } from '../kit/apply-faults.ts'
import type { SimulatorContext } from '../kit/context.ts'
import { type Fields, fieldsOf, textOf } from '../kit/fields.ts'
import { errorBody, TwilioError } from './error.ts'
import { messageRoutes } from './messages.ts'
import { newResource, newSid, readRecipient } from './resource.ts'
import { verifyRoutes } from './verify.ts'
import { type VoiceSimulator, voiceRoutes } from './voice.ts'

/** Twilio: text messages, voice calls and Verify (providers 6). Sent messages are in the outbox. */
export const twilioSimulator = (context: SimulatorContext) => async (app: FastifyInstance) => {
  const effect = { config: { serves: 'effect' } }
  const account = '/2010-04-01/Accounts/:sid'
  applyFaults(app, context.faults, 'twilio', errorBody(500, 20500, 'Internal Server Error'))
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof TwilioError)
      return reply.code(error.status).send(errorBody(error.status, error.code, error.message))
    const mistake = error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
    return reply.code(mistake ? 400 : 500).send(errorBody(mistake ? 400 : 500, mistake ? 20001 : 20500, 'Bad request'))
  })
  app.addHook('onRequest', async (request) => authenticate(request))
  const voice = voiceRoutes(app, context)
  messageRoutes(app, context)
  app.post(`${account}/Calls.json`, effect, async ({ body }, reply) =>
    reply.code(201).send(call(context, voice, fieldsOf(body))),
  )
  app.get(`${account}.json`, async () => ({ sid: credentials.twilio.accountSid, status: 'active', type: 'Full' }))
  verifyRoutes(app, context)
}

function authenticate({ headers, params, method }: FastifyRequest): void {
  const { accountSid, authToken } = credentials.twilio
  const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  if (headers.authorization !== expected) throw new TwilioError(401, 20003, 'Authenticate')
  const { service, sid } = fieldsOf(params)
  if (service === undefined && sid !== accountSid)
    throw new TwilioError(404, 20404, 'The requested resource was not found')
  if (method === 'POST' && !headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    throw new TwilioError(400, 20001, 'Bodies are form-encoded')
}

function call({ outbox, now }: SimulatorContext, voice: VoiceSimulator, sent: Fields) {
  const to = readRecipient(sent, 'call')
  const from = textOf(sent.From)
  const twiml = textOf(sent.Twiml)
  if (!from) throw new TwilioError(400, 21213, "A 'From' phone number is required")
  if (!twiml && !textOf(sent.Url)) throw new TwilioError(400, 21205, "A 'Url' or 'Twiml' is required")
  if (twiml && !/^\s*(<\?xml[^>]*>)?\s*<Response>.*<\/Response>\s*$/s.test(twiml))
    throw new TwilioError(400, 12100, 'Document parse failure')
  const sid = newSid('CA')
  const dials = voice.begin(sid, sent)
  outbox.add({ channel: 'voice', to, text: spokenText((twiml ?? String(sent.Url)).replace(/<Dial.*<\/Dial>/s, '')) })
  // The dialled phone shows the same caller number and is connected to the first one.
  if (dials) outbox.add({ channel: 'voice', to: dials, text: `Call from ${from}` })
  return { ...newResource(sid, to, from, now), direction: 'outbound-api' }
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }
const spokenText = (twiml: string): string =>
  twiml
    .replace(/<[^>]*>/g, ' ')
    .replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
