import type { DeliveryState } from '@cuida/core/notifications/delivery/delivery.ts'
import type { Checkable } from '../provider-check.ts'
import type { RawNote } from '../twilio-signature.ts'

export type MessageRefusal =
  | 'NUMBER_INVALID'
  | 'REGION_CLOSED'
  | 'OPTED_OUT'
  | 'NOT_MOBILE'
  | 'NOT_ON_WHATSAPP'
  | 'TEMPLATE_REFUSED'

/** The number will not receive this message; a retry does not help. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
  readonly reason: MessageRefusal
  constructor(reason: MessageRefusal) {
    super(reason)
    this.reason = reason
  }
}

export interface Message {
  /** E.164 */
  to: string
  key: string
  /** Receives signed status callbacks; without it there are none. */
  callbackUrl?: string
}

/** An approved template with the values of its placeholders. */
export interface Template {
  sid: string
  variables: readonly string[]
}

/** The vendor's status report about a message. */
export interface MessageNote {
  reference: string
  state: DeliveryState
  /** Why a message was not delivered: the vendor's code, and our reason where the code is known. */
  code?: number
  reason?: MessageRefusal
}

/**
 * Text messages and verification codes to a phone in E.164. Throws MessageRefused or ProviderDown. `key` identifies
 * the message: a vendor with idempotency keys sends it once; others may send it twice after a lost response.
 * `reference` is the vendor's id of an accepted message, which may still fail to arrive.
 */
export interface Messages extends Checkable {
  sms(message: Message & { text: string }): Promise<{ reference: string }>
  /** Sends a WhatsApp message from the partner's own sender, which can only send approved templates. */
  whatsapp(message: Message & { template: Template }): Promise<{ reference: string }>
  /**
   * Sends our code with the vendor's text in the person's language, as a text or a phone call. Returns the vendor's
   * id of the sending: call `reportOutcome` when the code was used, or will not be.
   */
  code(message: {
    to: string
    code: string
    channel: 'sms' | 'call'
    locale: string
    partner: string
  }): Promise<{ reference: string }>
  /** Reports to the vendor how a code ended; succeeds for one that the vendor no longer has. */
  reportOutcome(reference: string, outcome: 'approved' | 'canceled'): Promise<void>
  /** Verifies the vendor's signature over the URL and the whole form. */
  isGenuine(note: RawNote): boolean
  /** Undefined for a callback without a relevant status. */
  readNote(body: string): MessageNote | undefined
}
