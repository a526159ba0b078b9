import type { FastifyInstance } from 'fastify'
import { credentials } from '../credentials.ts'
import type { SimulatorContext } from '../kit/context.ts'

/** A message that was taken. */
export interface Parcel {
  sid: string
  /** E.164, with `whatsapp:` before it on that channel. */
  to: string
  from: string
  body: string
  callback: string | undefined
  /** Why it will not arrive: the vendor's number. */
  fails: number | undefined
}

const ENDS = ['delivered', 'read', 'undelivered', 'failed', 'silent'] as const

/** What becomes of the messages to a number, told with `PUT /simulators/texts`. */
interface PlayedNumber {
  number: string
  /** By one channel alone; without it by both. */
  channel?: 'sms' | 'whatsapp'
  /** `silent`: it arrives, and nobody is told. */
  becomes: (typeof ENDS)[number]
  /** Of one that does not arrive: why. */
  code: number
  /** Everything is told twice, the last first. */
  jumbled: boolean
  /** How long it is on its way, in milliseconds. */
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

/** To which number messages arrive, and what is told of them: for people who try the product, and for tests. */
export function textsRoute(app: FastifyInstance, { store }: SimulatorContext): void {
  const played = store.collection<PlayedNumber>('text')
  app.put<{ Body: PlayedNumber }>('/simulators/texts', { schema: { body: schema } }, async ({ body }) => {
    played.put(`${body.number} ${body.channel ?? ''}`, body)
    return played.list()
  })
}

/** Carries messages to the outbox, and tells what became of each: as the vendor, nothing of its first status. */
export function courier(app: FastifyInstance, context: SimulatorContext): (parcel: Parcel) => void {
  const { store, outbox } = context
  const played = store.collection<PlayedNumber>('text')
  const timers = new Set<NodeJS.Timeout>()
  app.addHook('onClose', async () => timers.forEach(clearTimeout))
  const later = (ms: number, action: () => void) => {
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
    const tell = (status: string) => notify(context, parcel, status, status === becomes ? code : undefined)
    const turns = turnsTo(becomes)
    const told = plan.jumbled ? [...turns, ...turns].reverse() : turns
    for (const [at, status] of told.entries()) later(((at + 1) * plan.takes) / told.length, () => tell(status))
  }
}

/** `failed` never went out. */
const turnsTo = (end: string): string[] =>
  end === 'failed' ? [end] : end === 'read' ? ['sent', 'delivered', end] : ['sent', end]

function notify(
  { webhooks }: SimulatorContext,
  { sid, to, from, callback }: Parcel,
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
