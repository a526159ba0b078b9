import type { DeliveryState } from '@cuida/core/notifications/delivery/delivery.ts'
import type { RawNote } from '../twilio-signature.ts'

export type MessageRefusal =
  | 'NUMBER_INVALID'
  | 'REGION_CLOSED'
  | 'OPTED_OUT'
  | 'NOT_MOBILE'
  | 'NOT_ON_WHATSAPP'
  | 'TEMPLATE_REFUSED'

/** This number will not get this message, however often we try. */
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
  /** Told, signed, what became of it; without one nobody is. */
  callbackUrl?: string
}

/** Words that were approved beforehand, with what stands in their places. */
export interface Template {
  sid: string
  variables: readonly string[]
}

/** What the vendor tells of a message that it took. */
export interface MessageNote {
  reference: string
  state: DeliveryState
  /** Why it did not arrive: the vendor's number, and ours where we know it. */
  code?: number
  reason?: MessageRefusal
}

/**
 * Text messages and verification codes to a phone in E.164. Throws MessageRefused or ProviderDown. `key` names the
 * message: a vendor that can will send it once; one that cannot may send it twice after a lost answer. `reference` is the
 * vendor's name for what it took, which is not to say that it arrives.
 */
export interface Messages {
  sms(message: Message & { text: string }): Promise<{ reference: string }>
  /** As a WhatsApp message from the partner's own sender there, which may say what was approved and nothing else. */
  whatsapp(message: Message & { template: Template }): Promise<{ reference: string }>
  /**
   * Sends a code of ours in the vendor's own words and in the person's language, as a text or spoken. What comes back
   * names this sending at the vendor: `settle` it when the code was used, or will not be.
   */
  code(message: {
    to: string
    code: string
    channel: 'sms' | 'call'
    locale: string
    partner: string
  }): Promise<{ reference: string }>
  /** Tells the vendor how a code ended; one that it has forgotten already is settled too. */
  settle(reference: string, outcome: 'approved' | 'canceled'): Promise<void>
  /** Whether the vendor sent it: it covers the address and the whole form. */
  isGenuine(note: RawNote): boolean
  /** undefined: it tells nothing that matters here. */
  readNote(body: string): MessageNote | undefined
}
