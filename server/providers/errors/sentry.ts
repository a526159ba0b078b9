import type { Dsn } from '../../kit/faults/dsn.ts'
import type { FaultSink } from '../../kit/faults/sink.ts'
import { CLIENT, envelopeOf } from './envelope.ts'

const USUAL_S = 60
const MOST_S = 24 * 3_600

/**
 * For how many milliseconds a server wants to hear no errors. `X-Sentry-Rate-Limits` is `seconds:categories:…`, separated by
 * commas, where no category means every one; it may come with a 200 too. Without it a 429 has `Retry-After`, or a minute.
 */
function silenceAsked({ status, headers }: Pick<Response, 'status' | 'headers'>, now: Date): number {
  const limits = headers.get('x-sentry-rate-limits')
  const seconds = limits === null ? (status === 429 ? retryAfter(headers.get('retry-after'), now) : 0) : longest(limits)
  return Math.min(Math.max(seconds, 0), MOST_S) * 1_000
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

const PATIENCE_MS = 5_000

/** Any server that speaks Sentry's wire. One that asks for silence is left alone for as long as it says. */
export function sentrySink({ endpoint, publicKey }: Dsn, now: () => Date = () => new Date()): FaultSink {
  let silentUntil = 0
  const headers = {
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': `Sentry sentry_version=7, sentry_client=${CLIENT.name}/${CLIENT.version}, sentry_key=${publicKey}`,
  }
  return {
    async take(fault, fingerprint, leftOut) {
      if (now().getTime() < silentUntil) return false
      const body = envelopeOf(fault, fingerprint, leftOut, now())
      const signal = AbortSignal.timeout(PATIENCE_MS)
      // A redirect would take the key elsewhere.
      const answer = await fetch(endpoint, { method: 'POST', headers, body, signal, redirect: 'error' })
      await answer.body?.cancel()
      silentUntil = Math.max(silentUntil, now().getTime() + silenceAsked(answer, now()))
      return answer.ok
    },
  }
}
