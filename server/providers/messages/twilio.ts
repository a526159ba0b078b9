import * as v from 'valibot'
import { exchange, PROVIDER_TIMEOUT_MS, readAnswer } from '../post.ts'
import { ProviderDown } from '../provider-down.ts'
import { type MessageRefusal, MessageRefused, type Messages } from './port.ts'

export interface TwilioSettings {
  /** `https://api.twilio.com` */
  baseUrl: string
  accountSid: string
  authToken: string
  /** Our number, E.164. */
  from: string
  timeoutMs?: number
}

const PROVIDER = 'twilio'
const Created = v.object({ sid: v.pipe(v.string(), v.minLength(1)) })
const Refused = v.object({ code: v.number() })

/** Of messages (providers 6.3), and the same four of calls. */
const REASONS: Readonly<Record<number, MessageRefusal>> = {
  21211: 'NUMBER_INVALID',
  21612: 'NUMBER_INVALID',
  21408: 'REGION_CLOSED',
  21610: 'OPTED_OUT',
  21614: 'NOT_MOBILE',
  21217: 'NUMBER_INVALID',
  21214: 'NUMBER_INVALID',
  21215: 'REGION_CLOSED',
  21216: 'OPTED_OUT',
}

/** Twilio (providers 6). Its messages have no idempotency key, so a retry after a lost answer may send again. */
export function twilioMessages({ baseUrl, accountSid, authToken, from, timeoutMs }: TwilioSettings): Messages {
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  async function send(resource: 'Messages' | 'Calls', form: Record<string, string>): Promise<void> {
    const url = `${baseUrl}/2010-04-01/Accounts/${accountSid}/${resource}.json`
    const signal = AbortSignal.timeout(timeoutMs ?? PROVIDER_TIMEOUT_MS)
    const answer = await exchange({ provider: PROVIDER, method: 'POST', url, headers: { authorization }, form, signal })
    if (answer.status < 300) return void readAnswer(PROVIDER, Created, answer.body)
    const { code } = readAnswer(PROVIDER, Refused, answer.body)
    const reason = REASONS[code]
    throw reason ? new MessageRefused(reason) : new ProviderDown(PROVIDER, `error ${code}`)
  }
  return {
    sms: ({ to, text }) => send('Messages', { To: to, From: from, Body: text }),
    call: ({ to, text, locale }) => send('Calls', { To: to, From: from, Twiml: spoken(text, locale) }),
  }
}

const VOICES: Readonly<Record<string, string>> = { en: 'en-GB', es: 'es-ES', pt: 'pt-BR' }
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Said twice: who listens for a code rarely has a pen the first time. */
function spoken(text: string, locale: string): string {
  const language = VOICES[locale.slice(0, 2)] ?? 'en-GB'
  const escaped = text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
  return `<Response><Say language="${language}" loop="2">${escaped}</Say></Response>`
}
