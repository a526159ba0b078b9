export type MessageRefusal = 'NUMBER_INVALID' | 'REGION_CLOSED' | 'OPTED_OUT' | 'NOT_MOBILE' | 'NOT_ON_WHATSAPP'

/** This number will not get this message, however often we try. */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
  readonly reason: MessageRefusal
  constructor(reason: MessageRefusal) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Text messages and verification codes to a phone in E.164. Throws MessageRefused or ProviderDown. `key` names the
 * message: a vendor that can will send it once; one that cannot may send it twice after a lost answer.
 */
export interface Messages {
  sms(message: { to: string; text: string; key: string }): Promise<void>
  /** The same as a WhatsApp message from the partner's own sender there. */
  whatsapp(message: { to: string; text: string; key: string }): Promise<void>
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
}
