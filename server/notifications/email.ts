import { emailHtml } from '../kit/i18n/email-html.ts'
import { createTranslator } from '../kit/i18n/translator.ts'
import type { Email } from '../providers/mail/port.ts'
import type { Services } from '../services.ts'

interface PlainEmail {
  to: string
  locale: string
  /** Selects the messages `messages.mail.<kind>.subject` and `.text`. */
  kind: string
  /** Idempotency key: a retry of the same e-mail has the same one. */
  key: string
  values?: Record<string, string>
}

/**
 * An e-mail of a subject and paragraphs. Its messages can use the partner's name and the contact address for
 * reporting misuse.
 */
export function plainEmail({ config, catalogueFor }: Services, { to, locale, kind, key, values }: PlainEmail): Email {
  const translate = createTranslator(locale, catalogueFor(locale))
  const known = { partner: config.partnerName, email: config.partnerConfig.supportProvider.info.email, ...values }
  const subject = translate(`messages.mail.${kind}.subject`, known)
  const text = translate(`messages.mail.${kind}.text`, known)
  const body = { locale, partner: config.partnerName, colour: config.brand.brand, heading: subject, text }
  return { to, subject, text, html: emailHtml(body), key }
}
