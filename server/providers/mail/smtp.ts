import { createTransport } from 'nodemailer'
import * as v from 'valibot'
import { PROVIDER_TIMEOUT_MS } from '../post.ts'
import { checkAt } from '../provider-check.ts'
import { CredentialsRefused, ProviderDown } from '../provider-down.ts'
import { type Mail, MailRefused } from './port.ts'

export interface SmtpSettings {
  /** `smtp://user:password@host:port`, or `smtps:` for TLS from the start. */
  url: string
  /** The sender, such as `Cuida <hello@example.com>`. */
  from: string
  /** Milliseconds for each wait: connection, greeting, reply. */
  timeoutMs?: number
}

const PROVIDER = 'smtp'
/** More than a worker sends at the same time, so no e-mail waits for another. */
const AT_ONCE = 16
/** A connection that was idle for longer is not reused: it may be dead without notice. */
const IDLE_MS = 5_000
const Failure = v.object({
  code: v.optional(v.string()),
  command: v.optional(v.string()),
  responseCode: v.optional(v.number()),
})

/**
 * Any mail server by SMTP (RFC 5321), over keep-alive connections. A connection found dead before a byte of the
 * e-mail was sent is replaced once; after that the outcome is unknown. Over plain `smtp:` the server must offer TLS
 * unless it is local, since codes must not travel unencrypted. No content is loaded from files or URLs.
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
    check: checkAt(url, () =>
      transport.verify().catch((error) => {
        throw failureOf(error)
      }),
    ),
    address: /<([^>]+)>$/.exec(from)?.[1] ?? from,
    async send({ to, subject, text, html, calendar, key }) {
      // An object, since a comma in a string would add a second recipient.
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

/** The server's message may quote the address, so only codes are kept. */
function failureOf(error: unknown): Error {
  const { code, command, responseCode } = v.is(Failure, error) ? error : {}
  // A refusal of the recipient or the e-mail is permanent. A refusal of the sender (MAIL FROM, AUTH) is a
  // configuration error of ours.
  const isOfPerson = command === 'RCPT TO' || command === 'DATA'
  if (isOfPerson && responseCode !== undefined && responseCode >= 500) return new MailRefused()
  const Trouble = code === 'EAUTH' ? CredentialsRefused : ProviderDown
  return new Trouble(PROVIDER, [code, responseCode].filter(Boolean).join(' ') || 'no answer')
}
