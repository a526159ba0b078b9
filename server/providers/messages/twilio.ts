import * as v from 'valibot'
import { within } from '../line.ts'
import { exchange, PROVIDER_TIMEOUT_MS, readAnswer } from '../post.ts'
import { ProviderDown } from '../provider-down.ts'
import { type MessageRefusal, MessageRefused, type Messages } from './port.ts'

export interface TwilioSettings {
  /** `https://api.twilio.com` */
  baseUrl: string
  /** `https://verify.twilio.com` */
  verifyBaseUrl: string
  accountSid: string
  authToken: string
  /** Our number, E.164. */
  from: string
  /** Our WhatsApp sender, E.164; the same number unless it is another. */
  whatsappFrom?: string | undefined
  /** `VA…`: a Verify service that takes codes of our own ("Enable Custom Verification Code"). */
  verifyService: string
  timeoutMs?: number
}

const PROVIDER = 'twilio'
const Created = v.object({ sid: v.pipe(v.string(), v.minLength(1)) })
const Refused = v.object({ code: v.number() })

/** Of messages and of Verify (providers 6.2, 6.3). */
const REASONS: Readonly<Record<number, MessageRefusal>> = {
  21211: 'NUMBER_INVALID',
  21612: 'NUMBER_INVALID',
  21408: 'REGION_CLOSED',
  21610: 'OPTED_OUT',
  21614: 'NOT_MOBILE',
  // WhatsApp: no such account there, or it may not be written to without it having written first.
  63003: 'NOT_ON_WHATSAPP',
  63016: 'NOT_ON_WHATSAPP',
  63024: 'NOT_ON_WHATSAPP',
  60200: 'NUMBER_INVALID',
  60205: 'NOT_MOBILE',
  60410: 'REGION_CLOSED',
}
/** The verification is approved, canceled or expired at the vendor. */
const GONE = 20404

/**
 * Twilio (providers 6): texts by Messages, codes by Verify with a code of our own. Neither has an idempotency key, so a
 * retry after a lost answer may send again; Verify then sends the same code.
 */
export function twilioMessages(settings: TwilioSettings): Messages {
  const { baseUrl, verifyBaseUrl, accountSid, authToken, from, whatsappFrom, verifyService, timeoutMs } = settings
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  async function post(url: string, form: Record<string, string>) {
    const until = within(timeoutMs ?? PROVIDER_TIMEOUT_MS)
    const answer = await exchange({ provider: PROVIDER, method: 'POST', url, headers: { authorization }, form, until })
    if (answer.status < 300) return { sid: readAnswer(PROVIDER, Created, answer.body).sid }
    return { code: readAnswer(PROVIDER, Refused, answer.body).code }
  }
  const verifications = `${verifyBaseUrl}/v2/Services/${verifyService}/Verifications`
  async function message(form: Record<string, string>): Promise<void> {
    const { code } = await post(`${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, form)
    if (code !== undefined) throw refusal(code)
  }
  return {
    sms: ({ to, text }) => message({ To: to, From: from, Body: text }),
    whatsapp: ({ to, text }) => message({ To: `whatsapp:${to}`, From: `whatsapp:${whatsappFrom ?? from}`, Body: text }),
    async code({ to, code: CustomCode, channel: Channel, locale, partner }) {
      const form = { To: to, Channel, CustomCode, Locale: verifyLocale(locale), CustomFriendlyName: partner }
      const { sid, code } = await post(verifications, form)
      if (sid === undefined) throw refusal(code)
      return { reference: sid }
    },
    async settle(reference, outcome) {
      const { code } = await post(`${verifications}/${encodeURIComponent(reference)}`, { Status: outcome })
      if (code !== undefined && code !== GONE) throw refusal(code)
    },
  }
}

function refusal(code: number): Error {
  const reason = REASONS[code]
  return reason ? new MessageRefused(reason) : new ProviderDown(PROVIDER, `error ${code}`)
}

/** Verify's names of our languages. */
const verifyLocale = (locale: string): string =>
  locale.startsWith('pt') ? 'pt-BR' : locale.startsWith('es') ? 'es' : 'en'
