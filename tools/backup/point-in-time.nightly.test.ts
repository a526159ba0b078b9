import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { completeBooking } from '../../bench/buy.ts'
import { openConnection } from '../../bench/connection.ts'
import { findProduct, makeBuyers, makeOffers } from '../../bench/shop.ts'
import { readEnv } from '../../server/env.ts'
import { jobHandlers } from '../../server/jobs.ts'
import { createServices } from '../../server/services.ts'
import { buildStale } from '../builds.ts'
import { ensureBackupPrograms } from '../debian.ts'
import { freePort } from '../ports.ts'
import { simulatorMailEnv } from '../programs.ts'
import { ROOT, runNode } from '../run.ts'
import { isBackupName } from './manifest.ts'
import { createDebianCluster, type DebianCluster } from './test-debian-cluster.ts'

const hasPrograms = await ensureBackupPrograms()
const PARTNER = 'vida-ligera'
const PASSPHRASE = randomBytes(32).toString('base64url')
const CANARY = 'canary-of-a-patient'
const LANES = 2
const HOUR_MS = 3_600_000
/** Generous for a busy machine: the timeout only catches what never happens. */
const WAITING = { timeout: 150_000, interval: 100 }

interface Program {
  url: string
  child: ChildProcess
}

describe.skipIf(!hasPrograms)('a clinic that lost its database machine', () => {
  let cluster: DebianCluster
  let env: Record<string, string>
  let simulators: Program
  let programs: Program[] = []
  let repository: string

  const start = async (file: string, readyPath: string, more: Record<string, string> = {}): Promise<Program> => {
    const port = String(await freePort())
    const child = spawn(process.execPath, [file], {
      cwd: ROOT,
      env: { ...env, PORT: port, WORKER_PORT: port, SIMULATORS_PORT: port, ...more },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const url = `http://127.0.0.1:${more.PORT ?? port}`
    const answers = () =>
      fetch(url + readyPath).then(
        ({ ok }) => ok,
        () => false,
      )
    await vi.waitUntil(answers, WAITING)
    return { url, child }
  }
  const startClinic = async () => {
    const api = await start('server/main.ts', '/readyz', { PORT: String(new URL(String(env.PUBLIC_URL)).port) })
    programs = [api, await start('server/worker.ts', '/readyz')]
    return api
  }
  const pointInTime = (...args: string[]) => {
    const config = join(cluster.folder, 'pgbackrest.conf')
    const more = { CONFIG: config, VERSION: cluster.version, CLUSTER: cluster.name, ARCHIVE_SECONDS: '3600' }
    const { status, stdout, stderr } = spawnSync(join(ROOT, 'deploy', 'backup', 'point-in-time.sh'), args, {
      env: { PATH: process.env.PATH, ...more },
      encoding: 'utf8',
    })
    expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' })
  }
  const query = async <T extends object = Record<string, unknown>>(text: string): Promise<T[]> => {
    const db = postgres(cluster.ownerUrl, { max: 1, onnotice: () => {} })
    const rows = await db.unsafe<T[]>(text).finally(() => db.end())
    return [...rows]
  }
  const paidOrders = async () =>
    (await query<{ id: string }>(`select id from care_order where status = 'ACTIVE' order by id`)).map(({ id }) => id)
  /** Finishes the current WAL file, as archive_timeout does every 30 s, and waits until the archive has it. */
  const archive = async () => {
    const admin = (text: string) =>
      execFileSync('runuser', ['-u', 'postgres', '--', 'psql', '-AtX', '-p', new URL(cluster.url).port, '-c', text], {
        cwd: '/',
        encoding: 'utf8',
      }).trim()
    const file = admin('select pg_walfile_name(pg_switch_wal())')
    await vi.waitUntil(() => admin('select last_archived_wal from pg_stat_archiver') >= file, WAITING)
  }

  beforeAll(async () => {
    await buildStale()
    cluster = await createDebianCluster()
    repository = join(cluster.folder, 'repository')
    const config = readFileSync(join(ROOT, 'deploy', 'backup', 'pgbackrest.conf'), 'utf8')
      .replace('PASSPHRASE', PASSPHRASE)
      .replace('/var/lib/pgbackrest', repository)
      .replace('/var/lib/postgresql/15/main', cluster.directory)
      .replace('pg1-port=5432', `pg1-port=${new URL(cluster.url).port}`)
    writeFileSync(join(cluster.folder, 'pgbackrest.conf'), config, { mode: 0o640 })
    execFileSync('install', ['--directory', '--owner=postgres', '--mode=0700', repository])
    execFileSync('chgrp', ['postgres', join(cluster.folder, 'pgbackrest.conf')])
    const [simulatorsPort, apiPort] = [String(await freePort()), String(await freePort())]
    env = {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      PARTNER,
      DATA_DIR: join(cluster.folder, 'clinic'),
      DATABASE_URL: cluster.url,
      PUBLIC_URL: `http://127.0.0.1:${apiPort}`,
      SIMULATORS_URL: `http://127.0.0.1:${simulatorsPort}`,
      ...(await simulatorMailEnv()),
      APP_SECRET: randomBytes(32).toString('base64url'),
      TOKEN_KEY: JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })),
    }
    const owner = { env: { ...env, DATABASE_OWNER_URL: cluster.ownerUrl } }
    await runNode(['server/migrate.ts'], 'The database could not be prepared:', owner)
    await runNode(['server/demo.ts'], 'The demo could not be loaded:', { env })
    simulators = await start('simulators/main.ts', '/simulators/faults', {
      PORT: simulatorsPort,
      SIMULATORS_PORT: simulatorsPort,
      DATA_DIR: join(cluster.folder, 'providers'),
    })
  })
  afterAll(() => {
    for (const { child } of [...programs, simulators]) child.kill('SIGKILL')
    cluster.remove()
  })

  test('continues from its backups with every booking of the archive, and the books are equal to the provider’s', async () => {
    const begin = new Date().toISOString()
    const api = await startClinic()
    pointInTime('set-up')
    const system = { databaseUrl: cluster.ownerUrl, env }
    const product = await findProduct(PARTNER)
    const buyers = await makeBuyers(system, simulators, 200)
    const offers = await makeOffers(system, product, { clinicians: LANES, times: 200 })
    await query(`update patient set first_name = '${CANARY}' where id = '${buyers[0]?.patientId}'`)
    const document = { name: randomUUID(), bytes: randomBytes(1_000) }

    // Bookings go on until the end.
    let isLost = false
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      const { ask, close } = openConnection(api.url, lane)
      while (!isLost && buyers.length > 0)
        await completeBooking(ask, product, buyers.pop() as never, offers.pop() as never).catch((error) => {
          if (!isLost) throw error
        })
      close()
    })
    const count = async (atLeast: number) =>
      vi.waitUntil(async () => (await paidOrders()).length >= atLeast, { ...WAITING, interval: 300 })
    await count(5)
    const services = await createServices(readEnv({ ...env }), 'worker')
    await services.files.put(document.name, document.bytes)
    const backups = join(cluster.folder, 'backups')
    const key = join(cluster.folder, 'key')
    spawnSync('age-keygen', ['--output', key])
    writeFileSync(`${key}.pub`, spawnSync('age-keygen', ['-y', key]).stdout)
    await runNode(['tools/backup.ts', backups, '--recipients', `${key}.pub`, '--documents-only'], 'No backup:', { env })
    pointInTime('diff')
    await count(10)
    const archived = await paidOrders()
    await archive()
    await count((await paidOrders()).length + 3)

    isLost = true
    const stoppedAt = new Date()
    cluster.kill()
    for (const { child } of programs) child.kill('SIGKILL')
    await services.close()
    await Promise.allSettled(lanes)
    for (const lost of [cluster.directory, String(env.DATA_DIR)]) rmSync(lost, { recursive: true })

    pointInTime('restore')
    const backup = join(backups, readdirSync(backups).filter(isBackupName).at(-1) ?? '')
    const moment = ['--stopped-at', stoppedAt.toISOString(), '--database-is-restored']
    const output = await runNode(['tools/restore.ts', backup, '--identity', key, ...moment], 'Not restored:', {
      env: { ...env, DATABASE_OWNER_URL: cluster.ownerUrl },
    })
    expect(output).toMatch(/sessions were ended/)
    const restored = await paidOrders()
    expect(restored).toEqual(expect.arrayContaining(archived))

    await startClinic()
    // The worker asks the provider about the payments that were in progress at the restored moment.
    const undecided = `select 1 from payment_attempt where state in ('intended', 'processing') and created_at > '${begin}'`
    await vi.waitUntil(async () => (await query(undecided)).length === 0, WAITING)
    // An hour later: no payment is in progress any more.
    const later = await createServices(readEnv({ ...env }), 'worker')
    later.now = () => new Date(Date.now() + 2 * HOUR_MS)
    await jobHandlers(later).reconcile({})
    const known = await query<{ id: string }>(`
      select provider_payment_id as id from payment_attempt where captured > 0
      union all select provider_payment_id from reconciliation_task where kind = 'UNKNOWN_PAYMENT'`)
    const taken = await later.providers.payments.list(new Date(stoppedAt.getTime() - 24 * HOUR_MS))
    const captured = taken
      .filter(({ paid, refunded }) => paid > refunded)
      .map(({ providerPaymentId }) => providerPaymentId)
    expect(known.map(({ id }) => id).toSorted()).toEqual(captured.toSorted())
    const tasks = await query<{ kind: string }>('select kind from reconciliation_task')
    expect(tasks.length).toBeGreaterThan(0)
    expect(new Set(tasks.map(({ kind }) => kind))).toEqual(new Set(['UNKNOWN_PAYMENT']))
    expect(await later.files.get(document.name)).toEqual(document.bytes)
    await later.close()
  })

  test('has no time that is sold twice', async () => {
    const overlapping = await query(`
      select 1 from slot_hold a join slot_hold b on a.clinician_id = b.clinician_id and a.id < b.id
        and a.during && b.during where a.state <> 'released' and b.state <> 'released'`)
    expect(overlapping).toEqual([])
  })

  test('can go back to a moment: what was committed before is there, what came after is not', async () => {
    for (const { child } of programs) child.kill('SIGKILL')
    await query(`create table mark (text text); insert into mark values ('before')`)
    const [moment] = await query<{ at: string }>('select clock_timestamp()::text as at from pg_sleep(0.1)')
    await query(`insert into mark select 'after' from pg_sleep(0.1)`)
    await archive()
    pointInTime('restore', String(moment?.at))
    expect(await query('select text from mark')).toEqual([{ text: 'before' }])
  })

  test('has backups that say nothing without the passphrase', () => {
    const files = readdirSync(repository, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(100)
    for (const { name, parentPath } of files) {
      const bytes = readFileSync(join(parentPath, name))
      expect(bytes.includes(CANARY)).toBe(false)
      // A repository without encryption has compressed pages.
      expect(bytes.subarray(0, 8).toString('latin1')).toBe('Salted__')
    }
  })
})
