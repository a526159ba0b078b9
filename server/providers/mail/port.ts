/** This address will not get any message, however often we try. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
  constructor() {
    super('ADDRESS_REFUSED')
  }
}

export interface Email {
  to: string
  subject: string
  /** Plain text: it carries codes and what to do, and nothing that a mail reader would have to fetch. */
  text: string
  /** The same for programs that show HTML. */
  html?: string
  /** A calendar file (RFC 5545) and its `METHOD`, so that a mail program can keep the entry up to date by itself. */
  calendar?: { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; content: string }
  /** Names the e-mail, so that a mailbox that gets it twice after a lost answer can tell. */
  key: string
}

/** E-mail to one person. Throws MailRefused or ProviderDown, which name neither address nor text. */
export interface Mail {
  /** The address that e-mails are from. */
  readonly address: string
  send(email: Email): Promise<void>
}
