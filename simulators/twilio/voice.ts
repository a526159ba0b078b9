import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { credentials } from '../credentials.ts'
import type { SimulatorContext } from '../kit/context.ts'
import { type Fields, fieldsOf, textOf } from '../kit/fields.ts'
import type { SignWebhook } from '../kit/webhooks.ts'
import { TwilioError } from './error.ts'

/** What a phone does: its owner answers, is busy or lets it ring, or the network does not reach it. */
const PLAYS = ['answers', 'busy', 'no-answer', 'fails'] as const

const MISSED: Record<Exclude<Plays, 'answers'>, LineStatus> = {
  busy: 'busy',
  'no-answer': 'no-answer',
  fails: 'failed',
}

/** undefined: this phone has not rung yet. */
const statusAt = (turns: readonly Turn[], side: Side, now: number): LineStatus | undefined =>
  turns.filter((turn) => turn.side === side && turn.at <= now).at(-1)?.status

/** A call that dials a second phone once the first has answered. */
interface BridgedCall {
  sid: string
  childSid: string
  from: string
  to: string
  dials: string
  callbacks: Record<Side, string | undefined>
  createdAt: number
  turns: Turn[]
}

/** The vendor limits a call to four hours; a demo needs less. */
const MAX_TALK_MS = 5 * 60_000

/** What a phone does when it rings, set with `PUT /simulators/phones`. */
interface PlayedPhone {
  number: string
  plays: Plays
  /** Milliseconds of ringing and of talking. */
  rings: number
  talks: number
}
const USUAL: Omit<PlayedPhone, 'number'> = { plays: 'answers', rings: 2_000, talks: MAX_TALK_MS }

const phoneSchema = {
  type: 'object',
  required: ['number', 'plays'],
  additionalProperties: false,
  properties: {
    number: { type: 'string', pattern: '^\\+[1-9]\\d{5,14}$' },
    plays: { enum: PLAYS },
    rings: { type: 'integer', minimum: 0, maximum: 60_000, default: USUAL.rings },
    talks: { type: 'integer', minimum: 0, maximum: MAX_TALK_MS, default: USUAL.talks },
  },
}

/** Sets what a phone does, for people who try the product and for tests. */
export function phoneBehaviourRoute(app: FastifyInstance, { store }: SimulatorContext): void {
  const phones = store.collection<PlayedPhone>('phone')
  app.put<{ Body: PlayedPhone }>('/simulators/phones', { schema: { body: phoneSchema } }, async ({ body }) => {
    phones.put(body.number, body)
    return phones.list()
  })
}

export interface VoiceSimulator {
  /** Starts a call whose TwiML dials a number; undefined for one that only speaks. */
  begin(sid: string, sent: Fields): string | undefined
}

/** Programmable Voice (product 12.18): calls that connect two phones, with their status. */
export function voiceRoutes(app: FastifyInstance, context: SimulatorContext): VoiceSimulator {
  const calls = context.store.collection<BridgedCall>('bridged-call')
  const timers = new Set<NodeJS.Timeout>()
  const account = '/2010-04-01/Accounts/:sid'
  app.get(`${account}/Calls.json`, async ({ query }) => ({ calls: list(context, calls.list(200), fieldsOf(query)) }))
  app.get(`${account}/Calls/:call.json`, async ({ params }) => resource(context, known(calls.get(callOf(params)))))
  app.post(`${account}/Calls/:call.json`, { config: { serves: 'effect' } }, async ({ params, body }) => {
    const call = known(calls.get(callOf(params)))
    if (textOf(fieldsOf(body).Status) !== 'completed') throw new TwilioError(400, 21220, 'Invalid call state')
    const now = context.now().getTime()
    const over = statusAt(call.turns, 'desk', now) === 'completed'
    const ended = over ? call : { ...call, turns: hungUp(call.turns, now) }
    calls.put(ended.sid, ended, ended.to)
    scheduleCallbacks(ended)
    return resource(context, ended)
  })
  const scheduleCallbacks = (call: BridgedCall) => {
    for (const turn of call.turns) {
      const wait = turn.at - context.now().getTime()
      // Already sent, possibly before a restart.
      if (wait < -50) continue
      const timer = setTimeout(
        () => {
          timers.delete(timer)
          // Skipped after a hang-up, which sent other statuses.
          const isStill = calls
            .get(call.sid)
            ?.turns.some(({ at, side, status }) => at === turn.at && side === turn.side && status === turn.status)
          if (isStill) notify(context, call, turn)
        },
        Math.max(0, wait),
      )
      timers.add(timer.unref())
    }
  }
  app.addHook('onReady', async () => calls.list(50).forEach(scheduleCallbacks))
  app.addHook('onClose', async () => timers.forEach(clearTimeout))
  return {
    begin(sid, sent) {
      const call = bridged(context, sid, sent)
      if (!call) return undefined
      calls.put(sid, call, call.to)
      scheduleCallbacks(call)
      return call.dials
    },
  }
}

const callOf = (params: unknown): string => String(fieldsOf(params).call)
function known(call: BridgedCall | undefined): BridgedCall {
  if (!call) throw new TwilioError(404, 20404, 'The requested resource was not found')
  return call
}

