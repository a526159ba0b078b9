import { CAPABILITIES, type Capability } from '@cuida/core/kit/capability.ts'
import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
} from 'cockatiel'
import type { Log } from '../kit/log/log.ts'
import type { Telemetry } from '../kit/telemetry/telemetry.ts'
import { ProviderDown } from './provider-down.ts'
import type { AroundProviderCall } from './watch-ports.ts'

/** Failed calls in a row after which no further call is sent. */
export const FAILURES_TO_OPEN = 5
/** After this time one call is sent to see whether the provider is back. */
export const PROBE_AFTER_MS = 10_000
/** Limit of a whole call. Adapters give up earlier, except where a library limits each step only. */
const MAX_CALL_MS = 10_000

/** Web push has a server for each kind of browser: one that is down says nothing about the others. */
const UNGUARDED: ReadonlySet<Capability> = new Set(['push'])

/**
 * The adapter limits each exchange itself, and stores the payment's id in between: a call that was given up while it
 * runs on could be repeated at the same time.
 */
const LIMITED_BY_ADAPTER: ReadonlySet<Capability> = new Set(['payments'])

/**
 * A circuit breaker for each provider (docs/decisions/0191). It counts `ProviderDown` only: a declined card or a wrong
 * number is an answer. An open circuit refuses before the call begins, so that nothing was sent.
 */
export function createCircuitBreakers(log: Log, telemetry: Pick<Telemetry, 'observe'>): AroundProviderCall {
  const breakers = new Map(CAPABILITIES.filter((each) => !UNGUARDED.has(each)).map((each) => [each, create(each)]))
  telemetry.observe('openCircuits', () =>
    [...breakers].map(([capability, { state }]) => ({
      value: state === CircuitState.Closed ? 0 : 1,
      labels: { capability },
    })),
  )
  const limit = timeout(MAX_CALL_MS, TimeoutStrategy.Aggressive)
  return async ({ capability }, run) => {
    const breaker = breakers.get(capability)
    const send = LIMITED_BY_ADAPTER.has(capability) ? run : () => limited(capability, run)
    if (!breaker) return send()
    // The library would let other calls wait for the result of the probe.
    if (breaker.state === CircuitState.HalfOpen) throw circuitOpen(capability)
    return breaker.execute(send).catch((error: unknown) => {
      throw error instanceof BrokenCircuitError ? circuitOpen(capability) : error
    })
  }

  function create(capability: Capability) {
    const breaker = circuitBreaker(
      handleWhen((error) => error instanceof ProviderDown),
      { halfOpenAfter: PROBE_AFTER_MS, breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN) },
    )
    breaker.onBreak(() => log.warn('a provider is down: no calls are sent to it', { provider: capability }))
    breaker.onReset(() => log.info('a provider answers again', { provider: capability }))
    return breaker
  }

  async function limited<T>(capability: Capability, run: () => Promise<T>): Promise<T> {
    return limit.execute(run).catch((error: unknown) => {
      if (!(error instanceof TaskCancelledError)) throw error
      throw new ProviderDown(capability, 'no answer', Object.assign(new Error('too late'), { code: 'ETIMEDOUT' }))
    })
  }
}

const circuitOpen = (capability: Capability) => new ProviderDown(capability, 'not called, since earlier calls failed')
