import { createTransport } from 'nodemailer'
import * as v from 'valibot'
import { PROVIDER_TIMEOUT_MS } from '../post.ts'
import { ProviderDown } from '../provider-down.ts'
import { type Mail, MailRefused } from './port.ts'

export interface SmtpSettings {
  /** `smtp://user:password@host:port`, or `smtps:` where TLS comes first. */
  url: string
  /** Who the e-mails are from, as in `Cuida <hello@example.com>`. */
  from: string
  /** For each wait: to connect, for the greeting, for an answer. */
  timeoutMs?: number
}

const PROVIDER = 'smtp'
/** More than a worker sends at the same time: no e-mail waits for another. */
const AT_ONCE = 16
/** A connection that has been silent for longer is not used again: it may have died without a word. */
const IDLE_MS = 5_000
const Failure = v.object({
  code: v.optional(v.string()),
  command: v.optional(v.string()),
  responseCode: v.optional(v.number()),
})

/**
 * Any mail server, by SMTP (RFC 5321), over connections that are kept for the next e-mail. One that is found dead before
 * a byte of the e-mail has gone is replaced, once; later than that the outcome is unknown. Over plain `smtp:` it must
 * offer TLS, unless it is on this machine: a code must not travel in the clear. Nothing of an e-mail is ever read from a
 * file or an address.
 */
export function smtpMail({ url, from, timeoutMs = PROVIDER_TIMEOUT_MS }: SmtpSettings): Mail {
  const { hostname } = new URL(url)
  const isHere = hostname === '127.0.0.1' || hostname === 'localhost'
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: AT_ONCE,
    idleTimeout: IDLE_MS,
    maxRequeues: 1,
    requireTLS: !isHere,
    ignoreTLS: isHere,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    address: /<([^>]+)>$/.exec(from)?.[1] ?? from,
    async send({ to, subject, text, html, calendar, key }) {
      // As an object: a comma in a text would make two recipients of it.
      const address = { name: '', address: to }
      const headers = { 'Auto-Submitted': 'auto-generated' }
      try {
        await transport.sendMail({
          from,
          to: address,
          subject,
          text,
          headers,
          messageId: `<${key}@cuida>`,
          ...(html ? { html } : {}),
          ...(calendar ? { icalEvent: { ...calendar, filename: 'consultation.ics' } } : {}),
        })
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}

/** The vendor's words may quote the address: only codes are kept. */
function failureOf(error: unknown): Error {
  const { code, command, responseCode } = v.is(Failure, error) ? error : {}
  // Of the mailbox or of the e-mail: for good. Who we are (MAIL FROM, AUTH) is ours to mend.
  const isOfPerson = command === 'RCPT TO' || command === 'DATA'
  if (isOfPerson && responseCode !== undefined && responseCode >= 500) return new MailRefused()
  return new ProviderDown(PROVIDER, [code, responseCode].filter(Boolean).join(' ') || 'no answer')
}
