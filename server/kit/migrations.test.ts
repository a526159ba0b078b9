import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrations.ts'
import { testWorld, type World } from './test-world.ts'

let world: World
beforeAll(async () => {
  world = await testWorld({ demo: false })
})
afterAll(() => world.close())

/** As every connection of ours: whoever asks for something waits so long, and no longer. */
const hurried = () =>
  postgres(world.env.DATABASE_URL ?? '', { max: 2, onnotice: () => {}, connection: { statement_timeout: 100 } })
const timeoutOf = async (db: postgres.Sql) => (await db`show statement_timeout`)[0]?.statement_timeout

test('a migration takes as long as it takes: a large table, another program that migrates', async () => {
  const db = hurried()
  const other = await world.db.reserve()
  await other`select pg_advisory_lock(727274)`
  const done = migrate(db, world.env.DATABASE_URL ?? '')
  // Long after a statement of anybody else would have been given up.
  await other`select pg_sleep(0.5)`
  await other`select pg_advisory_unlock(727274)`
  other.release()
  expect(await done).toEqual([])
  expect(await Promise.all([timeoutOf(db), timeoutOf(db)])).toEqual(['100ms', '100ms'])
  await db.end()
})
