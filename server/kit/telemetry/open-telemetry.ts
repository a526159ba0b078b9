import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import {
  type Attributes,
  type Counter,
  type Gauge,
  type Histogram,
  type MetricOptions,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  MeterProvider,
  MetricReader,
  PeriodicExportingMetricReader,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics'
import { RELEASE } from '../error-reports/reporter.ts'
import { METRICS, type Metric, type MetricName, prometheusName } from './metrics.ts'
import type { OpenSpan, Spans, Telemetry, TelemetryEnv } from './telemetry.ts'

/** Metrics for Prometheus on a port of their own, and metrics and traces by OpenTelemetry's protocol. */
export async function openTelemetry(env: TelemetryEnv, program: string): Promise<Telemetry> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, METRICS_PORT: port, METRICS_HOST: host = env.HOST } = env
  const resource = resourceFromAttributes({ 'service.name': `cuida-${program}`, 'service.version': RELEASE })
  const exported = endpoint ? await createExports(endpoint.replace(/\/$/, '')) : undefined
  const scraped = port === undefined ? undefined : new ScrapedReader()
  const readers = [...(exported ? [exported.reader] : []), ...(scraped ? [scraped] : [])]
  const provider = new MeterProvider({ resource, readers })
  const traces = exported?.createTracing(resource)
  const stopServer = scraped && port !== undefined ? await serveMetrics(scraped, host, port) : async () => {}
  return { ...createMetrics(provider), isOn: true, spans: traces?.spans, close }

  async function close() {
    await stopServer()
    // The last metrics and spans are lost when the collector is away: a stop does not wait for it.
    await Promise.allSettled([provider.shutdown({ timeoutMillis: 2_000 }), traces?.close()])
  }
}

const attributesOf = (labels: object): Attributes => ({ ...labels })

function createMetrics(provider: MeterProvider): Pick<Telemetry, 'count' | 'record' | 'set' | 'observe'> {
  const meter = provider.getMeter('cuida')
  const recorded = new Map<MetricName, Counter | Histogram>()
  const gauges = new Map<MetricName, Gauge>()
  for (const [key, metric] of Object.entries(METRICS) as [MetricName, Metric][]) {
    const { name, kind, unit, description, buckets } = metric
    const options = { description, ...(unit && { unit }) }
    if (kind === 'counter') recorded.set(key, startAtZero(meter.createCounter(name, options), metric))
    if (kind === 'histogram')
      recorded.set(
        key,
        meter.createHistogram(name, { ...options, advice: { explicitBucketBoundaries: [...(buckets ?? [])] } }),
      )
  }
  const gaugeOptions = (key: MetricName): [string, MetricOptions] => {
    const { name, unit, description }: Metric = METRICS[key]
    return [name, { description, ...(unit && { unit }) }]
  }
  const observe: Telemetry['observe'] = (key, read) => {
    meter.createObservableGauge(...gaugeOptions(key)).addCallback(async (result) => {
      for (const { value, labels } of await read()) result.observe(value, attributesOf(labels))
    })
  }
  observeProcess(observe)
  return {
    count: (key, labels) => (recorded.get(key) as Counter).add(1, attributesOf(labels)),
    record: (key, seconds, labels) => (recorded.get(key) as Histogram).record(seconds, attributesOf(labels)),
    set(key, value, labels) {
      const gauge = gauges.get(key) ?? meter.createGauge(...gaugeOptions(key))
      gauges.set(key, gauge)
      gauge.record(value, attributesOf(labels))
    },
    observe,
  }
}

/** Otherwise the first event after a start would not show as an increase. */
function startAtZero(counter: Counter, { labels = {} }: Metric): Counter {
  const combinations = Object.entries(labels).reduce<Record<string, string>[]>(
    (all, [label, values]) =>
      values === 'code' ? [] : all.flatMap((one) => values.map((value) => ({ ...one, [label]: value }))),
    [{}],
  )
  for (const each of combinations) counter.add(0, each)
  return counter
}

function observeProcess(observe: Telemetry['observe']): void {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  observe('eventLoopDelay', () => {
    const value = delay.percentile(99) / 1e9
    delay.reset()
    return Number.isFinite(value) ? [{ value, labels: {} }] : []
  })
  observe('heapUsed', () => [{ value: process.memoryUsage().heapUsed, labels: {} }])
  observe('memory', () => [{ value: process.memoryUsage.rss(), labels: {} }])
}

class ScrapedReader extends MetricReader {
  readonly #serializer = new PrometheusSerializer(undefined, false, undefined, false, true)
  async scrape(): Promise<string> {
    // A gauge whose reader fails is absent; the alerts about absent metrics report it.
    const { resourceMetrics } = await this.collect({ timeoutMillis: 5_000 })
    return this.#serializer.serialize(withPrometheusNames(resourceMetrics))
  }
  protected override async onShutdown(): Promise<void> {}
  protected override async onForceFlush(): Promise<void> {}
}

const BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.values(METRICS).map((metric: Metric) => [metric.name, prometheusName(metric)]),
)

/** The serializer writes names without units. */
const withPrometheusNames = (metrics: ResourceMetrics): ResourceMetrics => ({
  ...metrics,
  scopeMetrics: metrics.scopeMetrics.map((scope) => ({
    ...scope,
    metrics: scope.metrics.map((metric) => ({
      ...metric,
      descriptor: {
        ...metric.descriptor,
        unit: '',
        name: BY_NAME.get(metric.descriptor.name) ?? metric.descriptor.name,
      },
    })),
  })),
})

async function serveMetrics(reader: ScrapedReader, host: string, port: number): Promise<() => Promise<void>> {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end()
    const text = await reader.scrape().catch(() => undefined)
    if (text === undefined) return response.writeHead(500).end()
    return response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}

const SPAN_KINDS = { request: SpanKind.SERVER, provider: SpanKind.CLIENT, job: SpanKind.CONSUMER } as const

async function createExports(endpoint: string) {
  const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-http')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { BatchSpanProcessor, RandomIdGenerator, TracerProvider } = await import('@opentelemetry/sdk-trace')
  const exporter = new OTLPMetricExporter({ url: `${endpoint}/v1/metrics` })
  return { reader: new PeriodicExportingMetricReader({ exporter }), createTracing }

  function createTracing(resource: ReturnType<typeof resourceFromAttributes>) {
    const random = new RandomIdGenerator()
    let traceId: string | undefined
    const provider = new TracerProvider({
      resource,
      spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) })],
      // A new trace takes the id that the product gave to the request.
      idGenerator: {
        generateSpanId: () => random.generateSpanId(),
        generateTraceId: () => traceId ?? random.generateTraceId(),
      },
    })
    const tracer = provider.getTracer('cuida')
    const surrounding = new AsyncLocalStorage<Span>()
    const known = new WeakMap<OpenSpan, Span>()
    const spans: Spans = {
      start(name, kind, id) {
        const parent = surrounding.getStore()
        traceId = id && /[^0]/.test(id) ? id : undefined
        const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
        const span = tracer.startSpan(name, { kind: SPAN_KINDS[kind] }, context)
        traceId = undefined
        const open: OpenSpan = {
          end({ isError, attributes }) {
            span.setAttributes({ ...attributes })
            if (isError) span.setStatus({ code: SpanStatusCode.ERROR })
            span.end()
          },
        }
        known.set(open, span)
        return open
      },
      within: (open, run) => surrounding.run(known.get(open) as Span, run),
    }
    return { spans, close: () => provider.shutdown() }
  }
}
