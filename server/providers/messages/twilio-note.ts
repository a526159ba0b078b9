import type { DeliveryState } from '@cuida/core/news/delivery/delivery.ts'
import type { MessageNote, MessageRefusal } from './port.ts'

/** Of messages and of Verify (product 12.17, 12.18): told at once, or with a message that did not arrive. */
export const REASONS: Readonly<Record<number, MessageRefusal>> = {
  21211: 'NUMBER_INVALID',
  21612: 'NUMBER_INVALID',
  21408: 'REGION_CLOSED',
  21610: 'OPTED_OUT',
  21614: 'NOT_MOBILE',
  // The template is not there, or not with these places in it.
  21654: 'TEMPLATE_REFUSED',
  21655: 'TEMPLATE_REFUSED',
  21656: 'TEMPLATE_REFUSED',
  63027: 'TEMPLATE_REFUSED',
  63028: 'TEMPLATE_REFUSED',
  // WhatsApp: no such account there, or it may not be written to in free words without having written first.
  63003: 'NOT_ON_WHATSAPP',
  63016: 'NOT_ON_WHATSAPP',
  63024: 'NOT_ON_WHATSAPP',
  60200: 'NUMBER_INVALID',
  60205: 'NOT_MOBILE',
  60410: 'REGION_CLOSED',
}

/** The vendor's words. It says nothing of the first one: that is the answer to the sending. */
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

/** The vendor's have five digits. What is none says nothing: the word itself is heard all the same. */
const CODE = /^[1-9]\d{0,5}$/

/** A status callback of Messages: a form of some fifteen fields. */
export function readMessageNote(body: string): MessageNote | undefined {
  const form = new URLSearchParams(body)
  const reference = form.get('MessageSid') ?? ''
  const state = STATES[form.get('MessageStatus') ?? '']
  if (!/^\w{1,64}$/.test(reference) || !state) return undefined
  const code = Number(form.get('ErrorCode')?.match(CODE)?.[0])
  const reason = REASONS[code]
  return { reference, state, ...(code ? { code } : {}), ...(reason ? { reason } : {}) }
}
