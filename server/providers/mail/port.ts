import type { Checkable } from '../provider-check.ts'
/** The address will not receive any message; a retry does not help. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
  constructor() {
    super('ADDRESS_REFUSED')
  }
}

export interface Email {
  to: string
  subject: string
  /** Plain text with codes and instructions; nothing that a mail client would have to load. */
  text: string
  html?: string
  /** A calendar file (RFC 5545) and its `METHOD`, so that the mail client can update its entry. */
  calendar?: { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; content: string }
  /** Identifies the e-mail, so that a mailbox can recognise a duplicate after a lost response. */
  key: string
}

/** Sends e-mail to one recipient. Throws MailRefused or ProviderDown, which contain neither address nor text. */
export interface Mail extends Checkable {
  readonly address: string
  send(email: Email): Promise<void>
}
