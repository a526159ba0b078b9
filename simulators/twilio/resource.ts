import { randomBytes } from 'node:crypto'
import { credentials } from '../credentials.ts'
import { type Fields, textOf } from '../kit/fields.ts'
import { TwilioError } from './error.ts'

/** The provider's magic numbers for test credentials: messages to them fail with the given code. */
const magicNumbers: Record<string, { sms?: number; call?: number }> = {
  '+15005550001': { sms: 21211, call: 21217 },
  '+15005550002': { sms: 21612, call: 21214 },
  '+15005550003': { sms: 21408, call: 21215 },
  '+15005550004': { sms: 21610, call: 21216 },
  '+15005550009': { sms: 21614 },
}

export const newSid = (prefix: string): string => prefix + randomBytes(16).toString('hex')
const noCallee = () => new TwilioError(400, 21201, "No 'To' number is specified")

export function readRecipient(sent: Fields, kind: 'sms' | 'call'): string {
  const to = textOf(sent.To)
  if (!to) throw kind === 'sms' ? new TwilioError(400, 21604, "A 'To' phone number is required") : noCallee()
  const invalid = kind === 'sms' ? 21211 : 21217
  const refused = /^(whatsapp:)?\+[1-9]\d{6,14}$/.test(to) ? magicNumbers[to]?.[kind] : invalid
  if (refused !== undefined) throw new TwilioError(400, refused, `The 'To' number ${to} cannot be reached`)
  return to
}

/** Whether the number is a landline, which has no WhatsApp. */
export const isLandline = (number: string): boolean => magicNumbers[number]?.sms === 21614

/** The common fields of messages and calls. */
export function newResource(sid: string, to: string, from: string, now: () => Date) {
  const date = now().toUTCString()
  const uri = `/2010-04-01/Accounts/${credentials.twilio.accountSid}/${sid.startsWith('SM') ? 'Messages' : 'Calls'}/${sid}.json`
  const account_sid = credentials.twilio.accountSid
  return {
    sid,
    account_sid,
    to,
    from,
    status: 'queued',
    direction: 'outbound-api',
    error_code: null,
    date_created: date,
    uri,
  }
}
