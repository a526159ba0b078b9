import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'
import type { Failpoint } from '../../kit/jobs/failpoint.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { createPublicAddress } from '../order/test-orders.ts'

/** The default for a direct run of Vitest; otherwise tools/bootstrap.mjs sets `NODE_COMPILE_CACHE`. */
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url))

/** Starts real processes on a test file's context, to be killed at failpoints. All end with the file. */
export function createProcessRunner(context: TestContext) {
  const children = new Set<ChildProcess>()

  function start(program: 'main' | 'worker', more: Record<string, string> = {}): ChildProcess {
    const path = fileURLToPath(new URL(`../../${program}.ts`, import.meta.url))
    const { PATH, NODE_COMPILE_CACHE = COMPILED } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, ...context.env, NODE_ENV: 'test', ...more }
    const child = spawn(process.execPath, [path], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    children.add(child)
    child.on('exit', () => children.delete(child))
    return child
  }
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  const killed = async (child: ChildProcess): Promise<string> => String((await once(child, 'exit'))[1])

  /** A separate API process that is ready. */
  async function startApi(more: Record<string, string>): Promise<{ url: string; child: ChildProcess }> {
    const { PUBLIC_URL: url, PORT } = await createPublicAddress()
    const child = start('main', { PORT, ...more })
    const isUp = () =>
      fetch(`${url}/healthz`).then(
        (reply) => reply.ok,
        () => false,
      )
    await expect.poll(isUp, { timeout: 60_000 }).toBe(true)
    return { url, child }
  }

  return {
    start,
    worker: () => start('worker'),
    /** A worker that dies at the failpoint; resolves with the signal that ended it. */
    doomedWorker: (at: Failpoint): Promise<string> => killed(start('worker', { KILL_AT: at })),
    api: startApi,
    /** A separate API process that dies at the failpoint. */
    async doomedApi(at: Failpoint): Promise<{ url: string; end: Promise<string> }> {
      const { url, child } = await startApi({ KILL_AT: at })
      return { url, end: killed(child) }
    },
  }
}

/** Deletes waiting jobs, so that the next worker dies at its own order. Jobs that a dead worker has locked stay. */
export const deleteWaitingJobs = ({ db }: TestContext): Promise<unknown> =>
  db`delete from graphile_worker._private_jobs where locked_at is null`

/** Orders that are undecided, or failed with money not refunded. */
export const findUnsettledOrders = ({ db }: TestContext) => db`
  select o.id from care_order o left join payment_attempt a on a.order_id = o.id
  where o.status in ('PROCESSING', 'PENDING') or (o.status = 'FAILED' and a.captured > a.refunded)`
