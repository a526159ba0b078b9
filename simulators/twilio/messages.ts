import type { FastifyInstance } from 'fastify'
import type { SimulatorContext } from '../kit/context.ts'
import { type Fields, fieldsOf, textOf } from '../kit/fields.ts'
import { type AcceptedMessage, createDelivery } from './delivery.ts'
import { TwilioError } from './error.ts'
import { isLandline, newResource, newSid, readRecipient } from './resource.ts'
import { fillTemplate, templateOf } from './templates.ts'

/**
 * Programmable Messaging (product 12.18): SMS, and WhatsApp with approved templates. Delivered messages are in the
 * outbox.
 */
export function messageRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const deliver = createDelivery(app, context)
  app.post(
    '/2010-04-01/Accounts/:sid/Messages.json',
    { config: { serves: 'effect' } },
    async ({ body: sent }, reply) => {
      const parcel = parcelOf(context, fieldsOf(sent))
      deliver(parcel)
      const { sid, to, from, body } = parcel
      const segments = String(Math.ceil(Math.max(1, body.length) / 153))
      const { now } = context
      return reply.code(201).send({ ...newResource(sid, to, from, now), body, num_segments: segments, price: null })
    },
  )
}

function parcelOf(context: SimulatorContext, sent: Fields): AcceptedMessage {
  const to = readRecipient(sent, 'sms')
  const from = textOf(sent.From) ?? textOf(sent.MessagingServiceSid)
  if (!from) throw new TwilioError(400, 21603, "A 'From' phone number or MessagingServiceSid is required")
  const isWhatsApp = to.startsWith('whatsapp:')
  if (isWhatsApp !== from.startsWith('whatsapp:'))
    throw new TwilioError(400, 21910, 'From and To must be of the same channel')
  const number = to.replace('whatsapp:', '')
  if (isWhatsApp && isLandline(number)) throw new TwilioError(400, 63003, 'Channel could not find To address')
  const callback = textOf(sent.StatusCallback)
  if (callback !== undefined && !URL.canParse(callback))
    throw new TwilioError(400, 21609, "The 'StatusCallback' URL is not a valid URL")
  return { sid: newSid('SM'), to, from, callback, ...contentOf(context, sent, isWhatsApp ? number : undefined) }
}

/**
 * The text of a message, and the error code if it will fail. Free text on WhatsApp requires a recent message from the
 * person.
 */
function contentOf(
  { store, now }: SimulatorContext,
  sent: Fields,
  onWhatsApp: string | undefined,
): Pick<AcceptedMessage, 'body' | 'fails'> {
  const named = textOf(sent.ContentSid)
  if (named !== undefined) return approved(named, textOf(sent.ContentVariables))
  if (textOf(sent.ContentVariables) !== undefined)
    throw new TwilioError(400, 21654, 'A ContentSid must be specified with ContentVariables')
  const body = textOf(sent.Body)
  if (!body) throw new TwilioError(400, 21602, 'Message body is required')
  if (body.length > 1600) throw new TwilioError(400, 21617, 'The message body exceeds the 1600 character limit')
  const wrote = onWhatsApp === undefined ? undefined : store.collection<Wrote>('wrote').get(onWhatsApp)
  const isOpen = onWhatsApp === undefined || now().getTime() - (wrote?.at ?? 0) < WINDOW_MS
  return { body, fails: isOpen ? undefined : 63016 }
}

function approved(sid: string, variablesJson: string | undefined): Pick<AcceptedMessage, 'body' | 'fails'> {
  const template = templateOf(sid)
  if (!template) throw new TwilioError(400, 21655, 'The ContentSid is invalid')
  const values = variablesOf(variablesJson)
  const body = fillTemplate(template, values)
  // Missing variables are detected on delivery, not on acceptance.
  return { body: body ?? '', fails: body === undefined ? 63028 : undefined }
}

function variablesOf(variablesJson: string | undefined): Record<string, string> {
  const invalid = () => new TwilioError(400, 21656, 'The ContentVariables parameter is invalid')
  if (variablesJson === undefined) return {}
  let values: unknown
  try {
    values = JSON.parse(variablesJson)
  } catch {
    throw invalid()
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) throw invalid()
  if (Object.values(values).some((value) => typeof value !== 'string' || value === '')) throw invalid()
  return values as Record<string, string>
}

/** When a person last wrote to the sender, which opens a window for free-text replies. */
interface Wrote {
  at: number
}
const WINDOW_MS = 24 * 3_600_000

/**
 * `PUT /simulators/whatsapp`: a person writes to the sender on WhatsApp; for people who try the product, and for
 * tests.
 */
export function whatsAppRoute(app: FastifyInstance, { store, now }: SimulatorContext): void {
  const wrote = store.collection<Wrote>('wrote')
  const body = {
    type: 'object',
    required: ['number'],
    additionalProperties: false,
    properties: { number: { type: 'string', pattern: '^\\+[1-9]\\d{5,14}$' } },
  }
  app.put<{ Body: { number: string } }>('/simulators/whatsapp', { schema: { body } }, async ({ body: { number } }) => {
    wrote.put(number, { at: now().getTime() })
    return { number }
  })
}
