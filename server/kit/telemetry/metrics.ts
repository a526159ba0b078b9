import type { Priority } from '@cuida/core/kit/call.ts'
import { CAPABILITIES } from '@cuida/core/kit/capability.ts'

/** The values of a label. `code`: names that only the source code chooses, such as route patterns and job names. */
type LabelValues = readonly string[] | 'code'

export interface Metric {
  /** OpenTelemetry's name where its conventions have one. */
  name: string
  /** `gauge`: the current value. The others are added up as things happen. */
  kind: 'counter' | 'histogram' | 'gauge'
  description: string
  unit?: 's' | 'By'
  labels?: Readonly<Record<string, LabelValues>>
  buckets?: readonly number[]
}

const REQUEST_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const
const PROVIDER_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 10] as const
const WAIT_SECONDS = [0.1, 0.5, 1, 2, 5, 10, 60, 600] as const

/** Every metric of the product. No label holds anything about a person, or a value that a request could choose. */
export const METRICS = {
  requestDuration: {
    name: 'http.server.request.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Requests by route pattern; streams and shed requests are not among them',
    labels: {
      'http.route': 'code',
      'http.request.method': ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      'http.response.status_class': ['2xx', '3xx', '4xx', '5xx'],
    },
    buckets: REQUEST_SECONDS,
  },
  shedRequests: {
    name: 'cuida.requests.shed',
    kind: 'counter',
    description: 'Requests that an overloaded process refused',
    labels: { priority: ['high', 'low'] satisfies Priority[] },
  },
  bookings: {
    name: 'cuida.bookings',
    kind: 'counter',
    description: 'Orders that patients placed: refused for a reason that the app shows, or failed for ours',
    labels: { outcome: ['succeeded', 'refused', 'failed'] },
  },
  poolUsed: {
    name: 'db.client.connection.used',
    kind: 'gauge',
    description: 'Database connections of this process with a statement or a transaction',
  },
  poolMax: {
    name: 'db.client.connection.max',
    kind: 'gauge',
    description: 'Database connections that this process may open',
  },
  poolWaiting: {
    name: 'db.client.connection.pending_requests',
    kind: 'gauge',
    description: 'Statements that wait for a database connection',
  },
  streams: { name: 'cuida.streams.open', kind: 'gauge', description: 'Open streams of change events' },
  sockets: { name: 'cuida.call.sockets.open', kind: 'gauge', description: 'Open sockets of video calls' },
  providerCallDuration: {
    name: 'cuida.provider.call.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Calls to providers',
    labels: {
      capability: CAPABILITIES,
      operation: 'code',
      outcome: ['ok', 'refused', 'down', 'timeout', 'failed'],
    },
    buckets: PROVIDER_SECONDS,
  },
  openCircuits: {
    name: 'cuida.provider.circuit.open',
    kind: 'gauge',
    description: '1 while this process sends no calls to the provider, since several in a row failed',
    labels: { capability: CAPABILITIES },
  },
  callJoinDuration: {
    name: 'cuida.call.join.duration',
    kind: 'histogram',
    unit: 's',
    description: 'From the ticket of the second participant until the server connected both',
    buckets: WAIT_SECONDS,
  },
  callJoins: {
    name: 'cuida.call.joins',
    kind: 'counter',
    description: 'Attempts to join a call, by what the server answered',
    labels: { outcome: ['joined', 'ticket refused', 'no call', 'failed'] },
  },
  handoverDuration: {
    name: 'cuida.notification.handover.duration',
    kind: 'histogram',
    unit: 's',
    description: 'From the time that a notification was due until a provider accepted or refused it',
    labels: { channel: ['push', 'sms', 'whatsapp', 'call', 'email'], outcome: ['sent', 'refused', 'failed'] },
    buckets: WAIT_SECONDS,
  },
  deliveryReports: {
    name: 'cuida.notification.delivery.reports',
    kind: 'counter',
    description: 'Reports of the message provider about accepted messages',
    labels: { channel: ['sms', 'whatsapp'], state: ['queued', 'sent', 'undelivered', 'delivered', 'read'] },
  },
  jobDuration: {
    name: 'cuida.job.duration',
    kind: 'histogram',
    unit: 's',
    description: 'Runs of jobs and scheduled jobs',
    labels: { task: 'code', outcome: ['ok', 'failed'] },
    buckets: [0.01, 0.1, 0.5, 1, 5, 30],
  },
  jobsDue: {
    name: 'cuida.jobs.due',
    kind: 'gauge',
    description: 'Jobs that are due and not taken by a worker',
    labels: { task: 'code' },
  },
  oldestJob: {
    name: 'cuida.jobs.oldest_due.age',
    kind: 'gauge',
    unit: 's',
    description: 'Age of the oldest job that is due and not taken',
    labels: { task: 'code' },
  },
  deadJobs: {
    name: 'cuida.jobs.dead',
    kind: 'gauge',
    description: 'Jobs that used up their attempts',
    labels: { task: 'code' },
  },
  payments: {
    name: 'cuida.payments.open',
    kind: 'gauge',
    description: 'Payments without a final state; on hold: a person must decide',
    labels: { state: ['intended', 'processing', 'pending', 'on hold'] },
  },
  oldestPayment: {
    name: 'cuida.payments.oldest.age',
    kind: 'gauge',
    unit: 's',
    description: 'Age of the oldest payment in the state',
    labels: { state: ['intended', 'processing', 'pending', 'on hold'] },
  },
  patientsWaiting: {
    name: 'cuida.patients.waiting',
    kind: 'gauge',
    description: 'Patients in the queue of immediate care',
  },
  longestWait: {
    name: 'cuida.patients.longest_wait',
    kind: 'gauge',
    unit: 's',
    description: 'The longest wait of a patient in the queue',
  },
  cliniciansOnDuty: {
    name: 'cuida.clinicians.on_duty',
    kind: 'gauge',
    description: 'Clinicians at the desk who take patients',
  },
  calls: {
    name: 'cuida.calls',
    kind: 'gauge',
    description: 'Video calls under way: ringing until both sides joined',
    labels: { state: ['ringing', 'ongoing'] },
  },
  auditBroken: {
    name: 'cuida.audit.broken',
    kind: 'gauge',
    description: '1 when the last check found that the hash chain of the audit is broken',
  },
  auditVerified: {
    name: 'cuida.audit.verified.timestamp',
    kind: 'gauge',
    unit: 's',
    description: 'Time of the last check that found the hash chain of the audit intact',
  },
  eventLoopDelay: {
    name: 'nodejs.eventloop.delay.p99',
    kind: 'gauge',
    unit: 's',
    description: 'Delay of the event loop since the last scrape, 99th percentile',
  },
  heapUsed: { name: 'v8js.memory.heap.used', kind: 'gauge', unit: 'By', description: 'Heap in use' },
  memory: { name: 'process.memory.usage', kind: 'gauge', unit: 'By', description: 'Resident memory' },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof METRICS
export type NamesOf<K extends Metric['kind']> = {
  [N in MetricName]: (typeof METRICS)[N]['kind'] extends K ? N : never
}[MetricName]

type LabelsIn<M> = M extends { labels: infer L } ? L : Record<never, never>
type ValueOf<V> = V extends readonly (infer S)[] ? S : string
/** The labels of a metric: a value outside its list does not compile. */
export type LabelsOf<N extends MetricName> = {
  [L in keyof LabelsIn<(typeof METRICS)[N]>]: ValueOf<LabelsIn<(typeof METRICS)[N]>[L]>
}

const UNITS = { s: '_seconds', By: '_bytes' } as const

/** The name in Prometheus, as collectors of OpenTelemetry's protocol write it too. */
export function prometheusName({ name, unit, kind }: Metric): string {
  const base = name.replaceAll('.', '_') + (unit ? UNITS[unit] : '')
  return kind === 'counter' ? `${base}_total` : base
}

/** The names of the time series that a scrape returns for the metric. */
export function seriesNames(metric: Metric): string[] {
  const name = prometheusName(metric)
  return metric.kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name]
}
