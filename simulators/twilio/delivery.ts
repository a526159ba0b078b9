import type { FastifyInstance } from 'fastify'
import { credentials } from '../credentials.ts'
import type { SimulatorContext } from '../kit/context.ts'

/** An accepted message. */
export interface AcceptedMessage {
  sid: string
  /** E.164, prefixed with `whatsapp:` on that channel. */
  to: string
  from: string
  body: string
  callback: string | undefined
  /** The vendor's error code of a message that will fail. */
  fails: number | undefined
}

const ENDS = ['delivered', 'read', 'undelivered', 'failed', 'silent'] as const

/** The outcome of messages to a number, set with `PUT /simulators/texts`. */
interface PlayedNumber {
  number: string
  /** Limited to one channel; both without it. */
  channel?: 'sms' | 'whatsapp'
  /** `silent`: delivered, without a status callback. */
  becomes: (typeof ENDS)[number]
  /** The error code of a failed message. */
  code: number
  /** Sends every status callback twice, in reverse order. */
  jumbled: boolean
  /** Delivery time in milliseconds. */
  takes: number
}
const USUAL = { becomes: 'delivered', code: 30003, jumbled: false, takes: 150 } as const

const schema = {
  type: 'object',
  required: ['number', 'becomes'],
  additionalProperties: false,
  properties: {
    number: { type: 'string', pattern: '^\\+[1-9]\\d{5,14}$' },
    channel: { enum: ['sms', 'whatsapp'] },
    becomes: { enum: ENDS },
    code: { type: 'integer', minimum: 10_000, maximum: 99_999, default: USUAL.code },
    jumbled: { type: 'boolean', default: false },
    takes: { type: 'integer', minimum: 0, maximum: 60_000, default: USUAL.takes },
  },
}

/** Sets the outcome of messages to a number, for people who try the product and for tests. */
export function messageOutcomeRoute(app: FastifyInstance, { store }: SimulatorContext): void {
  const played = store.collection<PlayedNumber>('text')
  app.put<{ Body: PlayedNumber }>('/simulators/texts', { schema: { body: schema } }, async ({ body }) => {
    played.put(`${body.number} ${body.channel ?? ''}`, body)
    return played.list()
  })
}

/** Delivers messages to the outbox and sends status callbacks: like the vendor, none for the first status. */
export function createDelivery(app: FastifyInstance, context: SimulatorContext): (parcel: AcceptedMessage) => void {
  const { store, outbox } = context
  const played = store.collection<PlayedNumber>('text')
  const timers = new Set<NodeJS.Timeout>()
  app.addHook('onClose', async () => timers.forEach(clearTimeout))
  const schedule = (ms: number, action: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      action()
    }, ms)
    timers.add(timer.unref())
  }
  return (parcel) => {
    const channel = parcel.to.startsWith('whatsapp:') ? 'whatsapp' : 'sms'
    const number = parcel.to.replace('whatsapp:', '')
    const plan = played.get(`${number} ${channel}`) ?? played.get(`${number} `) ?? { ...USUAL, number }
    const becomes = parcel.fails === undefined ? plan.becomes : 'undelivered'
    const isLost = becomes === 'undelivered' || becomes === 'failed'
    if (!isLost) outbox.add({ channel, to: number, text: parcel.body })
    if (becomes === 'silent') return
    const code = isLost ? (parcel.fails ?? plan.code) : undefined
    const notifyStatus = (status: string) => notify(context, parcel, status, status === becomes ? code : undefined)
    const turns = turnsTo(becomes)
    const statuses = plan.jumbled ? [...turns, ...turns].reverse() : turns
    for (const [at, status] of statuses.entries())
      schedule(((at + 1) * plan.takes) / statuses.length, () => notifyStatus(status))
  }
}

/** A `failed` message was never sent. */
const turnsTo = (end: string): string[] =>
  end === 'failed' ? [end] : end === 'read' ? ['sent', 'delivered', end] : ['sent', end]

function notify(
  { webhooks }: SimulatorContext,
  { sid, to, from, callback }: AcceptedMessage,
  status: string,
  code?: number,
): void {
  if (!callback) return
  const form = new URLSearchParams({
    AccountSid: credentials.twilio.accountSid,
    ApiVersion: '2010-04-01',
    From: from,
    To: to,
    MessageSid: sid,
    SmsSid: sid,
    MessageStatus: status,
    SmsStatus: status,
    ...(code === undefined ? {} : { ErrorCode: String(code) }),
    ...(to.startsWith('whatsapp:') ? { ChannelPrefix: 'whatsapp', ChannelToAddress: to.replace('whatsapp:', '') } : {}),
    ...(status === 'read' ? { EventType: 'READ' } : {}),
  })
  webhooks.notify('twilio', callback, form.toString())
}
