import type { Capability } from '@cuida/core/kit/capability.ts'
import type { LabelsOf } from '../kit/telemetry/metrics.ts'
import { secondsSince, type Telemetry } from '../kit/telemetry/telemetry.ts'
import { ProviderDown } from './provider-down.ts'

export interface ProviderCall {
  capability: Capability
  /** The port's method. */
  operation: string
}

/** Runs around every call to a provider. It may watch the call, or reject without `run`. */
export type AroundProviderCall = <T>(call: ProviderCall, run: () => Promise<T>) => Promise<T>

type Method = (...input: unknown[]) => Promise<unknown>

/** The same port, with `around` around each method except for the synchronous ones, which call no provider. */
export function wrapPort<P>(
  capability: Capability,
  port: P,
  { around, isSynchronous }: { around: AroundProviderCall; isSynchronous: (method: string) => boolean },
): P {
  if (typeof port !== 'object' || port === null) return port
  const wrapped = new WeakMap<Method, Method>()
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function' || typeof name === 'symbol') return value
      const method = value as Method
      if (isSynchronous(name)) return method.bind(target)
      const made: Method =
        wrapped.get(method) ??
        ((...input) => around({ capability, operation: name }, async () => method.apply(target, input)))
      wrapped.set(method, made)
      return made
    },
  })
}

type Outcome = LabelsOf<'providerCallDuration'>['outcome']

/** Times each call and traces it. Neither holds what the call was about. */
export function watchProviderCalls(telemetry: Telemetry): AroundProviderCall | undefined {
  if (!telemetry.isOn) return undefined
  const { spans } = telemetry
  return async ({ capability, operation }, run) => {
    const startedAt = performance.now()
    const span = spans?.start(`${capability} ${operation}`, 'provider')
    const end = (outcome: Outcome) => {
      telemetry.record('providerCallDuration', secondsSince(startedAt), { capability, operation, outcome })
      span?.end({ isError: !['ok', 'refused'].includes(outcome), attributes: { outcome } })
    }
    try {
      const result = await (span && spans ? spans.within(span, run) : run())
      end('ok')
      return result
    } catch (error) {
      end(outcomeOf(error))
      throw error
    }
  }
}

/** Errors of our own code. Every other error is the provider's refusal, which has a class in its port. */
const OWN_ERRORS = new Set(['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError'])

export function outcomeOf(error: unknown): Outcome {
  if (error instanceof ProviderDown) return isTimeout(error.cause) ? 'timeout' : 'down'
  return error instanceof Error && !OWN_ERRORS.has(error.name) ? 'refused' : 'failed'
}

function isTimeout(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const code = 'code' in cause ? cause.code : undefined
  return cause.name === 'TimeoutError' || cause.name === 'AbortError' || code === 'ETIMEDOUT' || isTimeout(cause.cause)
}
