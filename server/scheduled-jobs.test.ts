import { expect, test, vi } from 'vitest'
import { CRONTAB, jobHandlers, SCHEDULED_JOBS, startScheduledJobs } from './jobs.ts'
import type { TestContext } from './testing/test-context.ts'
import { createTestContext } from './testing/test-contexts.ts'

const context = await createTestContext({ demo: true })

/** The scheduled jobs and their longest interval in seconds, written down a second time so that none goes missing. */
const OWED: Readonly<Record<string, number>> = {
  freeLostJobs: 15,
  processForgottenOrders: 5,
  enqueueDueSubscriptions: 5,
  enqueuePhoneCallJobs: 5,
  closeVanishedGuests: 5,
  enqueueUnfinishedPrescriptions: 15,
  issueInvoices: 2,
  updateWaitingPatients: 5,
  askAfterHours: 5,
  recoverConsultations: 5,
  detectStaffChanges: 5,
  releaseExpiredHolds: 15,
  enqueueDueNotifications: 10,
  sendWebhooks: 2,
  purgeAccessData: 3_600,
  removeSignedOutDevices: 3_600,
  purgeEmployeeNames: 3_600,
  removeOrphanedFiles: 3_600,
  deleteOldErrorReports: 3_600,
  checkAudit: 86_400,
}

test('the worker runs every scheduled job within its interval', () => {
  expect(Object.fromEntries(SCHEDULED_JOBS.map(([seconds, name]) => [name, seconds]))).toEqual(OWED)
  // A job under another job's name would run one twice and the other never.
  const named = SCHEDULED_JOBS.filter(([_seconds, name, runJob]) => runJob.name !== '' && runJob.name !== name)
  expect(named).toEqual([])
  expect(new Set(SCHEDULED_JOBS.map(([_seconds, _name, runJob]) => runJob)).size).toBe(SCHEDULED_JOBS.length)
})

test('each night the worker purges expired data and reconciles payments', () => {
  const nightly = CRONTAB.split('\n').map((line) => line.split(' '))
  expect(nightly.map(([minute, hour, _day, _month, _weekday, job]) => [`${hour}:${minute}`, job])).toEqual([
    ['3:17', 'purgeLocked'],
    ['4:43', 'reconcile'],
  ])
  for (const [_minute, _hour, _day, _month, _weekday, job = ''] of nightly)
    expect(Object.keys(jobHandlers(context.services))).toContain(job)
})

test.each(SCHEDULED_JOBS)(
  'every %i s: %s succeeds with nothing to do, also beside another worker',
  async (_, __, runJob) => {
    await Promise.all([runJob(context.services), runJob(context.services)])
  },
)

test('a failing job is logged, and the other jobs still run', async () => {
  const result: unknown[] = []
  const log = {
    ...context.services.log,
    error: (event: string, { job }: { job?: string } = {}) => result.push([event, job]),
  }
  let turns = 0
  const stop = startScheduledJobs({ ...context.services, log } as TestContext['services'], [
    [0.01, 'broken', () => Promise.reject(new Error('no'))],
    [0.01, 'whole', async () => turns++],
  ])
  await expect.poll(() => turns).toBeGreaterThan(2)
  stop()
  expect(result).toContainEqual(['scheduled job failed', 'broken'])
  expect(await turnsAfter(() => turns)).toBe(0)
})

test('a daily job runs soon after the start of a worker, and then once a day', () => {
  vi.useFakeTimers()
  const run = vi.fn(async () => {})
  const stop = startScheduledJobs(context.services, [[86_400, 'daily', run]])
  try {
    vi.advanceTimersByTime(60_000)
    expect(run).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(86_400_000)
    expect(run).toHaveBeenCalledTimes(2)
  } finally {
    stop()
    vi.useRealTimers()
  }
})

/** How many runs happen after the timers have stopped. */
async function turnsAfter(turns: () => number): Promise<number> {
  const before = turns()
  await new Promise((done) => setTimeout(done, 100))
  return turns() - before
}
