import * as v from 'valibot'
import { deadlineIn } from '../keep-alive-connection.ts'
import { exchange, PROVIDER_TIMEOUT_MS, readAnswer } from '../post.ts'
import { checkAt } from '../provider-check.ts'
import { ProviderDown } from '../provider-down.ts'
import { isSignedByTwilio } from '../twilio-signature.ts'
import { type Bridge, type Voice, VoiceRefused } from './port.ts'

export interface TwilioVoiceSettings {
  /** `https://api.twilio.com` */
  baseUrl: string
  accountSid: string
  authToken: string
  /** The partner's number, E.164, which both phones show. */
  from: string
  timeoutMs?: number
}

const PROVIDER = 'twilio'
/** Time until a call counts as unanswered: about five rings, before most voicemails answer. */
const RINGS_SECONDS = 25
const Refused = v.object({ code: v.number() })
const Status = v.picklist(['queued', 'ringing', 'in-progress', 'completed', 'busy', 'no-answer', 'failed', 'canceled'])
const Call = v.object({ sid: v.pipe(v.string(), v.minLength(1)), status: Status, date_created: v.nullish(v.string()) })
const Calls = v.object({ calls: v.array(Call) })

/** Error codes for numbers that cannot be called, or that the account may not call (product 12.18). */
const REFUSED: ReadonlySet<number> = new Set([21201, 21210, 21211, 21214, 21215, 21216, 21217, 13224, 13225, 13227])

/** Twilio's Programmable Voice: one call to the clinician, whose TwiML dials the patient (product 12.18, 12.19). */
export function twilioVoice(settings: TwilioVoiceSettings): Voice {
  const { baseUrl, accountSid, authToken, from, timeoutMs } = settings
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const calls = `${baseUrl}/2010-04-01/Accounts/${accountSid}/Calls`
  async function callApi<S extends v.GenericSchema>(schema: S, url: string, form?: Record<string, string>) {
    const until = deadlineIn(timeoutMs ?? PROVIDER_TIMEOUT_MS)
    const method = form ? 'POST' : 'GET'
    const answer = await exchange({
      provider: PROVIDER,
      method,
      url,
      headers: { authorization },
      ...(form ? { form } : {}),
      until,
    })
    if (answer.status < 300) return readAnswer(PROVIDER, schema, answer.body)
    const { code } = readAnswer(PROVIDER, Refused, answer.body)
    throw REFUSED.has(code) ? new VoiceRefused(`error ${code}`) : new ProviderDown(PROVIDER, `error ${code}`)
  }
  const childrenOf = (sid: string) => callApi(Calls, `${calls}.json?${new URLSearchParams({ ParentCallSid: sid })}`)
  return {
    check: checkAt(baseUrl, () => callApi(v.object({}), `${baseUrl}/2010-04-01/Accounts/${accountSid}.json`)),
    async bridge(input) {
      const { sid } = await callApi(Call, `${calls}.json`, bridgeForm(from, input))
      return { reference: sid }
    },
    async find(desk, since) {
      const found = await callApi(Calls, `${calls}.json?${new URLSearchParams({ To: desk, PageSize: '5' })}`)
      // Twilio's times are whole seconds.
      const from = Math.floor(since.getTime() / 1_000) * 1_000
      return found.calls.find(({ date_created }) => date_created && Date.parse(date_created) >= from)?.sid
    },
    async legs(reference) {
      const [{ status }, children] = await Promise.all([
        callApi(Call, callUrl(calls, reference)),
        childrenOf(reference),
      ])
      return { desk: status, patient: children.calls[0]?.status }
    },
    async hangUp(reference) {
      await callApi(Call, callUrl(calls, reference), { Status: 'completed' })
    },
    isGenuine: (note) => isSignedByTwilio(authToken, note),
  }
}

const callUrl = (calls: string, sid: string): string => `${calls}/${encodeURIComponent(sid)}.json`

function bridgeForm(
  from: string,
  { desk, patient, announcement, locale, callbackUrl }: Bridge,
): Record<string, string> {
  const url = escaped(callbackUrl)
  const events = 'initiated ringing answered completed'
  return {
    To: desk,
    From: from,
    Timeout: String(RINGS_SECONDS),
    Twiml: `<Response><Say language="${voiceLanguage(locale)}">${escaped(announcement)}</Say><Dial callerId="${escaped(from)}" timeout="${RINGS_SECONDS}"><Number statusCallback="${url}" statusCallbackEvent="${events}">${escaped(patient)}</Number></Dial></Response>`,
    StatusCallback: callbackUrl,
    StatusCallbackEvent: events,
  }
}

const voiceLanguage = (locale: string): string =>
  locale.startsWith('pt') ? 'pt-BR' : locale.startsWith('es') ? 'es-ES' : 'en-US'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter)