function bridged({ store, now }: SimulatorContext, sid: string, sent: Fields): BridgedCall | undefined {
  const dial = textOf(sent.Twiml)?.match(/<Dial\b[^>]*>\s*<Number\b([^>]*)>([^<]+)<\/Number>\s*<\/Dial>/)
  if (!dial) return undefined
  const [_, attributes = '', dials = ''] = dial
  if (!/^\+[1-9]\d{6,14}$/.test(dials)) throw new TwilioError(400, 13224, 'Dial: invalid phone number')
  const phones = store.collection<PlayedPhone>('phone')
  const to = String(sent.To)
  const createdAt = now().getTime()
  const played = (number: string) => phones.get(number) ?? { ...USUAL, number }
  const callback = attributes.match(/statusCallback="([^"]+)"/)?.[1]?.replaceAll('&amp;', '&')
  return {
    sid,
    childSid: `CA${randomBytes(16).toString('hex')}`,
    from: String(sent.From),
    to,
    dials,
    createdAt,
    callbacks: { desk: textOf(sent.StatusCallback), patient: callback },
    turns: turnsOf(createdAt, played(to), played(dials)),
  }
}

/** Removes the future statuses: ringing phones stop, connected ones are completed. */
function hungUp(turns: Turn[], now: number): Turn[] {
  const past = turns.filter(({ at }) => at <= now)
  const ends = (['patient', 'desk'] as const).flatMap((side): Turn[] => {
    const status = statusAt(past, side, now)
    if (status === 'in-progress') return [{ at: now, side, status: 'completed' }]
    return status === 'queued' || status === 'ringing' ? [{ at: now, side, status: 'canceled' }] : []
  })
  return [...past, ...ends]
}

function notify({ webhooks }: SimulatorContext, call: BridgedCall, { side, status }: Turn): void {
  const url = call.callbacks[side]
  if (!url) return
  const { accountSid } = credentials.twilio
  const isChild = side === 'patient'
  const form = new URLSearchParams({
    AccountSid: accountSid,
    CallSid: isChild ? call.childSid : call.sid,
    CallStatus: status,
    From: call.from,
    To: isChild ? call.dials : call.to,
    Direction: isChild ? 'outbound-dial' : 'outbound-api',
    ...(isChild ? { ParentCallSid: call.sid } : {}),
  })
  webhooks.notify('twilio', url, form.toString())
}

/** Product 12.19. */
export const signTwilio: SignWebhook = ({ url, body }) => {
  const fields = [...new URLSearchParams(body)].sort(([a], [b]) => (a < b ? -1 : 1))
  const signature = createHmac('sha1', credentials.twilio.authToken).update(url + fields.flat().join(''))
  return { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature.digest('base64') }
}

function list(context: SimulatorContext, calls: BridgedCall[], { ParentCallSid, To }: Fields) {
  const parent = textOf(ParentCallSid)
  if (parent) return calls.filter(({ sid }) => sid === parent).flatMap((call) => childResource(context, call))
  // An unencoded plus sign in a query arrives as a space.
  return calls.filter(({ to }) => to === textOf(To)).map((call) => resource(context, call))
}

function resource({ now }: SimulatorContext, { sid, from, to, createdAt, turns }: BridgedCall) {
  const date_created = new Date(createdAt).toUTCString()
  const status = statusAt(turns, 'desk', now().getTime()) ?? 'queued'
  return {
    sid,
    account_sid: credentials.twilio.accountSid,
    parent_call_sid: null,
    from,
    to,
    status,
    date_created,
    direction: 'outbound-api',
  }
}

function childResource(context: SimulatorContext, call: BridgedCall) {
  const status = statusAt(call.turns, 'patient', context.now().getTime())
  const child = { ...resource(context, call), sid: call.childSid, parent_call_sid: call.sid, to: call.dials }
  return status ? [{ ...child, status, direction: 'outbound-dial' }] : []
}

type Plays = (typeof PLAYS)[number]

/** The desk phone rings first, the patient's once it has answered. */
type Side = 'desk' | 'patient'

type LineStatus = 'queued' | 'ringing' | 'in-progress' | 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled'

/** A status change of a phone, at a moment in milliseconds since 1970. */
interface Turn {
  at: number
  side: Side
  status: LineStatus
}

interface Played {
  plays: Plays
  /** Milliseconds. */
  rings: number
  talks: number
}

/** All future status changes of a call, unless somebody hangs up. */
function turnsOf(now: number, desk: Played, patient: Played): Turn[] {
  const deskRings = now + 1
  const deskDone = deskRings + desk.rings
  const rung: Turn[] = [
    { at: now, side: 'desk', status: 'queued' },
    { at: deskRings, side: 'desk', status: 'ringing' },
  ]
  if (desk.plays !== 'answers') return [...rung, { at: deskDone, side: 'desk', status: MISSED[desk.plays] }]
  // The patient's phone begins to ring one millisecond after the clinician answered.
  const patientDone = deskDone + 2 + patient.rings
  const dialled: Turn[] = [
    ...rung,
    { at: deskDone, side: 'desk', status: 'in-progress' },
    { at: deskDone + 1, side: 'patient', status: 'ringing' },
  ]
  if (patient.plays !== 'answers')
    return [
      ...dialled,
      { at: patientDone, side: 'patient', status: MISSED[patient.plays] },
      { at: patientDone, side: 'desk', status: 'completed' },
    ]
  const over = patientDone + Math.min(patient.talks, desk.talks)
  return [
    ...dialled,
    { at: patientDone, side: 'patient', status: 'in-progress' },
    { at: over, side: 'patient', status: 'completed' },
    { at: over, side: 'desk', status: 'completed' },
  ]
}
