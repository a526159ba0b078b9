import type { AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { credentials } from '../credentials.ts'
import type { SimulatorContext } from '../kit/context.ts'
import { answerFaults, type Faults } from '../kit/faults.ts'

/** Faults that exist in SMTP; the others are specific to HTTP. */
const MAIL_FAULTS: readonly string[] = answerFaults.filter(
  (fault) => !['wrong-type', 'huge', 'redirect'].includes(fault),
)
const SLOW_MS = 3_000
/** Unknown mailboxes; RFC 2606 reserves such names, so nobody has one there. */
const NO_MAILBOXES = '@refused.example'
/** Mailboxes whose server refuses every e-mail after reading it. */
const NO_LETTERS = '@unwanted.example'

export interface MailSimulator {
  /** The value for SMTP_URL, with credentials. */
  url: string
  close(): Promise<void>
}

/** A mail server (RFC 5321) on loopback. Received e-mails are in the outbox: subject, an empty line, the text. */
export async function mailSimulator(context: SimulatorContext, port: number): Promise<MailSimulator> {
  const server = new SMTPServer({
    // Loopback needs no encryption.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    size: 256 * 1024,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      const right = username === credentials.mail.user && password === credentials.mail.password
      if (right) done(null, { user: username })
      else done(refusal(535, 'Authentication failed'))
    },
    onRcptTo({ address }, _session, done) {
      done(address.endsWith(NO_MAILBOXES) ? refusal(550, 'No such mailbox') : null)
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      readAll(stream)
        .then((raw) => deliver(context, to, raw, () => socketOf(server, session.id)))
        .then((queued) => queued && done(null, 'Queued'), done)
    },
  })
  // Ignores clients that hang up.
  server.on('error', () => {})
  await new Promise<void>((listening, failed) => {
    server.server.once('error', failed)
    server.listen(port, '127.0.0.1', listening)
  })
  const { user, password } = credentials.mail
  const at = (server.server.address() as AddressInfo).port
  return {
    url: `smtp://${user}:${password}@127.0.0.1:${at}`,
    close: () => new Promise((closed) => server.close(closed)),
  }
}

/** Returns false when no reply may be sent any more. */
async function deliver(context: SimulatorContext, to: string[], raw: string, socket: () => Socket): Promise<boolean> {
  if (to.some((each) => each.endsWith(NO_LETTERS))) throw refusal(554, 'Transaction failed')
  const plan = takeFault(context.faults)
  const fault = plan?.fault
  if (fault === 'slow') await pause(plan?.delayMs ?? SLOW_MS)
  if (fault === undefined || fault === 'slow' || fault.startsWith('did-it-then')) await saveMail(context, to, raw)
  if (fault?.endsWith('5xx')) throw refusal(451, 'Local error in processing')
  if (fault === 'reset') socket()?.resetAndDestroy()
  if (fault === 'malformed') socket()?.end('<html>\r\n')
  if (fault === 'truncated') socket()?.end('25')
  return fault === undefined || fault === 'slow'
}

async function saveMail({ outbox }: SimulatorContext, to: string[], raw: string): Promise<void> {
  const { subject = '', text = '', html, attachments } = await PostalMime.parse(raw)
  const file = attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  const calendar = file && new TextDecoder().decode(contentOf(file.content))
  const more = { ...(html ? { html } : {}), ...(calendar ? { calendar } : {}) }
  for (const each of to) outbox.add({ channel: 'email', to: each, text: `${subject}\n\n${text.trim()}`, ...more })
}

const contentOf = (content: string | ArrayBuffer | Uint8Array) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content

const takeFault = (faults: Faults) => faults.take('smtp', ({ fault, path }) => !path && MAIL_FAULTS.includes(fault))

type Socket = ReturnType<typeof socketOf>
function socketOf(server: SMTPServer, id: string) {
  const connection = [...server.connections].find((each) => each.id === id)
  const socket = connection?._socket
  return socket && 'resetAndDestroy' in socket ? socket : undefined
}

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })
