import { VERIFICATION_EVENT, WEBHOOK_EVENTS } from '@cuida/core/kit/webhook-event.ts'
import type { JsonSchema } from './schema.ts'

/** The `webhooks` of the OpenAPI document: what the product posts to the endpoints of partners' programs. */
export const describeWebhooks = (): Record<string, JsonSchema> => ({
  ...Object.fromEntries(
    Object.entries(WEBHOOK_EVENTS).map(([type, description]) => [type, { post: describeEvent(type, description) }]),
  ),
  [VERIFICATION_EVENT]: { post: verification() },
})

const ID = { type: 'string', format: 'uuid' }
const EXAMPLE_ID = '018f6f2e-6c1a-4d1b-9c53-0a4b8e9d2f10'

/** The event's subject is the first word of its type. */
const isOfConsultation = (type: string): boolean => /^(document|prescription)\./.test(type)

function describeEvent(type: string, description: string): JsonSchema {
  const properties = { id: ID, ...(isOfConsultation(type) ? { consultationId: ID } : {}) }
  const example = Object.fromEntries(Object.keys(properties).map((name) => [name, EXAMPLE_ID]))
  const data = { type: 'object', required: Object.keys(properties), properties }
  return describeMessage({ type, description, data, example, responses: RESPONSES })
}

interface MessageParts {
  type: string
  description: string
  data: JsonSchema
  example: JsonSchema
  responses: JsonSchema
}

const describeMessage = ({ type, description, data, example, responses }: MessageParts): JsonSchema => ({
  operationId: type.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
  summary: type,
  description,
  tags: ['webhooks'],
  security: [],
  parameters: Object.keys(WEBHOOK_PARAMETERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['type', 'timestamp', 'data'],
          properties: { type: { const: type }, timestamp: { type: 'string', format: 'date-time' }, data },
        },
        example: { type, timestamp: '2026-11-29T10:00:00.000Z', data: example },
      },
    },
  },
  responses,
})

const RESPONSES: JsonSchema = {
  '2XX': { description: 'Taken. The answer is not read.' },
  410: { description: 'Ends the endpoint for good.' },
  429: { description: 'Sent again, after `Retry-After` at the earliest. 503 is the same.' },
  '4XX': { description: 'Sent again, as is everything that is not 2xx, for three days.' },
}

const CHALLENGE = { type: 'object', required: ['challenge'], properties: { challenge: { type: 'string' } } }

const verification = () =>
  describeMessage({
    type: VERIFICATION_EVENT,
    description: 'An endpoint gets events once it has answered this message with its challenge.',
    data: CHALLENGE,
    example: { challenge: 'mVtJ5kq1Yw0cXo9d' },
    responses: {
      200: {
        description: 'The challenge of the message',
        content: { 'application/json': { schema: CHALLENGE, example: { challenge: 'mVtJ5kq1Yw0cXo9d' } } },
      },
      '4XX': { description: 'The endpoint stays unverified.' },
    },
  })

const header = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
})

/** The headers of Standard Webhooks, for `components.parameters`. */
export const WEBHOOK_PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  WebhookId: header('webhook-id', 'Of the message; the same when it is sent again.', ID),
  WebhookTimestamp: header('webhook-timestamp', 'When it was sent, in seconds since 1970.', { type: 'string' }),
  WebhookSignature: header(
    'webhook-signature',
    'HMAC-SHA256 over id, timestamp and body with the secret; two of them, with a blank between, while one secret replaces the other.',
    { type: 'string', examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='] },
  ),
}
