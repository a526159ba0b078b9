import { once } from 'node:events'
import { expect, test } from 'vitest'
import { productFor } from './booking/test-people.ts'
import { createCheckout, createPublicAddress, orderWithCard } from './checkout/order/test-orders.ts'
import { createProcessRunner } from './checkout/payment/test-processes.ts'
import { enqueue } from './kit/jobs/jobs.ts'
import { unlockLostJobs } from './kit/jobs/lost-jobs.ts'
import { createTestContext } from './testing/test-contexts.ts'

const context = await createTestContext({ env: await createPublicAddress() })
const processes = createProcessRunner(context)

const heldBy = async (key: string) => {
  const [job] = await context.db`select locked_by from graphile_worker.jobs where key = ${key}`
  return job?.locked_by
}
const minutePasses = () =>
  context.db`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute' where locked_by is not null`

test('a job whose worker died while running it goes to the next worker', async () => {
  const product = await productFor(context, 'scheduled')
  const { body } = await orderWithCard(context, await createCheckout(context, product), 'good')
  const key = `order:${body.workflowId}`
  expect(await processes.doomedWorker('charge.leased')).toBe('SIGKILL')
  const formerWorker = await heldBy(key)
  expect(formerWorker).toMatch(/^pool-/)
  await unlockLostJobs(context.db)
  expect(await heldBy(key)).toBe(formerWorker)
  await minutePasses()
  await unlockLostJobs(context.db)
  expect(await heldBy(key)).toBeNull()
})

test('jobs waiting in a stopped worker go to the next worker at once', async () => {
  const product = await productFor(context, 'scheduled')
  const { body } = await orderWithCard(context, await createCheckout(context, product), 'good')
  await context.db`delete from graphile_worker._private_jobs`
  const held = async () => (await context.db`select id from graphile_worker.jobs where locked_by is not null`).length
  const worker = processes.worker()
  const ended = once(worker, 'exit')
  await context.db.begin(async (tx) => {
    await tx`select 1 from payment_attempt where order_id = ${body.workflowId} for update`
    for (let i = 0; i < 12; i++)
      await enqueue(context.db, 'processOrder', { orderId: body.workflowId }, { key: `again:${i}` })
    // Eight jobs run at a time; the others wait in the worker.
    await expect.poll(held, { timeout: 60_000 }).toBe(12)
    worker.kill('SIGTERM')
  })
  expect((await ended)[0]).toBe(0)
  const jobs = await context.db`select locked_by from graphile_worker.jobs`
  expect(jobs.length).toBeGreaterThan(0)
  expect(jobs.every(({ locked_by }) => locked_by === null)).toBe(true)
})

test('a long job stays with its worker while that lives', async () => {
  processes.worker()
  const living = async () => {
    const rows = await context.db`
      select application_name as name from pg_stat_activity
      where datname = current_database() and application_name like 'pool-%'`
    return rows[0]?.name
  }
  await expect.poll(living, { timeout: 60_000 }).toBeTypeOf('string')
  const name = await living()
  await context.db`select graphile_worker.add_job('takesLong', job_key => 'long')`
  await context.db`
    update graphile_worker._private_jobs set locked_by = ${name}, locked_at = now() - interval '1 minute' where key = 'long'`
  await unlockLostJobs(context.db)
  expect(await heldBy('long')).toBe(name)
})
