import type { Env } from '../../env.ts'
import type { LabelsOf, MetricName, NamesOf } from './metrics.ts'

export interface Reading<N extends MetricName> {
  value: number
  labels: LabelsOf<N>
}

/** What the product reports about itself. Without a receiver every method does nothing. */
export interface Telemetry {
  readonly isOn: boolean
  count<N extends NamesOf<'counter'>>(metric: N, labels: LabelsOf<N>): void
  /** Seconds. */
  record<N extends NamesOf<'histogram'>>(metric: N, seconds: number, labels: LabelsOf<N>): void
  /** Sets a gauge that something other than a scrape measures. */
  set<N extends NamesOf<'gauge'>>(metric: N, value: number, labels: LabelsOf<N>): void
  /** Registers the reader of a gauge, called at each scrape. When it throws, that scrape lacks the metric. */
  observe<N extends NamesOf<'gauge'>>(metric: N, read: () => Readings<N> | Promise<Readings<N>>): void
  /** Present only when traces are exported. */
  readonly spans?: Spans | undefined
  close(): Promise<void>
}
type Readings<N extends MetricName> = readonly Reading<N>[]

export interface Spans {
  /** Starts a span below the surrounding one, or a new trace. */
  start(name: string, kind: 'request' | 'provider' | 'job', traceId?: string): OpenSpan
  /** Runs work whose spans belong below this one. */
  within<T>(span: OpenSpan, run: () => T): T
}

export interface OpenSpan {
  end(result: { isError: boolean; attributes: Readonly<Record<string, string | number>> }): void
}

export const noTelemetry: Telemetry = {
  isOn: false,
  count() {},
  record() {},
  set() {},
  observe() {},
  close: async () => {},
}

export type TelemetryEnv = Pick<Env, 'HOST' | 'METRICS_HOST' | 'METRICS_PORT' | 'OTEL_EXPORTER_OTLP_ENDPOINT'>

export const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1_000

/** Runs a job, counts its outcome and times it. */
export async function watchJob<T>(telemetry: Telemetry, job: string, run: () => Promise<T>): Promise<T> {
  if (!telemetry.isOn) return run()
  const { spans } = telemetry
  const startedAt = performance.now()
  const span = spans?.start(job, 'job')
  const end = (outcome: 'ok' | 'failed') => {
    telemetry.record('jobDuration', secondsSince(startedAt), { task: job, outcome })
    span?.end({ isError: outcome === 'failed', attributes: { outcome } })
  }
  try {
    const result = await (span && spans ? spans.within(span, run) : run())
    end('ok')
    return result
  } catch (error) {
    end('failed')
    throw error
  }
}
