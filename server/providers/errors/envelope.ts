import { randomBytes } from 'node:crypto'
import type { Fault } from '../../kit/faults/fault.ts'

export const CLIENT = { name: 'cuida', version: '1' }

/** A fault as Sentry's envelope: lines of JSON, each item after a header with its length in bytes. */
export function envelopeOf(fault: Fault, fingerprint: string, leftOut: number, at: Date): string {
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

function eventOf(fault: Fault, fingerprint: string, id: string, at: Date) {
  const { program, release, name, code, route, job, method, status, traceId, handled } = fault
  const isPage = program === 'app' || program === 'desk'
  // Sentry wants the outermost first.
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
    // Whoever asked is not to be found out from where the envelope came.
    sdk: { ...CLIENT, settings: { infer_ip: 'never' } },
  }
}

const reportOf = (quantity: number, at: Date) => ({
  timestamp: at.getTime() / 1_000,
  discarded_events: [{ reason: 'ratelimit_backoff', category: 'error', quantity }],
})
