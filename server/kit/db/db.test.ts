import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { noTelemetry } from '../telemetry/telemetry.ts'
import { connect, isDatabaseDown, pipeline, type Tx } from './db.ts'
import { watchPool } from './pool-use.ts'

const context = await createTestContext()
await context.owner.unsafe('create sequence place; grant all on sequence place to public')

const readPosition = async (tx: Tx): Promise<number> => Number((await tx`select nextval('place') as at`)[0]?.at)
/** Stores call each other, so a later statement must keep its position. */
const several = async (tx: Tx): Promise<number[]> => pipeline(readPosition(tx), readPosition(tx))

test('pipelined statements run in the order of the arguments', async () => {
  for (let round = 0; round < 20; round++) {
    const positions = await context.db.begin((tx) =>
      pipeline(readPosition(tx), several(tx), readPosition(tx), undefined, several(tx)),
    )
    const flat = positions.flat().filter((at) => at !== undefined)
    expect(flat).toEqual(flat.toSorted((a, b) => a - b))
    expect(flat).toHaveLength(6)
  }
})

test('a bare query, which would start too late, is refused', async () => {
  const sent = context.db.begin((tx) => pipeline(tx`select 1`, readPosition(tx)))
  await expect(sent).rejects.toThrow('was given a query')
})

test('a failed statement rolls back those before it, and those after it never run', async () => {
  await context.owner.unsafe('create table mark (name text primary key); grant all on mark to public')
  const mark = async (tx: Tx, name: string) => void (await tx`insert into mark values (${name})`)
  await expect(
    context.db.begin((tx) => pipeline(mark(tx, 'before'), mark(tx, 'before'), mark(tx, 'after'))),
  ).rejects.toMatchObject({ code: '23505' })
  expect(await context.db`select name from mark`).toEqual([])
})

/** The changes of `tools/postgres-3.4.9.patch`, beside lost connections (`cuts.nightly.test.ts`). */
describe('the patched driver', () => {
  const url = context.env.DATABASE_URL ?? ''
  const read = async (address: string): Promise<unknown> => {
    const db = connect(address, { max: 1 })
    try {
      return await db`select 1 as one`.catch((error: unknown) => (isDatabaseDown(error) ? 'down' : error))
    } finally {
      await db.end({ timeout: 1 })
    }
  }

  test('the driver rejects a statement whose parameter cannot be sent, and answers those around it', async () => {
    const db = connect(url, { max: 1 })
    await db`select 1`
    const answers = await Promise.allSettled([
      db`select 'a' as a, pg_sleep(0.01)`,
      db`select ${new Date(Number.NaN)}::timestamptz`,
      db`select 'c' as c`,
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(answers[2]).toMatchObject({ value: [{ c: 'c' }] })
    await db.end()
  })

  /** Two connections, each with as many statements on their way as the driver sends at once. */
  const crowd = async () => {
    const db = connect(url, { max: 2 })
    await Promise.all([db`select pg_sleep(0.05)`, db`select pg_sleep(0.05)`])
    const { max_pipeline: most } = db.options as unknown as { max_pipeline: number }
    return { db, statements: Array.from({ length: 2 * most }, () => db`select pg_sleep(0.001)`.execute()) }
  }

  test('a transaction that begins behind a hundred statements has its connection to itself', async () => {
    const { db, statements } = await crowd()
    const begun = await Promise.all(
      [1, 2].map((n) =>
        db.begin(async (tx) => {
          const [row] = await tx`select txid_current() as at, pg_sleep(${n / 50})`
          return (await tx`select txid_current() = ${row?.at} as same`)[0]
        }),
      ),
    )
    expect(begun).toEqual([{ same: true }, { same: true }])
    await Promise.all(statements)
    await db.end()
  })

  test('statements that wait behind others on a connection count as waiting', async () => {
    const { db, statements } = await crowd()
    const { poolUse } = watchPool(db, 2, noTelemetry)
    expect(poolUse()).toEqual({ used: 2, waiting: statements.length - 2 })
    await Promise.all(statements)
    expect(poolUse()).toEqual({ used: 0, waiting: 0 })
    await db.end()
  })

  test('the driver keeps no rows of a half-failed statement for the next one', async () => {
    const db = connect(url, { max: 1 })
    await expect(db`select 1 / (500 - n), repeat('x', 1000) from generate_series(1, 500) n`).rejects.toThrow('by zero')
    expect(await db`select 1 as one`).toEqual([{ one: 1 }])
    await db.end()
  })

  test('the driver tries each of several hosts once, and fails when none answers', async () => {
    const { host } = new URL(url)
    expect(await read(url.replace(host, `127.0.0.1:9,${host}`))).toEqual([{ one: 1 }])
    expect(await read(url.replace(host, '127.0.0.1:9,127.0.0.1:10'))).toBe('down')
  })

  test('the driver fails when the server accepts a connection and closes it', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (const mode of ['disable', 'require'])
      expect(await read(`postgres://cuida@127.0.0.1:${port}/cuida?sslmode=${mode}`)).toBe('down')
    server.close()
  })
})
