import type { Dsn } from '../../kit/faults/dsn.ts'
import type { FaultSink } from '../../kit/faults/sink.ts'
import { CLIENT, envelopeOf } from './envelope.ts'
import { silenceAsked } from './silence.ts'

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
