import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { credentials } from '../credentials.ts'
import { type Fields, fieldsOf, textOf } from '../kit/fields.ts'
import { misbehave } from '../kit/misbehave.ts'
import type { World } from '../kit/world.ts'
import { errorBody, TwilioError } from './error.ts'
import { verifyRoutes } from './verify.ts'
import { type VoiceTwin, voiceRoutes } from './voice.ts'

/** The provider's own magic numbers of test credentials: whoever sends to one is refused with its code. */
const magicNumbers: Record<string, { sms?: number; call?: number }> = {
  '+15005550001': { sms: 21211, call: 21217 },
  '+15005550002': { sms: 21612, call: 21214 },
  '+15005550003': { sms: 21408, call: 21215 },
  '+15005550004': { sms: 21610, call: 21216 },
  '+15005550009': { sms: 21614 },
}

/** Twilio: text messages, spoken calls and Verify (providers 6). What it would have sent is in the outbox. */
export const twilioTwin = (world: World) => async (app: FastifyInstance) => {
  const effect = { config: { serves: 'effect' } }
  const account = '/2010-04-01/Accounts/:sid'
  misbehave(app, world.faults, 'twilio', errorBody(500, 20500, 'Internal Server Error'))
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof TwilioError)
      return reply.code(error.status).send(errorBody(error.status, error.code, error.message))
    const mistake = error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
    return reply.code(mistake ? 400 : 500).send(errorBody(mistake ? 400 : 500, mistake ? 20001 : 20500, 'Bad request'))
  })
  app.addHook('onRequest', async (request) => authenticate(request))
  const voice = voiceRoutes(app, world)
  app.post(`${account}/Messages.json`, effect, async ({ body }, reply) =>
    reply.code(201).send(message(world, fieldsOf(body))),
  )
  app.post(`${account}/Calls.json`, effect, async ({ body }, reply) =>
    reply.code(201).send(call(world, voice, fieldsOf(body))),
  )
  verifyRoutes(app, world)
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

function recipient(sent: Fields, kind: 'sms' | 'call'): string {
  const to = textOf(sent.To)
  if (!to) throw kind === 'sms' ? new TwilioError(400, 21604, "A 'To' phone number is required") : noCallee()
  const invalid = kind === 'sms' ? 21211 : 21217
  const refused = /^(whatsapp:)?\+[1-9]\d{6,14}$/.test(to) ? magicNumbers[to]?.[kind] : invalid
  if (refused !== undefined) throw new TwilioError(400, refused, `The 'To' number ${to} cannot be reached`)
  return to
}

const noCallee = () => new TwilioError(400, 21201, "No 'To' number is specified")
const newSid = (prefix: string): string => prefix + randomBytes(16).toString('hex')

function message({ outbox, now }: World, sent: Fields) {
  const to = recipient(sent, 'sms')
  const from = textOf(sent.From) ?? textOf(sent.MessagingServiceSid)
  const body = textOf(sent.Body)
  if (!from) throw new TwilioError(400, 21603, "A 'From' phone number or MessagingServiceSid is required")
  const isWhatsApp = to.startsWith('whatsapp:')
  if (isWhatsApp !== from.startsWith('whatsapp:'))
    throw new TwilioError(400, 21910, 'From and To must be of the same channel')
  if (isWhatsApp && magicNumbers[to.replace('whatsapp:', '')]?.sms === 21614)
    throw new TwilioError(400, 63003, 'Channel could not find To address')
  if (!body) throw new TwilioError(400, 21602, 'Message body is required')
  if (body.length > 1600) throw new TwilioError(400, 21617, 'The message body exceeds the 1600 character limit')
  outbox.add({ channel: isWhatsApp ? 'whatsapp' : 'sms', to: to.replace('whatsapp:', ''), text: body })
  return {
    ...resource(newSid('SM'), to, from, now),
    body,
    num_segments: String(Math.ceil(body.length / 153)),
    price: null,
  }
}

function call({ outbox, now }: World, voice: VoiceTwin, sent: Fields) {
  const to = recipient(sent, 'call')
  const from = textOf(sent.From)
  const twiml = textOf(sent.Twiml)
  if (!from) throw new TwilioError(400, 21213, "A 'From' phone number is required")
  if (!twiml && !textOf(sent.Url)) throw new TwilioError(400, 21205, "A 'Url' or 'Twiml' is required")
  if (twiml && !/^\s*(<\?xml[^>]*>)?\s*<Response>.*<\/Response>\s*$/s.test(twiml))
    throw new TwilioError(400, 12100, 'Document parse failure')
  const sid = newSid('CA')
  const dials = voice.begin(sid, sent)
  outbox.add({ channel: 'voice', to, text: spoken((twiml ?? String(sent.Url)).replace(/<Dial.*<\/Dial>/s, '')) })
  // Whom else it rings sees the same number, and hears whoever is on the line.
  if (dials) outbox.add({ channel: 'voice', to: dials, text: `Call from ${from}` })
  return { ...resource(sid, to, from, now), direction: 'outbound-api' }
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" }
const spoken = (twiml: string): string =>
  twiml
    .replace(/<[^>]*>/g, ' ')
    .replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

function resource(sid: string, to: string, from: string, now: () => Date) {
  const date = now().toUTCString()
  const uri = `/2010-04-01/Accounts/${credentials.twilio.accountSid}/${sid.startsWith('SM') ? 'Messages' : 'Calls'}/${sid}.json`
  const account_sid = credentials.twilio.accountSid
  return {
    sid,
    account_sid,
    to,
    from,
    status: 'queued',
    direction: 'outbound-api',
    error_code: null,
    date_created: date,
    uri,
  }
}
