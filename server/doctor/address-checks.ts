import { connect } from 'node:tls'
import { VOICE_WEBHOOK } from '../care/phone/phone-routes.ts'
import { MESSAGE_WEBHOOK } from '../notifications/delivery/message-webhook.ts'
import type { InspectedProvider } from '../providers/index.ts'
import type { CardPayments } from '../providers/payment/port.ts'
import { type Check, type Outcome, ok, problem, warning } from './check.ts'
import { clockOutcome } from './clock.ts'

const DAY_MS = 86_400_000
const WARN_DAYS = 14

const REACH = 'Start the app, then check the DNS name, the proxy (deploy/nginx.conf) and the firewall.'
const NOT_RUNNING = 'the app does not run now'

/** Whether people and providers reach the app at PUBLIC_URL, as far as this machine can tell. */
export const addressChecks = (publicUrl: string, inspect: () => Promise<readonly InspectedProvider[]>): Check[] => {
  const { protocol, hostname, port } = new URL(publicUrl)
  const isPublic = protocol === 'https:'
  // Without https only this machine uses the app, which may be stopped.
  const away = (message: string) => (isPublic ? problem(message, REACH) : ok(NOT_RUNNING))
  return [
    { id: 'address', run: () => healthOutcome(publicUrl, away) },
    { id: 'clock', run: () => dateOutcome(publicUrl, away) },
    {
      id: 'certificate',
      run: async () =>
        isPublic
          ? certificateOutcome(await readCertificate(hostname, Number(port || 443)), new Date())
          : ok('no https'),
    },
    { id: 'webhooks', run: async () => webhookOutcome(publicUrl, webhookPaths(await inspect()), away) },
  ]
}

type Away = (message: string) => Outcome
const tryFetch = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: 'manual', ...init }).catch(() => undefined)

export async function healthOutcome(publicUrl: string, away: Away): Promise<Outcome> {
  const reply = await tryFetch(`${publicUrl}/healthz`)
  if (!reply) return away(`${publicUrl} cannot be reached`)
  const body = await reply.text()
  return reply.status === 200 && body === '{"ok":true}'
    ? ok(`${publicUrl} answers`)
    : problem(`${publicUrl}/healthz is answered with ${reply.status} by another program`, REACH)
}

async function dateOutcome(publicUrl: string, away: Away): Promise<Outcome> {
  const before = Date.now()
  const reply = await tryFetch(`${publicUrl}/healthz`)
  const date = Date.parse(reply?.headers.get('date') ?? '')
  if (Number.isNaN(date)) return away(`${publicUrl} says no time`)
  // The header has whole seconds: its middle is the best guess.
  return clockOutcome(new URL(publicUrl).host, new Date(date + 500), (before + Date.now()) / 2)
}

export interface Certificate {
  validTo?: string
  /** Why clients refuse it. */
  error?: string
}

const readCertificate = (host: string, port: number): Promise<Certificate> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      const error = socket.authorizationError
      resolve({ validTo: socket.getPeerCertificate().valid_to, ...(error ? { error: String(error) } : {}) })
      socket.destroy()
    })
    socket.on('error', () => resolve({ error: 'no TLS connection' }))
  })

export function certificateOutcome({ validTo, error }: Certificate, now: Date): Outcome {
  if (error) return problem(`clients refuse it: ${error}`, 'Install a certificate of this host with its whole chain.')
  const days = Math.floor((Date.parse(validTo ?? '') - now.getTime()) / DAY_MS)
  if (!(days >= 0)) return problem('it has expired', 'Renew it, and check the automatic renewal.')
  return days < WARN_DAYS
    ? warning(`it expires in ${days} days`, 'Check the automatic renewal.')
    : ok(`valid for ${days} days`)
}

/** The paths at which the configured providers call back. */
function webhookPaths(providers: readonly InspectedProvider[]): string[] {
  const portOf = (name: string) => {
    const found = providers.find(({ capability }) => capability === name)
    return found?.state === 'configured' ? found.port : undefined
  }
  const payments = portOf('payments') as CardPayments | undefined
  return [
    ...(payments ? [`/v1/webhooks/${payments.browser.provider}`] : []),
    ...(portOf('messages') ? [MESSAGE_WEBHOOK] : []),
    ...(portOf('voice') ? [VOICE_WEBHOOK] : []),
  ]
}

/** Each path refuses an unsigned request itself: 404, a redirect or 5xx come from a proxy that does not pass it on. */
export async function webhookOutcome(publicUrl: string, paths: readonly string[], away: Away): Promise<Outcome> {
  const replies = await Promise.all(
    paths.map(async (path) => ({ path, status: (await tryFetch(publicUrl + path, { method: 'POST' }))?.status })),
  )
  if (replies.length > 0 && replies.every(({ status }) => status === undefined))
    return away(`${publicUrl} cannot be reached`)
  const lost = replies.filter(({ status = 0 }) => status < 400 || status === 404 || status >= 500)
  if (lost.length === 0) return ok(`${paths.length} paths refuse unsigned requests`)
  return problem(
    lost.map(({ path, status = 'no answer' }) => `${path} is answered with ${status}`).join(', '),
    'Let the proxy pass POST requests to /v1/webhooks on unchanged (deploy/nginx.conf): providers report payments and deliveries there.',
  )
}
