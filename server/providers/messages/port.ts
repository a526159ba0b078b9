export type MessageRefusal = 'NUMBER_INVALID' | 'REGION_CLOSED' | 'OPTED_OUT' | 'NOT_MOBILE'

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
 * Text messages and spoken calls to a phone in E.164. Throws MessageRefused or ProviderDown. `key` names the message:
 * a vendor that can will send it once; one that cannot may send it twice after a lost answer.
 */
export interface Messages {
  sms(message: { to: string; text: string; key: string }): Promise<void>
  call(message: { to: string; text: string; locale: string; key: string }): Promise<void>
}
