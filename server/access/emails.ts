import { NotOffered } from '../kit/http/refusal.ts'
import type { JobName } from '../kit/jobs/jobs.ts'
import { emailHtml } from '../kit/words/email-html.ts'
import { speak } from '../kit/words/words.ts'
import { MailRefused } from '../providers/mail/port.ts'
import { MessageRefused } from '../providers/messages/port.ts'
import type { Services } from '../services.ts'

export interface Email {
  to: string
  locale: string
  /** Which words: `messages.mail.<kind>.subject` and `.text`. */
  kind: string
  /** The same for a retry of the same e-mail. */
  key: string
  values?: Record<string, string>
}

/** Writes to somebody in their language. Every e-mail may name the partner and where to write when it wasn't them. */
export async function sendEmail(services: Services, job: JobName, email: Email): Promise<void> {
  const { config, words, providers } = services
  const { to, locale, kind, key, values } = email
  const say = speak(locale, words(locale))
  const known = { partner: config.partnerName, email: config.partnerConfig.supportProvider.info.email, ...values }
  const subject = say(`messages.mail.${kind}.subject`, known)
  const text = say(`messages.mail.${kind}.text`, known)
  const body = { locale, partner: config.partnerName, colour: config.brand.brand, heading: subject, text }
  await unlessRefused(services, job, () => providers.mail.send({ to, subject, text, html: emailHtml(body), key }))
}

/** The number or the address will not take it, however often we try: the person sees that nothing came. */
export async function unlessRefused({ log }: Services, job: JobName, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    // Told at every start, and hidden where somebody would wait for it.
    if (error instanceof NotOffered) return
    const isMail = error instanceof MailRefused
    if (!isMail && !(error instanceof MessageRefused)) throw error
    log.warn('message refused by who should get it', { job, provider: isMail ? 'mail' : 'messages' })
  }
}
