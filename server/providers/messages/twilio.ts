import type { DeliveryState } from '@cuida/core/notifications/delivery/delivery.ts'
import * as v from 'valibot'
import { deadlineIn } from '../keep-alive-connection.ts'
import { exchange, PROVIDER_TIMEOUT_MS, readAnswer } from '../post.ts'
import { checkAt } from '../provider-check.ts'
import { ProviderDown } from '../provider-down.ts'
import { isSignedByTwilio } from '../twilio-signature.ts'
import {
  type Message,
  type MessageNote,
  type MessageRefusal,
  MessageRefused,
  type Messages,
  type Template,
} from './port.ts'

/** Error codes of Messages and Verify (product 12.17, 12.18), returned at once or with an undelivered message. */
const REASONS: Readonly<Record<number, MessageRefusal>> = {
  21211: 'NUMBER_INVALID',
  21612: 'NUMBER_INVALID',
  21408: 'REGION_CLOSED',
  21610: 'OPTED_OUT',
  21614: 'NOT_MOBILE',
  // The template does not exist, or has other placeholders.
  21654: 'TEMPLATE_REFUSED',
  21655: 'TEMPLATE_REFUSED',
  21656: 'TEMPLATE_REFUSED',
  63027: 'TEMPLATE_REFUSED',
  63028: 'TEMPLATE_REFUSED',
  // The number has no WhatsApp account, or may only receive templates until its owner has written first.
  63003: 'NOT_ON_WHATSAPP',
  63016: 'NOT_ON_WHATSAPP',
  63024: 'NOT_ON_WHATSAPP',
  60200: 'NUMBER_INVALID',
  60205: 'NOT_MOBILE',
  60410: 'REGION_CLOSED',
}

/** Twilio's statuses. `accepted` is never in a callback: it is the response to the sending. */
const STATES: Readonly<Record<string, DeliveryState>> = {
  accepted: 'queued',
  scheduled: 'queued',
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  partially_delivered: 'delivered',
  read: 'read',
  undelivered: 'undelivered',
  failed: 'undelivered',
  canceled: 'undelivered',
}

/** Twilio's codes have five digits. Another value is dropped, and the status is still read. */
const CODE = /^[1-9]\d{0,5}$/

export interface TwilioSettings {
  /** `https://api.twilio.com` */
  baseUrl: string
  /** `https://verify.twilio.com` */
  verifyBaseUrl: string
  accountSid: string
  authToken: string
  /** Our number, E.164. */
  from: string
  /** Our WhatsApp sender, E.164; defaults to `from`. */
  whatsappFrom?: string | undefined
  /** `VA…`: a Verify service that takes codes of our own ("Enable Custom Verification Code"). */
  verifyService: string
  timeoutMs?: number
}

const PROVIDER = 'twilio'
const Created = v.object({ sid: v.pipe(v.string(), v.minLength(1)) })
const Refused = v.object({ code: v.number() })

/** The verification was approved, cancelled or has expired at Twilio. */
const GONE = 20404

/**
 * Twilio (providers 6): texts by Messages, codes by Verify with a custom code. Neither has an idempotency key, so a
 * retry after a lost response may send again; Verify then sends the same code.
 */
export function twilioMessages(settings: TwilioSettings): Messages {
  const { baseUrl, verifyBaseUrl, accountSid, authToken, from, whatsappFrom, verifyService, timeoutMs } = settings
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  async function post(url: string, form: Record<string, string>) {
    const until = deadlineIn(timeoutMs ?? PROVIDER_TIMEOUT_MS)
    const answer = await exchange({ provider: PROVIDER, method: 'POST', url, headers: { authorization }, form, until })
    if (answer.status < 300) return { sid: readAnswer(PROVIDER, Created, answer.body).sid }
    return { code: readAnswer(PROVIDER, Refused, answer.body).code }
  }
  async function read(url: string) {
    const until = deadlineIn(timeoutMs ?? PROVIDER_TIMEOUT_MS)
    const { status } = await exchange({ provider: PROVIDER, method: 'GET', url, headers: { authorization }, until })
    if (status >= 300) throw new ProviderDown(PROVIDER, `HTTP ${status}`)
  }
  const verifications = `${verifyBaseUrl}/v2/Services/${verifyService}/Verifications`
  async function message({ to, callbackUrl }: Message, form: Record<string, string>): Promise<{ reference: string }> {
    const url = `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`
    const { sid, code } = await post(url, { To: to, ...form, ...(callbackUrl ? { StatusCallback: callbackUrl } : {}) })
    if (sid === undefined) throw refusal(code)
    return { reference: sid }
  }
  return {
    check: checkAt(baseUrl, async () => {
      await read(`${baseUrl}/2010-04-01/Accounts/${accountSid}.json`)
      await read(`${verifyBaseUrl}/v2/Services/${verifyService}`)
    }),
    sms: ({ text, ...sent }) => message(sent, { From: from, Body: text }),
    whatsapp: ({ template, to, ...sent }) =>
      message(
        { ...sent, to: `whatsapp:${to}` },
        { From: `whatsapp:${whatsappFrom ?? from}`, ...templateForm(template) },
      ),
    async code({ to, code: CustomCode, channel: Channel, locale, partner }) {
      const form = { To: to, Channel, CustomCode, Locale: verifyLocale(locale), CustomFriendlyName: partner }
      const { sid, code } = await post(verifications, form)
      if (sid === undefined) throw refusal(code)
      return { reference: sid }
    },
    async reportOutcome(reference, outcome) {
      const { code } = await post(`${verifications}/${encodeURIComponent(reference)}`, { Status: outcome })
      if (code !== undefined && code !== GONE) throw refusal(code)
    },
    isGenuine: (note) => isSignedByTwilio(authToken, note),
    readNote: readMessageNote,
  }
}

/** Template placeholders are numbered from one. */
function templateForm({ sid, variables }: Template): Record<string, string> {
  const ContentVariables = JSON.stringify(Object.fromEntries(variables.map((value, at) => [String(at + 1), value])))
  return { ContentSid: sid, ...(variables.length > 0 ? { ContentVariables } : {}) }
}

function refusal(code: number): Error {
  const reason = REASONS[code]
  return reason ? new MessageRefused(reason) : new ProviderDown(PROVIDER, `error ${code}`)
}

/** Verify's locale for one of ours. */
const verifyLocale = (locale: string): string =>
  locale.startsWith('pt') ? 'pt-BR' : locale.startsWith('es') ? 'es' : 'en'

/** A status callback of Messages: a form of about fifteen fields. */
function readMessageNote(body: string): MessageNote | undefined {
  const form = new URLSearchParams(body)
  const reference = form.get('MessageSid') ?? ''
  const state = STATES[form.get('MessageStatus') ?? '']
  if (!/^\w{1,64}$/.test(reference) || !state) return undefined
  const code = Number(form.get('ErrorCode')?.match(CODE)?.[0])
  const reason = REASONS[code]
  return { reference, state, ...(code ? { code } : {}), ...(reason ? { reason } : {}) }
}
