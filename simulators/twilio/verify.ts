import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { credentials } from '../credentials.ts'
import type { SimulatorContext } from '../kit/context.ts'
import { type Fields, fieldsOf, textOf } from '../kit/fields.ts'
import type { Collection } from '../kit/store.ts'
import { TwilioError } from './error.ts'

type Status = 'pending' | 'approved' | 'canceled' | 'expired'
interface Verification {
  sid: string
  to: string
  channel: string
  code: string
  status: Status
  checks: number
  attempts: { attempt_sid: string; channel: string; time: string }[]
  createdAt: string
}

const LIFE_MS = 10 * 60_000
const MAX_SENDS = 5
const MAX_CHECKS = 5
/** The vendor's magic numbers with Verify's error codes. */
const REFUSED: Record<string, number> = { '+15005550001': 60200, '+15005550003': 60410, '+15005550009': 60205 }

const invalid = (what: string) => new TwilioError(400, 60200, `Invalid parameter: ${what}`)
const notFound = () => new TwilioError(404, 20404, 'The requested resource was not found')
const newSid = (prefix: string): string => prefix + randomBytes(16).toString('hex')

/** Verify v2 (product 12.17): sends its own or given codes, and takes reports of how they ended. */
export function verifyRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const effect = { config: { serves: 'effect' } }
  const verifications = context.store.collection<Verification>('verification')
  const base = '/v2/Services/:service'
  app.addHook('onRequest', async ({ params }) => {
    const { service } = fieldsOf(params)
    if (service !== undefined && service !== credentials.twilio.verifyService) throw notFound()
  })
  app.get(base, async () => ({ sid: credentials.twilio.verifyService, friendly_name: 'Cuida', code_length: 6 }))
  app.post(`${base}/Verifications`, effect, async ({ body }, reply) =>
    reply.code(201).send(resource(start(context, verifications, fieldsOf(body)))),
  )
  app.post(`${base}/Verifications/:sid`, async ({ params, body }) =>
    resource(update(context, verifications, String(fieldsOf(params).sid), fieldsOf(body))),
  )
  app.post(`${base}/VerificationCheck`, async ({ body }) => resource(check(context, verifications, fieldsOf(body))))
}

type Kept = Collection<Verification>

/** A number has one open verification: a repeated start sends its first code again. */
function start(context: SimulatorContext, verifications: Kept, sent: Fields): Verification {
  const to = textOf(sent.To)
  const channel = textOf(sent.Channel) ?? ''
  const custom = textOf(sent.CustomCode)
  if (!to || !/^\+[1-9]\d{6,14}$/.test(to)) throw invalid('To')
  if (channel !== 'sms' && channel !== 'call') throw invalid('Channel')
  if (custom && !/^\d{4,10}$/.test(custom)) throw invalid('CustomCode')
  const refused = REFUSED[to]
  if (refused) throw new TwilioError(400, refused, 'The number cannot be reached')
  const time = context.now().toISOString()
  const open = verifications.having(to).find((each) => statusOf(context, each) === 'pending')
  if (open && open.attempts.length >= MAX_SENDS) throw new TwilioError(429, 60203, 'Max send attempts reached')
  const code = open?.code ?? custom ?? String(randomBytes(4).readUInt32BE() % 1_000_000).padStart(6, '0')
  const attempts = [...(open?.attempts ?? []), { attempt_sid: newSid('VL'), channel, time }]
  const fresh = { sid: newSid('VE'), to, code, status: 'pending' as const, checks: 0, createdAt: time }
  const verification: Verification = { ...(open ?? fresh), channel, attempts }
  verifications.put(verification.sid, verification, to)
  const text = codeMessage(textOf(sent.Locale), textOf(sent.CustomFriendlyName) ?? 'Cuida', code)
  context.outbox.add({ channel: channel === 'sms' ? 'sms' : 'voice', to, text })
  return verification
}

function update(context: SimulatorContext, verifications: Kept, sid: string, sent: Fields): Verification {
  const status = textOf(sent.Status)
  if (status !== 'approved' && status !== 'canceled') throw invalid('Status')
  const verification = verifications.get(sid)
  if (!verification || statusOf(context, verification) !== 'pending') throw notFound()
  const changed: Verification = { ...verification, status }
  verifications.put(sid, changed, verification.to)
  return changed
}

function check(context: SimulatorContext, verifications: Kept, sent: Fields): Verification {
  const { VerificationSid, To, Code } = sent
  const found = textOf(VerificationSid)
    ? [verifications.get(String(VerificationSid))]
    : verifications.having(String(To))
  const open = found.find((each) => each && statusOf(context, each) === 'pending')
  if (!open) throw notFound()
  if (open.checks >= MAX_CHECKS) throw new TwilioError(429, 60202, 'Max check attempts reached')
  const status = open.code === textOf(Code) ? 'approved' : 'pending'
  const checked: Verification = { ...open, status, checks: open.checks + 1 }
  verifications.put(open.sid, checked, open.to)
  return checked
}

const statusOf = ({ now }: SimulatorContext, { status, createdAt }: Verification): Status =>
  status === 'pending' && now().getTime() - new Date(createdAt).getTime() >= LIFE_MS ? 'expired' : status

/** The vendor's text in the languages that we request. */
function codeMessage(locale: string | undefined, partner: string, code: string): string {
  if (locale === 'es') return `Tu código de verificación de ${partner} es: ${code}`
  if (locale === 'pt-BR') return `Seu código de verificação de ${partner} é: ${code}`
  return `Your ${partner} verification code is: ${code}`
}

function resource({ sid, to, channel, status, attempts, createdAt }: Verification) {
  const { accountSid, verifyService } = credentials.twilio
  return {
    sid,
    service_sid: verifyService,
    account_sid: accountSid,
    to,
    channel,
    status,
    valid: status === 'approved',
    lookup: {},
    amount: null,
    payee: null,
    sna: null,
    send_code_attempts: attempts,
    date_created: createdAt,
    date_updated: attempts.at(-1)?.time ?? createdAt,
    url: `https://verify.twilio.com/v2/Services/${verifyService}/Verifications/${sid}`,
  }
}
