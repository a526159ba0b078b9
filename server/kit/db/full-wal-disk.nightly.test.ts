import { execFileSync } from 'node:child_process'
import { rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createCart, getCart } from '@cuida/core/booking/cart/api.ts'
import postgres from 'postgres'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startPostgres } from '../../../tools/postgres.ts'
import { canMount, mountSmallDisk } from '../../../tools/small-disk.ts'
import { temporaryDataDir } from '../../../tools/temporary-postgres.ts'
import { newClientAddress } from '../../access/test-people.ts'
import { productFor, validAnswers } from '../../booking/test-people.ts'
import { startTestContext } from '../../testing/test-context.ts'

/** PostgreSQL keeps far less than this with the settings of the test, so that only the filler fills the disk. */
const DISK_KB = 384 * 1024
const CARTS_A_SEGMENT = 10
/** More than fit into the segments that PostgreSQL keeps in reserve. */
const MAX_CARTS = 400

/** A durable PostgreSQL whose write-ahead log is on a small disk of its own. */
async function startOnSmallWalDisk() {
  const folder = temporaryDataDir('full-wal')
  const start = () => startPostgres({ dataDir: folder.path, say: () => {} })
  const first = await start()
  const admin = postgres(first.adminUrl, { max: 1 })
  await admin.unsafe(`alter system set max_wal_size = '64MB'`)
  await admin.unsafe(`alter system set min_wal_size = '32MB'`)
  await admin.end()
  await first.stop()
  const wal = join(first.directory, 'pg_wal')
  const disk = mountSmallDisk(DISK_KB, statSync(wal).uid)
  execFileSync('cp', ['--archive', `${wal}/.`, disk.folder])
  rmSync(wal, { recursive: true })
  symlinkSync(disk.folder, wal)
  const database = await start()
  const remove = async () => {
    disk.free()
    await database.stop()
    disk.remove()
    await folder.remove()
  }
  return { disk, adminUrl: database.adminUrl, remove }
}

test.skipIf(!canMount)(
  'while the disk of the write-ahead log is full, requests are refused; with room again all that was acknowledged is there',
  async () => {
    const { disk, adminUrl, remove } = await startOnSmallWalDisk()
    onTestFinished(remove)
    vi.stubEnv('TEST_DATABASE_URL', adminUrl)
    const context = await startTestContext({ demo: false })
    onTestFinished(() => context.close())
    const product = await productFor(context, 'scheduled')
    const input = { productId: product.id, symptoms: validAnswers(product) }
    const create = () => context.sendCall(createCart, input, { from: newClientAddress() })
    const read = (sessionKey: string) => context.sendCall(getCart, { sessionKey })

    const acknowledged: string[] = []
    let reply = await create()
    while (reply.status < 300 && acknowledged.length < MAX_CARTS) {
      acknowledged.push(reply.body.sessionKey)
      disk.fill()
      // PostgreSQL stops itself when it cannot begin the next segment.
      if (acknowledged.length % CARTS_A_SEGMENT === 0) await context.owner`select pg_switch_wal()`.catch(() => {})
      reply = await create()
    }
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' })
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)

    disk.free()
    await expect.poll(async () => (await create()).status, { timeout: 150_000 }).toBeLessThan(300)
    for (const sessionKey of acknowledged) expect((await read(sessionKey)).status).toBe(200)
  },
)
