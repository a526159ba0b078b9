import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { me } from '@cuida/core/profile/account/api.ts'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { newCart, newPatient, productFor } from '../../booking/test-people.ts'
import { createPublicAddress } from '../../checkout/order/test-orders.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { connectOnce } from './db.ts'

/** The full test uses `CUT_ROUNDS=50`. */
const ROUNDS = Number(process.env.CUT_ROUNDS ?? 6)
const READERS = 24

const context = await createTestContext({ env: await createPublicAddress() })
const cutter = connectOnce(context.env.DATABASE_URL ?? '', 'cutter')
afterAll(() => cutter.end())
const children = new Set<ChildProcess>()
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
})

type Output = 'ignore' | 'pipe' | number
async function start(program: 'main' | 'worker', output: Output = 'ignore') {
  const { PORT, PUBLIC_URL: url } = await createPublicAddress()
  const path = fileURLToPath(new URL(`../../${program}.ts`, import.meta.url))
  const env = { PATH: process.env.PATH, ...context.env, PORT, NODE_ENV: 'test', LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, [path], {
    env,
    stdio: ['ignore', output, output === 'ignore' ? 'inherit' : output],
  })
  children.add(child)
  child.on('exit', () => children.delete(child))
  if (program === 'main') await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 60_000 }).toBe(200)
  return { child, url }
}

const statusOf = (url: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve) => {
    const clientRequest = request(url, { headers: { ...headers, connection: 'close' } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    // A connection closed without a response counts as failed.
    clientRequest.on('error', () => resolve(0)).end()
  })

/** Cuts the connections of this process as well: they must survive too. */
const cutAll = () =>
  cutter`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`

describe('connections to the database that are cut under load', () => {
  test(`${ROUNDS} rounds over two API processes and a worker: no process ends, no request fails, and all reconnect at once`, async () => {
    const product = await productFor(context, 'scheduled')
    const patient = await newPatient(context)
    const { token } = patient
    const sessionKey = await newCart(context, patient, product)
    const servers = [await start('main'), await start('main')]
    const { child: worker } = await start('worker')
    const statuses = new Map<number, number>()
    let isOver = false
    const paths = [`/v1${me.path}`, '/readyz', `/v1/cart/${sessionKey}`]
    const read = async (lane: number) => {
      for (let turn = lane; !isOver; turn++) {
        const { url } = servers[turn % 2] ?? { url: '' }
        const status = await statusOf(url + paths[turn % paths.length], { authorization: `Bearer ${token}` })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const readers = Array.from({ length: READERS }, (_, lane) => read(lane))
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(50 + ((round * 67) % 200))
      await cutAll()
    }
    for (const { url } of servers)
      await expect.poll(() => statusOf(`${url}/v1${me.path}`, { authorization: `Bearer ${token}` })).toBe(200)
    isOver = true
    await Promise.all(readers)
    expect([...statuses.keys()].filter((status) => status === 0 || (status >= 500 && status !== 503))).toEqual([])
    expect(statuses.get(200)).toBeGreaterThan(READERS)
    expect(
      [...servers.map(({ child }) => child), worker].map(({ exitCode, signalCode }) => exitCode ?? signalCode),
    ).toEqual([null, null, null])
    await someWorkerTakesJobs()
  })
})

describe('a worker whose connections are cut under load', () => {
  const CUTS = Number(process.env.CUT_ROUNDS ?? 8)
  const JOBS_A_ROUND = 40

  test(`${CUTS} cuts, every 1.5 s: each job is done within 10 s after the last cut`, async () => {
    const { child: worker } = await start('worker')
    const jobsLeft = async () =>
      (await context.db`select count(*)::int as count from graphile_worker.jobs where key like 'cut-%'`)[0]?.count
    const add = (round: number) => context.db`
      select graphile_worker.add_job('reportCodeUsed', json_build_object('verificationId', gen_random_uuid()),
        job_key => ${`cut-${round}-`} || number) from generate_series(1, ${JOBS_A_ROUND}) number`
    for (let round = 0; round < CUTS; round++) {
      await add(round)
      await cutAll()
      await sleep(1_500)
    }
    await cutAll()
    await expect.poll(jobsLeft, { timeout: 10_000, interval: 250 }).toBe(0)
    expect([worker.exitCode, worker.signalCode]).toEqual([null, null])
  })
})

async function someWorkerTakesJobs(): Promise<void> {
  await context.db`select graphile_worker.add_job('reportCodeUsed', '{"verificationId":"00000000-0000-4000-8000-000000000000"}', job_key => 'known')`
  const findJobs = () => context.db`select 1 from graphile_worker.jobs where key = 'known' and attempts = 0`
  await expect.poll(async () => (await findJobs()).length, { timeout: 60_000 }).toBe(0)
}

describe('log output without a reader', () => {
  test.each([
    ['a full disk', (): Output => openSync('/dev/full', 'w')],
    ['a closed pipe', (): Output => 'pipe'],
  ])('%s: the API and the worker go on', async (_, output) => {
    const { child, url } = await start('main', output())
    const { child: worker } = await start('worker', output())
    for (const { stdout, stderr } of [child, worker]) for (const end of [stdout, stderr]) end?.destroy()
    for (let lines = 0; lines < 300; lines++) expect(await statusOf(`${url}/readyz`)).toBe(200)
    // A process can be asked to stop only after it has started.
    await someWorkerTakesJobs()
    expect([child, worker].map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null])
    for (const each of [child, worker]) {
      const ended = once(each, 'exit')
      each.kill('SIGTERM')
      expect((await ended)[0]).toBe(0)
    }
  })
})
