import { randomBytes } from 'node:crypto'
import type { Dsn } from '../../kit/error-reports/dsn.ts'
import type { ErrorReport } from '../../kit/error-reports/error-report.ts'
import type { ErrorReportSink } from '../../kit/error-reports/sink.ts'

const CLIENT = { name: 'cuida', version: '1' }

const reportOf = (quantity: number, at: Date) => ({
  timestamp: at.getTime() / 1_000,
  discarded_events: [{ reason: 'ratelimit_backoff', category: 'error', quantity }],
})

const USUAL_S = 60
const MAX_S = 24 * 3_600

/**
 * Milliseconds for which the server asks to receive no errors. `X-Sentry-Rate-Limits` is `seconds:categories:…`,
 * separated by commas, where an empty category means all; it can come with a 200 too. Without it a 429 has
 * `Retry-After`, or means a minute.
 */
function silenceAsked({ status, headers }: Pick<Response, 'status' | 'headers'>, now: Date): number {
  const limits = headers.get('x-sentry-rate-limits')
  const seconds = limits === null ? (status === 429 ? retryAfter(headers.get('retry-after'), now) : 0) : longest(limits)
  return Math.min(Math.max(seconds, 0), MAX_S) * 1_000
}

function longest(limits: string): number {
  const ofErrors = limits.split(',').map((limit) => {
    const [seconds = '', categories = ''] = limit.trim().split(':')
    const concernsUs = categories === '' || categories.split(';').includes('error')
    return concernsUs ? countOf(seconds) : 0
  })
  return Math.max(0, ...ofErrors)
}

const countOf = (text: string): number => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : USUAL_S)

function retryAfter(text: string | null, now: Date): number {
  if (text === null) return USUAL_S
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? USUAL_S : (at - now.getTime()) / 1_000
}

const TIMEOUT_MS = 5_000

/** Any server that speaks Sentry's protocol. Respects the server's rate limits. */
export function sentrySink({ endpoint, publicKey }: Dsn, now: () => Date = () => new Date()): ErrorReportSink {
  let silentUntil = 0
  const headers = {
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': `Sentry sentry_version=7, sentry_client=${CLIENT.name}/${CLIENT.version}, sentry_key=${publicKey}`,
  }
  return {
    async take(fault, fingerprint, leftOut) {
      if (now().getTime() < silentUntil) return false
      const body = envelopeOf(fault, fingerprint, leftOut, now())
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      // A redirect could send the key to another host.
      const answer = await fetch(endpoint, { method: 'POST', headers, body, signal, redirect: 'error' })
      await answer.body?.cancel()
      silentUntil = Math.max(silentUntil, now().getTime() + silenceAsked(answer, now()))
      return answer.ok
    },
  }
}

/** A report as Sentry's envelope: lines of JSON, each item after a header with its length in bytes. */
function envelopeOf(fault: ErrorReport, fingerprint: string, leftOut: number, at: Date): string {
  const id = randomBytes(16).toString('hex')
  const header = { event_id: id, sent_at: at.toISOString(), sdk: CLIENT }
  const items = [item('event', eventOf(fault, fingerprint, id, at))]
  if (leftOut > 0) items.push(item('client_report', reportOf(leftOut, at)))
  return `${[JSON.stringify(header), ...items].join('\n')}\n`
}

function item(type: string, payload: object): string {
  const text = JSON.stringify(payload)
  const header = { type, length: Buffer.byteLength(text), content_type: 'application/json' }
  return `${JSON.stringify(header)}\n${text}`
}

function eventOf(fault: ErrorReport, fingerprint: string, id: string, at: Date) {
  const { program, release, name, code, route, job, method, status, traceId, handled } = fault
  const isPage = program === 'app' || program === 'desk'
  // Sentry expects the outermost frame first.
  const frames = fault.frames
    .toReversed()
    .map(({ file, line, column }) => ({ filename: file, lineno: line, colno: column, in_app: true }))
  const exception = {
    type: name,
    value: code ?? '',
    mechanism: { type: 'generic', handled },
    ...(frames.length > 0 ? { stacktrace: { frames } } : {}),
  }
  const tags = { program, code, route, job, method, status: status === undefined ? undefined : String(status) }
  return {
    event_id: id,
    timestamp: at.getTime() / 1_000,
    platform: isPage ? 'javascript' : 'node',
    level: handled ? 'error' : 'fatal',
    logger: program,
    release: `cuida@${release}`,
    transaction: job ?? route,
    fingerprint: [fingerprint],
    exception: { values: [exception] },
    tags: { ...tags, trace_id: traceId },
    ...(traceId ? { contexts: { trace: { trace_id: traceId, span_id: traceId.slice(16) } } } : {}),
    // Stops Sentry from deriving the user's address from the connection.
    sdk: { ...CLIENT, settings: { infer_ip: 'never' } },
  }
}
