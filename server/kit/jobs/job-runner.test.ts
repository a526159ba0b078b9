import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ProviderDown } from '../../providers/provider-down.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { startJobRunner } from './job-runner.ts'
import { workerLogger } from './worker-log.ts'

const context = await createTestContext()

const addJob = (name: string) =>
  context.db`select graphile_worker.add_job(${name}, run_at => clock_timestamp() - interval '1 minute')`
const jobsLeft = async (name: string) =>
  (await context.db`select 1 from graphile_worker.jobs where task_identifier = ${name}`).length

async function startRunner(taskList: Record<string, () => Promise<void>>, stalledMs?: number) {
  const onStalled = vi.fn()
  const error = vi.fn()
  const warn = vi.fn()
  const log = { ...context.services.log, error, warn }
  const runner = await startJobRunner(
    {
      connectionString: context.env.DATABASE_URL as string,
      concurrency: 1,
      pollInterval: 50,
      preset: {
        worker: { localQueue: { size: 1, ttl: 50, refetchDelay: { durationMs: 10 } }, completeJobBatchDelay: 1 },
      },
      noHandleSignals: true,
      crontab: '',
      logger: workerLogger(log),
      taskList,
    },
    { db: context.db, log, onStalled, ...(stalledMs && { stalledMs }) },
  )
  onTestFinished(() => runner.stop())
  return { runner, onStalled, error, warn }
}

describe('the job runner', () => {
  test('the runner starts again when it could not record a finished job, and runs that job again', async () => {
    const renameTable = (from: string, to: string) =>
      context.owner.unsafe(`alter table graphile_worker.${from} rename to ${to}`)
    let runs = 0
    await addJob('restart')
    const { runner, error, onStalled } = await startRunner({
      restart: async () => {
        runs++
        if (runs === 1) await renameTable('_private_jobs', 'renamed_jobs')
      },
    })
    await expect.poll(() => runner.state()).toBe('restarting')
    expect(runs).toBe(1)
    await renameTable('renamed_jobs', '_private_jobs')
    await expect.poll(() => jobsLeft('restart')).toBe(0)
    expect(runs).toBe(2)
    await expect.poll(() => runner.state()).toBe('running')
    expect(error).toHaveBeenCalledWith('the job runner stopped and is restarted', { job: 'runner' })
    expect(onStalled).not.toHaveBeenCalled()
  })

  test('the runner reports a stall once: a job is due and none is fetched or finished', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    onTestFinished(() => release())
    await addJob('hang')
    await addJob('hang')
    const { runner, onStalled, error } = await startRunner({ hang: () => released }, 200)
    await expect.poll(() => runner.state()).toBe('stalled')
    expect(error).toHaveBeenCalledWith('the job runner is stalled', { job: 'runner' })
    expect(onStalled).toHaveBeenCalledOnce()
    release()
    await expect.poll(() => jobsLeft('hang')).toBe(0)
  })

  test('the runner is not stalled while no job is due', async () => {
    const { runner, onStalled } = await startRunner({ idle: async () => {} }, 1)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(runner.state()).toBe('running')
    expect(onStalled).not.toHaveBeenCalled()
  })

  test('a job restarts within its run while the database is unreachable, and not after another error', async () => {
    let runs = 0
    await addJob('reconnect')
    await addJob('fail')
    let failures = 0
    await startRunner({
      reconnect: async () => {
        runs++
        if (runs < 3) throw Object.assign(new Error('terminating connection'), { code: '57P01' })
      },
      fail: async () => {
        failures++
        throw new Error('refused')
      },
    })
    await expect.poll(() => jobsLeft('reconnect')).toBe(0)
    expect(runs).toBe(3)
    await expect.poll(() => failures).toBe(1)
    await context.db`delete from graphile_worker._private_jobs`
  })

  test('a job that a provider’s outage fails is a warning; one that fails otherwise is an error report', async () => {
    const broken = new Error('broken')
    await addJob('needsProvider')
    await addJob('breaks')
    const { error, warn } = await startRunner({
      needsProvider: async () => {
        throw new ProviderDown('invoicing', 'not called, since earlier calls failed')
      },
      breaks: async () => {
        throw broken
      },
    })
    await expect
      .poll(() => warn.mock.calls)
      .toEqual([['job waits for a provider', { job: 'needsProvider', provider: 'invoicing' }]])
    await expect.poll(() => error.mock.calls).toEqual([['job failed', { job: 'breaks', error: broken }]])
    await context.db`delete from graphile_worker._private_jobs`
  })
})
