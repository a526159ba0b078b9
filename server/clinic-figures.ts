import { type ClinicFigures, findClinicFigures, OPEN_PAYMENTS } from './clinic-figures-store.ts'
import { memoizeFor } from './kit/memoize.ts'
import type { NamesOf } from './kit/telemetry/metrics.ts'
import type { Services } from './services.ts'

/** Scrapes within this time, and the gauges of one scrape, share one reading. */
const CACHE_MS = 5_000

/**
 * Reports the figures that only the database knows, in the worker alone. `jobs`: every job's name, so that a queue
 * without jobs reports zero.
 */
export function observeClinic(services: Services, jobs: readonly string[]): void {
  const { db, log, telemetry } = services
  if (!telemetry.isOn) return
  // A failed reading is shared too: each gauge would otherwise repeat it.
  const read = memoizeFor(CACHE_MS, () =>
    findClinicFigures(db).catch((error: unknown) => {
      log.warn('the figures of the clinic could not be read', { error })
      return undefined
    }),
  )
  const one = <N extends Unlabelled>(metric: N, pick: (figures: ClinicFigures) => number) =>
    telemetry.observe(metric as Unlabelled, async () => {
      const figures = await read()
      return figures ? [{ value: pick(figures), labels: {} }] : []
    })
  const byJob = (metric: 'jobsDue' | 'oldestJob' | 'deadJobs', field: 'due' | 'oldestSeconds' | 'dead') =>
    telemetry.observe(metric, async () => {
      const figures = await read()
      if (!figures) return []
      const found = new Map(figures.jobs.map((each) => [each.job, each[field]]))
      return jobs.map((job) => ({ value: found.get(job) ?? 0, labels: { task: job } }))
    })
  const byPayment = (metric: 'payments' | 'oldestPayment', field: 'count' | 'oldestSeconds') =>
    telemetry.observe(metric, async () => {
      const figures = await read()
      if (!figures) return []
      const found = new Map(figures.payments.map((each) => [each.state, each[field]]))
      return OPEN_PAYMENTS.map((state) => ({ value: found.get(state) ?? 0, labels: { state } }))
    })
  byJob('jobsDue', 'due')
  byJob('oldestJob', 'oldestSeconds')
  byJob('deadJobs', 'dead')
  byPayment('payments', 'count')
  byPayment('oldestPayment', 'oldestSeconds')
  one('patientsWaiting', ({ waiting }) => waiting)
  one('longestWait', ({ longestWaitSeconds }) => longestWaitSeconds)
  telemetry.observe('calls', async () => {
    const figures = await read()
    if (!figures) return []
    return (['ringing', 'ongoing'] as const).map((state) => ({ value: figures[state], labels: { state } }))
  })
  telemetry.observe('cliniciansOnDuty', async () => {
    const present = (await services.attendances()).filter(({ isSeen, away }) => isSeen && !away)
    return [{ value: present.length, labels: {} }]
  })
}

type Unlabelled = Extract<NamesOf<'gauge'>, 'patientsWaiting' | 'longestWait'>
