import { noTelemetry, type Telemetry, type TelemetryEnv } from './telemetry.ts'

/** The SDK is loaded only when a receiver is configured. */
export async function createTelemetry(env: TelemetryEnv, program: 'api' | 'worker'): Promise<Telemetry> {
  if (env.METRICS_PORT === undefined && !env.OTEL_EXPORTER_OTLP_ENDPOINT) return noTelemetry
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry(env, program)
}
